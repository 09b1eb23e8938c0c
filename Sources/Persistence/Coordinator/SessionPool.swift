package import Foundation

/// A session that one after the other uses.
package protocol PooledSession: AnyObject {
    /// Whether the next one may use it, as the last user left it.
    var isUsable: Bool { get }
    /// Whether it still shows the store that is there, after a while in which no one used it.
    var isCurrent: Bool { get }
}

/// The sessions of a store for reading, each with a connection of its own and used by one thread at a time.
// All state is touched only while the condition is locked; a session belongs to the thread that took it
// until it is given back.
package final class SessionPool<Session: PooledSession>: @unchecked Sendable {
    private let condition = NSCondition()
    private let limit: Int
    private let patience: TimeInterval?
    private let open: () throws -> Session
    private var idle: [Session] = []
    /// The sessions that there are, and that are being opened.
    private var count = 0
    private var isClosed = false
    /// The sessions in use by thread, for closures that read within closures that read.
    private var busy: [pthread_t: Session] = [:]

    /// - Parameters:
    ///   - limit: the greatest number of sessions.
    ///   - patience: how many seconds to wait for one of them; nil, the default, for as long as it takes.
    ///   - open: makes a session with a connection of its own.
    package init(
        limit: Int, patience: TimeInterval? = nil, open: @escaping () throws -> Session
    ) {
        self.limit = max(1, limit)
        self.patience = patience
        self.open = open
    }

    /// Runs a closure with a session. A closure within it, on the same thread, gets the same one.
    ///
    /// - Parameter body: gets the session, and whether it is the first closure with it, which sees to it that all
    ///   reads see one state.
    /// - Throws: `PersistenceError.timeLimitExceeded` if all sessions are in use for too long,
    ///   `PersistenceError.misuse` once the pool is closed, and what the closure throws.
    package func withSession<T>(_ body: (Session, _ isFirst: Bool) throws -> T) throws -> T {
        let thread = pthread_self()
        if let session = condition.withLock({ busy[thread] }) { return try body(session, false) }
        let session = try take(for: thread)
        defer { giveBack(session, of: thread) }
        return try body(session, true)
    }

    private func take(for thread: pthread_t) throws -> Session {
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

    /// A session that no one uses. If there is none and one may be opened, nil, and its place is kept.
    private func takeIdle(for thread: pthread_t) throws -> Session? {
        condition.lock()
        defer { condition.unlock() }
        let end = patience.map { Date(timeIntervalSinceNow: $0) }
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
        // Another one takes its place.
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

    /// Whether a closure of the calling thread has a session.
    package var isUsedByThisThread: Bool { condition.withLock { busy[pthread_self()] != nil } }

    /// Waits until there are no readers, and closes the connections.
    ///
    /// - Throws: `PersistenceError.misuse` where that would wait for itself.
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
