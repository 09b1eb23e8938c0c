import Foundation
import Persistence

/// The connections for reading, each used by one thread at a time.
// All state is touched only while the condition is locked; a session belongs to the thread that took it
// until it is given back.
final class ConnectionPool: @unchecked Sendable {
    private let condition = NSCondition()
    private let limit: Int
    private let patience: TimeInterval
    private let open: () throws -> PostgreSQLSession
    private var idle: [PostgreSQLSession] = []
    /// The sessions that there are, and that are being opened.
    private var count = 0
    private var isClosed = false
    /// The sessions in use by thread, for closures that read within closures that read.
    private var busy: [pthread_t: PostgreSQLSession] = [:]

    /// - Parameters:
    ///   - limit: the greatest number of connections.
    ///   - patience: how many seconds to wait for one of them.
    ///   - open: makes a session with a connection of its own.
    init(limit: Int, patience: TimeInterval, open: @escaping () throws -> PostgreSQLSession) {
        self.limit = max(1, limit)
        self.patience = patience
        self.open = open
    }

    /// Runs a closure with a session. A closure within it, on the same thread, gets the same one.
    func withSession<T>(_ body: (PostgreSQLSession) throws -> T) throws -> T {
        let thread = pthread_self()
        if let session = condition.withLock({ busy[thread] }) { return try body(session) }
        let session = try take(for: thread)
        defer { giveBack(session, of: thread) }
        return try session.readingOneState(body)
    }

    private func take(for thread: pthread_t) throws -> PostgreSQLSession {
        if let session = try takeIdle(for: thread) { return session }
        // Others read meanwhile.
        let opened = Result(catching: open)
        condition.lock()
        defer { condition.unlock() }
        guard case .success(let session) = opened, !isClosed else {
            count -= 1
            condition.broadcast()
            _ = try opened.get()
            throw PersistenceError.misuse("The store is closed")
        }
        busy[thread] = session
        return session
    }

    /// A session that nobody uses. If there is none and one may be opened, nil, and its place is kept.
    private func takeIdle(for thread: pthread_t) throws -> PostgreSQLSession? {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: patience)
        while idle.isEmpty, count >= limit, !isClosed {
            guard condition.wait(until: end) else { throw PersistenceError.timeLimitExceeded }
        }
        guard !isClosed else { throw PersistenceError.misuse("The store is closed") }
        guard let session = idle.popLast() else {
            count += 1
            return nil
        }
        busy[thread] = session
        return session
    }

    private func giveBack(_ session: PostgreSQLSession, of thread: pthread_t) {
        condition.lock()
        defer { condition.unlock() }
        busy[thread] = nil
        if session.isUsable, !isClosed {
            idle.append(session)
        } else {
            count -= 1
        }
        condition.broadcast()
    }

    /// Whether a closure of the calling thread has a session.
    var isUsedByThisThread: Bool { condition.withLock { busy[pthread_self()] != nil } }

    /// Lets go of the connections that nobody uses: the server may have closed them.
    func forgetIdle() {
        condition.withLock {
            count -= idle.count
            idle.removeAll()
            condition.broadcast()
        }
    }

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
        count -= idle.count
        idle.removeAll()
        while count > 0 { condition.wait() }
    }
}
