import Foundation

/// The connections for reading, each used by one thread at a time.
// All state is touched only while the condition is locked; a connection belongs to the thread that
// took it until it is given back.
final class ReaderPool: @unchecked Sendable {
    private let condition = NSCondition()
    private let limit: Int
    private let turns: ReaderTurns
    private let isShared: () -> Bool
    private let open: () throws -> SQLiteSession
    private var idle: [SQLiteSession] = []
    /// The sessions that there are, and those that are being opened.
    private var openCount = 0
    private var openingCount = 0
    private var isClosed = false
    /// The sessions in use by thread, for closures that read within closures that read.
    private var busy: [pthread_t: SQLiteSession] = [:]

    /// - Parameters:
    ///   - isShared: whether others may have changed the store's schema.
    ///   - open: makes a session of a connection of its own.
    init(
        limit: Int, turns: ReaderTurns, isShared: @escaping () -> Bool,
        open: @escaping () throws -> SQLiteSession
    ) {
        self.limit = max(1, limit)
        self.turns = turns
        self.isShared = isShared
        self.open = open
    }

    /// Runs a closure with a session whose reads all see one state of the store.
    func withSession<T>(_ body: (SQLiteSession) throws -> T) throws -> T {
        let thread = pthread_self()
        if let session = condition.withLock({ busy[thread] }) { return try body(session) }
        let session = try take(for: thread)
        defer { giveBack(session, of: thread) }
        // Before it is given back: who closes the store finds nothing left that waits.
        let turn = turns.begin()
        defer { turns.end(turn) }
        let result = Result { try session.readingOneState(isShared: isShared(), body) }
        // What was read while such a file changed may be anything, and so may the error.
        try session.connection.untouchedFile?.checkSame()
        return try result.get()
    }

    private func take(for thread: pthread_t) throws -> SQLiteSession {
        if let session = try takeIdle(for: thread) { return session }
        // Others read meanwhile.
        let opened = Result(catching: open)
        condition.lock()
        defer { condition.unlock() }
        openingCount -= 1
        condition.broadcast()
        guard case .success(let session) = opened, !isClosed else {
            openCount -= 1
            _ = try opened.get()
            throw PersistenceError.misuse("The store is closed")
        }
        busy[thread] = session
        return session
    }

    /// A session that nobody uses. If there is none and one may be opened, nil, and its place is kept.
    private func takeIdle(for thread: pthread_t) throws -> SQLiteSession? {
        condition.lock()
        defer { condition.unlock() }
        while idle.isEmpty && openCount >= limit && !isClosed { condition.wait() }
        guard !isClosed else { throw PersistenceError.misuse("The store is closed") }
        if let session = idle.popLast() {
            if session.connection.untouchedFile?.isUntouched != false {
                busy[thread] = session
                return session
            }
        } else {
            openCount += 1
        }
        openingCount += 1
        return nil
    }

    private func giveBack(_ session: SQLiteSession, of thread: pthread_t) {
        condition.lock()
        defer { condition.unlock() }
        busy[thread] = nil
        if session.connection.failureOfEnding == nil {
            idle.append(session)
        } else {
            openCount -= 1
        }
        condition.broadcast()
    }

    /// Whether a closure of the calling thread has a session.
    var isUsedByThisThread: Bool { condition.withLock { busy[pthread_self()] != nil } }

    /// Waits until nobody reads any more, and closes the connections.
    ///
    /// - Throws: `PersistenceError.misuse` where that would wait for itself.
    func close() throws {
        condition.lock()
        defer { condition.unlock() }
        guard busy[pthread_self()] == nil else {
            throw PersistenceError.misuse("A store cannot be closed by a closure that reads it")
        }
        isClosed = true
        condition.broadcast()
        while !busy.isEmpty || openingCount > 0 { condition.wait() }
        idle.removeAll()
    }
}
