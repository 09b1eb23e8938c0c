import Testing

/// Makes an attempt until nothing has come between: on a machine that does much else, whoever looks at
/// something under way may find that it has ended.
///
/// - Parameter attempt: returns whether it was undisturbed.
func undisturbed(
    sourceLocation: SourceLocation = #_sourceLocation, _ attempt: () async throws -> Bool
) async throws {
    for _ in 0..<25 where try await attempt() { return }
    Issue.record("All of 25 attempts were disturbed", sourceLocation: sourceLocation)
}
