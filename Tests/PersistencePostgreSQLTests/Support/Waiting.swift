import Foundation
import Testing

/// Waits until a condition holds, and fails after a long time.
func waited(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while try await !isDone() {
        guard ContinuousClock.now < end else {
            Issue.record("It does not happen", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
