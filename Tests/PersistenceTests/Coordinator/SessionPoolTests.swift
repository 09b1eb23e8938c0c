import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Persistence

@Suite("Session pool", .endsIfItHangs)
struct SessionPoolTests {
    private final class Session: PooledSession {
        var isUsable = true
        var isCurrent = true
    }

    /// Makes sessions, and counts them.
    private final class Opening: Sendable {
        struct Failure: Error {}

        private let state = Mutex((count: 0, fails: false))
        var count: Int { state.withLock { $0.count } }

        func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

        func open() throws -> Session {
            try state.withLock { state in
                if state.fails { throw Failure() }
                state.count += 1
            }
            return Session()
        }
    }

    @Test("A nested closure gets the same session, and sessions are reused")
    func nesting() throws {
        let opening = Opening()
        let pool = SessionPool(limit: 2) { try opening.open() }

        try pool.withSession { outer, isFirst in
            #expect(isFirst)
            try pool.withSession { inner, isFirst in
                #expect(inner === outer)
                #expect(!isFirst)
            }
        }
        try pool.withSession { _, _ in }

        #expect(opening.count == 1)
        try pool.close()
    }

    @Test("An unusable or outdated session is replaced")
    func replacing() throws {
        let opening = Opening()
        let pool = SessionPool(limit: 1) { try opening.open() }
        try pool.withSession { session, _ in session.isUsable = false }
        try pool.withSession { session, _ in session.isCurrent = false }
        try pool.withSession { session, _ in #expect(session.isCurrent) }

        #expect(opening.count == 3)
        try pool.close()
    }

    @Test("The number of sessions is limited, and waiting for one times out", .blocking)
    func limit() throws {
        let opening = Opening()
        let pool = SessionPool(limit: 1, timeout: 0.05) { try opening.open() }
        let (isBusy, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasEnded = DispatchSemaphore(value: 0)
        Thread {
            do {
                try pool.withSession { _, _ in
                    isBusy.signal()
                    ends.wait()
                }
            } catch {
                Issue.record(error)
            }
            hasEnded.signal()
        }.start()
        isBusy.wait()

        let error = #expect(throws: PersistenceError.self) { try pool.withSession { _, _ in } }

        guard case .timeLimitExceeded = error else {
            Issue.record("Refused for another reason: \(String(describing: error))")
            return
        }
        ends.signal()
        hasEnded.wait()
        try pool.withSession { _, _ in }
        #expect(opening.count == 1)
        try pool.close()
    }

    @Test("A session that cannot be opened does not count towards the limit")
    func failing() throws {
        let opening = Opening()
        let pool = SessionPool(limit: 1, timeout: 0.05) { try opening.open() }
        opening.fail(true)
        for _ in 0..<3 {
            #expect(throws: Opening.Failure.self) { try pool.withSession { _, _ in } }
        }
        opening.fail(false)

        try pool.withSession { _, _ in }

        #expect(opening.count == 1)
        try pool.close()
    }

    @Test("A holder of a session cannot close the pool, and a closed pool provides no sessions")
    func closing() throws {
        let pool = SessionPool(limit: 1) { Session() }
        #expect(throws: PersistenceError.self) {
            try pool.withSession { _, _ in try pool.close() }
        }
        try pool.withSession { _, _ in }
        try pool.close()

        #expect(throws: PersistenceError.self) { try pool.withSession { _, _ in } }
    }
}
