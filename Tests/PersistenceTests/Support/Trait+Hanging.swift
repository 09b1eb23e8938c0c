import Testing

extension Trait where Self == TimeLimitTrait {
    /// For a test that waits for something that others bring about. Only if that never happens does it
    /// take as long as this, however much else the machine has to do.
    static var endsIfItHangs: Self { .timeLimit(.minutes(30)) }
}
