import Synchronization

/// How far an import is, or taking one back, and the way to call it off.
public final class ImportProgress: Sendable {
    /// What is done just now.
    public enum Phase: String, Codable, Sendable {
        /// The file is read.
        case reading
        /// Each row is tried.
        case trying
        /// It is imported, and saved in parts, which are taken back if it is called off.
        case importing
        /// It is saved, which cannot be called off any more.
        case saving
        /// What would be taken back is looked at.
        case checking
        /// It is taken back, which cannot be called off any more.
        case takingBack

        /// Whether it can be called off.
        public var canBeCancelled: Bool { self != .saving && self != .takingBack }
    }

    /// How far it is.
    public struct State: Codable, Sendable, Hashable {
        /// What is done just now.
        public fileprivate(set) var phase = Phase.reading
        /// The part of it that is done, from 0 to 1.
        public fileprivate(set) var fraction = 0.0
        fileprivate var isCancelled = false
    }

    private let current = Mutex(State())
    private let observe: (@Sendable (State) -> Void)?

    /// - Parameter observe: hears of each step, on the thread that does it. Default: nil.
    public init(observing observe: (@Sendable (State) -> Void)? = nil) {
        self.observe = observe
    }

    /// How far it is.
    public var state: State { current.withLock { $0 } }

    /// Calls it off, so that nothing becomes of it.
    ///
    /// - Returns: false if it is too late.
    @discardableResult
    public func cancel() -> Bool {
        current.withLock { state in
            guard state.phase.canBeCancelled else { return false }
            state.isCancelled = true
            return true
        }
    }

    /// Begins with something.
    ///
    /// - Throws: `CancellationError` if it was called off.
    func begin(_ phase: Phase) throws {
        try move { state in
            state.phase = phase
            state.fraction = 0
        }
    }

    /// Says how far it is.
    ///
    /// - Throws: `CancellationError` if it was called off.
    func advance(to done: Int, of total: Int) throws {
        try advance(to: Double(done) / Double(max(total, 1)))
    }

    /// Says which part of it is done, from 0 to 1.
    ///
    /// - Throws: `CancellationError` if it was called off.
    func advance(to fraction: Double) throws {
        try move { $0.fraction = min(fraction, 1) }
    }

    private func move(_ change: (inout State) -> Void) throws {
        let state = try current.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            change(&state)
            return state
        }
        observe?(state)
    }
}
