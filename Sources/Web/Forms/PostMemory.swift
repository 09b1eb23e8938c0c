import Synchronization

/// What is remembered of a request that changes something while it is answered, so that the page of an error
/// tells the truth about it.
final class PostMemory: Sendable {
    /// The one of the calling task; nil for requests that change nothing.
    @TaskLocal static var current: PostMemory?

    /// What became of the changes that the request asks for.
    enum Outcome: Sendable {
        case nothingSaved
        /// Some are saved, and another one is not, or not yet.
        case partlySaved
        case saved
    }

    private struct State {
        var form: SentForm?
        var savedCount = 0
        var isChanging = false
    }

    private let state = Mutex(State())

    /// The form that has come, once it was read.
    var form: SentForm? { state.withLock { $0.form } }

    /// Whether a change has begun, and is not saved, or not yet.
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

    /// Runs what changes something, and notes what becomes of it for the request of the calling task.
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
