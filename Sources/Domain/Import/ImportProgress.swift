import Synchronization

/// The progress of an import or of its undo, and the way to cancel it.
public final class ImportProgress: Sendable {
    public enum Phase: String, Codable, Sendable {
        /// The file is read.
        case reading
        /// Each row is tried.
        case trying
        /// Rows are imported and saved in parts, which are undone if the import is cancelled.
        case importing
        /// The import is saved, which cannot be cancelled.
        case saving
        /// An undo looks for obstacles.
        case checking
        /// The import is undone, which cannot be cancelled.
        case takingBack

        public var canBeCancelled: Bool { self != .saving && self != .takingBack }
    }

    public struct State: Codable, Sendable, Hashable {
        public fileprivate(set) var phase = Phase.reading
        /// The finished part of the phase, from 0 to 1.
        public fileprivate(set) var fraction = 0.0
        fileprivate var isCancelled = false
    }

    private let current = Mutex(State())
    private let observe: (@Sendable (State) -> Void)?

    /// - Parameter observe: receives each step, on the thread of the import. Default: nil.
    public init(observing observe: (@Sendable (State) -> Void)? = nil) { self.observe = observe }

    public var state: State { current.withLock { $0 } }

    /// Cancels the import or the undo, so that nothing changes.
    ///
    /// - Returns: false if it is too late.
    @discardableResult public func cancel() -> Bool {
        current.withLock { state in
            guard state.phase.canBeCancelled else { return false }
            state.isCancelled = true
            return true
        }
    }

    /// Begins a phase.
    ///
    /// - Throws: `CancellationError` if it was cancelled.
    func begin(_ phase: Phase) throws {
        try move { state in
            state.phase = phase
            state.fraction = 0
        }
    }

    /// Reports the number of finished steps.
    ///
    /// - Throws: `CancellationError` if it was cancelled.
    func advance(to done: Int, of total: Int) throws {
        try advance(to: Double(done) / Double(max(total, 1)))
    }

    /// Reports the finished part, from 0 to 1.
    ///
    /// - Throws: `CancellationError` if it was cancelled.
    func advance(to fraction: Double) throws { try move { $0.fraction = min(fraction, 1) } }

    private func move(_ change: (inout State) -> Void) throws {
        let state = try current.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            change(&state)
            return state
        }
        observe?(state)
    }
}
