import Synchronization

/// The connections for reading, each used by one thread at a time.
// All of it is constant, and what it calls may be called by any thread.
final class ReaderPool: @unchecked Sendable {
    private let sessions: SessionPool<SQLiteSession>
    private let turns: ReaderEpochs
    private let isShared: () -> Bool

    /// - Parameters:
    ///   - isShared: whether others may have changed the store's schema.
    ///   - open: makes a session of a connection of its own.
    init(
        limit: Int, turns: ReaderEpochs, isShared: @escaping () -> Bool,
        open: @escaping () throws -> SQLiteSession
    ) {
        sessions = SessionPool(limit: limit, open: open)
        self.turns = turns
        self.isShared = isShared
    }

    /// Runs a closure with a session whose reads all see one state of the store.
    func withSession<T>(_ body: (SQLiteSession) throws -> T) throws -> T {
        try sessions.withSession { session, isFirst in
            guard isFirst else { return try body(session) }
            // Before it is given back: who closes the store finds nothing left that waits.
            let turn = turns.begin()
            defer { turns.end(turn) }
            let result = Result { try session.readingOneState(isShared: isShared, body) }
            // Values that were read while such a file changed may be anything, and so may the error.
            try session.connection.untouchedFile?.checkSame()
            return try result.get()
        }
    }

    /// Whether a closure of the calling thread has a session.
    var isUsedByThisThread: Bool { sessions.isUsedByThisThread }

    /// Waits until there are no readers, and closes the connections.
    ///
    /// - Throws: `PersistenceError.misuse` where that would wait for itself.
    func close() throws { try sessions.close() }
}

extension SQLiteSession: PooledSession {
    /// Whether the transaction has ended that it read in.
    var isUsable: Bool { connection.failureOfEnding == nil }

    /// Whether a file that is read as it lies is still the same.
    var isCurrent: Bool { connection.untouchedFile?.isUntouched != false }
}

/// The present readers of a store, and the work that waits until they have ended.
final class ReaderEpochs: Sendable {
    private struct State {
        var lastTurn = 0
        var present: Set<Int> = []
        var waiting: [Work] = []

        /// Takes what no reader is in the way of any longer.
        mutating func takeReady() -> [Work] {
            let first = present.min() ?? .max
            let ready = waiting.filter { $0.lastTurn < first }
            waiting.removeAll { $0.lastTurn < first }
            return ready
        }
    }

    private struct Work {
        /// The last of the turns that it waits for.
        var lastTurn: Int
        var run: @Sendable () -> Void
    }

    private let state = Mutex(State())

    /// Notes that someone begins to read, and returns the number of this turn.
    func begin() -> Int {
        state.withLock { state in
            state.lastTurn += 1
            state.present.insert(state.lastTurn)
            return state.lastTurn
        }
    }

    /// Notes that a turn has ended, and does what waited for it.
    func end(_ turn: Int) {
        let ready = state.withLock { state in
            state.present.remove(turn)
            return state.takeReady()
        }
        ready.forEach { $0.run() }
    }

    /// Runs a closure once all turns that have begun have ended; at once if no one reads.
    func whenPresentReadersHaveEnded(_ body: @escaping @Sendable () -> Void) {
        let ready = state.withLock { state in
            state.waiting.append(Work(lastTurn: state.lastTurn, run: body))
            return state.takeReady()
        }
        ready.forEach { $0.run() }
    }
}
