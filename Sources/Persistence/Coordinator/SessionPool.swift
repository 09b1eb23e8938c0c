package import Foundation

/// A session that is reused.
package protocol PooledSession: AnyObject {
    /// Whether the last user left it usable.
    var isUsable: Bool { get }
    /// Whether it still refers to the present store, after a time without use.
    var isCurrent: Bool { get }
}

/// The read sessions of a store, each with its own connection and used by one thread at a time.
// The condition protects all state; a session belongs to the thread that took it until it is returned.
package final class SessionPool<Session: PooledSession>: @unchecked Sendable {
    private let condition = NSCondition()
    private let limit: Int
    private let timeout: TimeInterval?
    private let open: () throws -> Session
    private var idle: [Session] = []
    /// The number of sessions, including those that are being opened.
    private var count = 0
    private var isClosed = false
    /// The sessions in use by thread, for nested closures.
    private var busy: [pthread_t: Session] = [:]

    /// - Parameters:
    ///   - limit: the greatest number of sessions.
    ///   - timeout: the seconds to wait for a session. Default: nil, without limit.
    ///   - open: opens a session with its own connection.
    package init(limit: Int, timeout: TimeInterval? = nil, open: @escaping () throws -> Session) {
        self.limit = max(1, limit)
        self.timeout = timeout
        self.open = open
    }

    /// Runs a closure with a session. A nested call on the same thread gets the same one.
    ///
    /// - Parameter body: gets the session, and whether the call is the outermost, which must make
    ///   all reads see one state.
    /// - Throws: `PersistenceError.timeLimitExceeded` if all sessions are in use for too long,
    ///   `PersistenceError.misuse` once the pool is closed, and errors of the closure.
    package func withSession<T>(_ body: (Session, _ isFirst: Bool) throws -> T) throws -> T {
        let thread = pthread_self()
        if let session = condition.withLock({ busy[thread] }) { return try body(session, false) }
        let session = try take(for: thread)
        defer { giveBack(session, of: thread) }
        return try body(session, true)
    }

    private func take(for thread: pthread_t) throws -> Session {
        if let session = try takeIdle(for: thread) { return session }
        // Opened outside the lock.
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

    /// An idle session. Nil if there is none but one may be opened, whose place is reserved.
    private func takeIdle(for thread: pthread_t) throws -> Session? {
        condition.lock()
        defer { condition.unlock() }
        let end = timeout.map { Date(timeIntervalSinceNow: $0) }
        while idle.isEmpty, count >= limit, !isClosed {
            guard let end else {
                condition.wait()
                continue
            }
            guard condition.wait(until: end) else { throw PersistenceError.timeLimitExceeded }
        }
        guard !isClosed else { throw PersistenceError.misuse("The store is closed") }
        guard let session = idle.popLast() else {
            count += 1
            return nil
        }
        // A new one takes its place.
        guard session.isCurrent else { return nil }
        busy[thread] = session
        return session
    }

    private func giveBack(_ session: Session, of thread: pthread_t) {
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

    /// Whether the calling thread has a session.
    package var isUsedByThisThread: Bool { condition.withLock { busy[pthread_self()] != nil } }

    /// Waits for readers to finish, and closes the connections.
    ///
    /// - Throws: `PersistenceError.misuse` if the calling thread is a reader.
    package func close() throws {
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
