import Foundation

/// The connections for reading, each used by one thread at a time.
// All state is touched only while the condition is locked; a connection belongs to the thread that
// took it until it is given back.
final class ReaderPool: @unchecked Sendable {
    private let condition = NSCondition()
    private let limit: Int
    private let turns: ReaderTurns
    private let open: () throws -> SQLiteSession
    private var idle: [SQLiteSession] = []
    private var openCount = 0
    private var isClosed = false
    /// The sessions in use by thread, for closures that read within closures that read.
    private var busy: [pthread_t: SQLiteSession] = [:]

    init(limit: Int, turns: ReaderTurns, open: @escaping () throws -> SQLiteSession) {
        self.limit = max(1, limit)
        self.turns = turns
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
        let result = Result { try session.readingOneState(body) }
        // What was read while such a file changed may be anything, and so may the error.
        try session.connection.untouchedFile?.checkSame()
        return try result.get()
    }

    private func take(for thread: pthread_t) throws -> SQLiteSession {
        condition.lock()
        defer { condition.unlock() }
        while idle.isEmpty && openCount >= limit && !isClosed { condition.wait() }
        guard !isClosed else { throw PersistenceError.misuse("The store is closed") }
        if idle.isEmpty {
            idle.append(try open())
            openCount += 1
        } else if idle.last?.connection.untouchedFile?.isUntouched == false {
            idle[idle.count - 1] = try open()
        }
        let session = idle.removeLast()
        busy[thread] = session
        return session
    }

    private func giveBack(_ session: SQLiteSession, of thread: pthread_t) {
        condition.lock()
        defer { condition.unlock() }
        busy[thread] = nil
        idle.append(session)
        condition.broadcast()
    }

    /// Waits until nobody reads any more, and closes the connections.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        while !busy.isEmpty { condition.wait() }
        idle.removeAll()
        condition.broadcast()
    }
}

extension SQLiteSession {
    fileprivate func readingOneState<T>(_ body: (SQLiteSession) throws -> T) throws -> T {
        try connection.execute("BEGIN")
        let result: T
        do {
            result = try body(self)
        } catch {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            throw error
        }
        try connection.execute("COMMIT")
        return result
    }
}
