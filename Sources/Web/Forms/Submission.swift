import Synchronization

/// A request that changes data: its form and its progress, so that an error page can say what was
/// saved.
final class Submission: Sendable {
    /// The submission of the current task; nil for requests that change nothing.
    @TaskLocal static var current: Submission?

    /// The state of the changes that the request asks for.
    enum Outcome: Sendable {
        case nothingSaved
        /// Some are saved; another one failed or is not saved yet.
        case partlySaved
        case saved
    }

    private struct State {
        var form: FormResubmission?
        var savedCount = 0
        var isChanging = false
    }

    private let state = Mutex(State())

    /// The form of the request, once it was read.
    var form: FormResubmission? { state.withLock { $0.form } }

    /// Whether a change has begun and is not saved yet.
    var isChanging: Bool { state.withLock { $0.isChanging } }

    var outcome: Outcome {
        state.withLock { state in
            guard state.savedCount > 0 else { return .nothingSaved }
            return state.isChanging ? .partlySaved : .saved
        }
    }

    func record(_ form: FormData) {
        let resubmission = FormResubmission(form)
        state.withLock { $0.form = resubmission }
    }

    /// Runs a change and records its outcome for the request of the current task.
    static func changing<T>(_ body: () async throws -> T) async rethrows -> T {
        let submission = current
        submission?.markChanging()
        let result = try await body()
        submission?.markSaved()
        return result
    }

    func markChanging() {
        state.withLock { $0.isChanging = true }
    }

    func markSaved() {
        state.withLock { state in
            state.savedCount += 1
            state.isChanging = false
        }
    }
}
