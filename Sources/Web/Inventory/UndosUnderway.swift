import Synchronization

/// The changes that are being taken back, by their tokens: who presses twice, or in two windows at once, gets the
/// answer to the first.
final class UndosUnderway: Sendable {
    private let tasks = Mutex<[String: Task<any Sendable, any Error>]>([:])

    /// Takes a change back, unless somebody does already: theirs it is then.
    func task<Value: Sendable>(
        for token: String, _ undo: @escaping @Sendable () async throws -> Value
    ) -> Task<any Sendable, any Error> {
        tasks.withLock { tasks in
            if let task = tasks[token] { return task }
            let task = Task<any Sendable, any Error> {
                defer { self.end(token) }
                return try await undo()
            }
            tasks[token] = task
            return task
        }
    }

    private func end(_ token: String) {
        tasks.withLock { $0[token] = nil }
    }
}
