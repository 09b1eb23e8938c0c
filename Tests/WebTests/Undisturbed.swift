import Testing

/// Repeats an attempt until it was undisturbed: on a busy machine, work in progress may have ended
/// before it is checked.
///
/// - Parameter attempt: returns whether it was undisturbed.
func undisturbed(
    sourceLocation: SourceLocation = #_sourceLocation, _ attempt: () async throws -> Bool
) async throws {
    for _ in 0..<25 where try await attempt() { return }
    Issue.record("All of 25 attempts were disturbed", sourceLocation: sourceLocation)
}
