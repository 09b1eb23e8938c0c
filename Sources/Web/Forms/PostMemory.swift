import Synchronization

/// The progress of a request that changes data, so that an error page can say what was saved.
final class PostMemory: Sendable {
    /// The outcome of the current task's request; nil for requests that change nothing.
    @TaskLocal static var current: PostMemory?

    /// The state of the changes that the request asks for.
    enum Outcome: Sendable {
        case nothingSaved
        /// Some are saved; another one failed or is not saved yet.
        case partlySaved
        case saved
    }

    private struct State {
        var form: SentForm?
        var savedCount = 0
        var isChanging = false
    }

    private let state = Mutex(State())

    /// The form of the request, once it was read.
    var form: SentForm? { state.withLock { $0.form } }

    /// Whether a change has begun and is not saved yet.
    var isChanging: Bool { state.withLock { $0.isChanging } }

    var outcome: Outcome {
        state.withLock { state in
            guard state.savedCount > 0 else { return .nothingSaved }
            return state.isChanging ? .partlySaved : .saved
        }
    }

    func note(_ form: FormData) {
        let sent = SentForm(form)
        state.withLock { $0.form = sent }
    }

    /// Runs a change and records its outcome for the request of the current task.
    static func changing<T>(_ body: () async throws -> T) async rethrows -> T {
        let memory = current
        memory?.noteChange()
        let result = try await body()
        memory?.noteSaved()
        return result
    }

    func noteChange() {
        state.withLock { $0.isChanging = true }
    }

    func noteSaved() {
        state.withLock { state in
            state.savedCount += 1
            state.isChanging = false
        }
    }
}
