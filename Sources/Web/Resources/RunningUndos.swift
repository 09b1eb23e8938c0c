import Synchronization

/// The undos in progress by their tokens. A double click, or a click in two windows, gets the
/// result of the first one.
final class RunningUndos: Sendable {
    private let tasks = Mutex<[String: Task<any Sendable, any Error>]>([:])

    /// Starts an undo, or returns the task that is already running.
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
