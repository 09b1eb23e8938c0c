import Synchronization

/// The read connections, each used by one thread at a time.
// All of it is constant and thread-safe.
final class ReaderPool: @unchecked Sendable {
    private let sessions: SessionPool<SQLiteSession>
    private let epochs: ReaderEpochs
    private let isShared: () -> Bool

    /// - Parameters:
    ///   - isShared: whether others may have changed the store's schema.
    ///   - open: opens a session with its own connection.
    init(
        limit: Int, epochs: ReaderEpochs, isShared: @escaping () -> Bool,
        open: @escaping () throws -> SQLiteSession
    ) {
        sessions = SessionPool(limit: limit, open: open)
        self.epochs = epochs
        self.isShared = isShared
    }

    /// Runs a closure with a session whose reads see one state of the store.
    func withSession<T>(_ body: (SQLiteSession) throws -> T) throws -> T {
        try sessions.withSession { session, isFirst in
            guard isFirst else { return try body(session) }
            // Ended before the session is returned, so that nothing is waiting when the store is
            // closed.
            let epoch = epochs.begin()
            defer { epochs.end(epoch) }
            let result = Result { try session.readingOneState(isShared: isShared, body) }
            // If the file changed during the read, neither values nor errors are valid.
            try session.connection.untouchedFile?.checkSame()
            return try result.get()
        }
    }

    /// Whether the calling thread has a session.
    var isUsedByThisThread: Bool { sessions.isUsedByThisThread }

    /// Waits for readers to finish, and closes the connections.
    ///
    /// - Throws: `PersistenceError.misuse` if the calling thread is a reader.
    func close() throws { try sessions.close() }
}

extension SQLiteSession: PooledSession {
    /// Whether its transaction has ended.
    var isUsable: Bool { connection.failureOfEnding == nil }

    /// Whether a file that is read as immutable is unchanged.
    var isCurrent: Bool { connection.untouchedFile?.isUntouched != false }
}

/// The current readers of a store, and the work that waits for them.
final class ReaderEpochs: Sendable {
    private struct State {
        var lastTurn = 0
        var present: Set<Int> = []
        var waiting: [Work] = []

        /// Removes the work that no longer waits for a reader.
        mutating func takeReady() -> [Work] {
            let first = present.min() ?? .max
            let ready = waiting.filter { $0.lastTurn < first }
            waiting.removeAll { $0.lastTurn < first }
            return ready
        }
    }

    private struct Work {
        /// The last reader that it waits for.
        var lastTurn: Int
        var run: @Sendable () -> Void
    }

    private let state = Mutex(State())

    /// Registers a reader, and returns its number.
    func begin() -> Int {
        state.withLock { state in
            state.lastTurn += 1
            state.present.insert(state.lastTurn)
            return state.lastTurn
        }
    }

    /// Removes a reader, and does the work that waited for it.
    func end(_ epoch: Int) {
        let ready = state.withLock { state in
            state.present.remove(epoch)
            return state.takeReady()
        }
        ready.forEach { $0.run() }
    }

    /// Runs a closure once all current readers have ended; at once if there are none.
    func whenPresentReadersHaveEnded(_ body: @escaping @Sendable () -> Void) {
        let ready = state.withLock { state in
            state.waiting.append(Work(lastTurn: state.lastTurn, run: body))
            return state.takeReady()
        }
        ready.forEach { $0.run() }
    }
}
