import Testing

extension Trait where Self == TimeLimitTrait {
    /// For a test that waits for others. It only takes this long if the awaited event never
    /// happens, however busy the machine is.
    static var endsIfItHangs: Self { .timeLimit(.minutes(30)) }
}
