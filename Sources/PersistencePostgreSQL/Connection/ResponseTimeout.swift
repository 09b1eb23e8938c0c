import CLibpq
import Foundation
import Persistence
import Synchronization

/// Distinguishes a busy server from one that is gone, while an answer is awaited.
///
/// A silent server may be at work, or wait for a lock; or it is gone, and the network has not said
/// so. After a while, another connection asks which it is.
struct ResponseTimeout {
    /// The time without an answer before the server is asked.
    static let limit = Duration.seconds(10)

    private var end = ContinuousClock.now + Self.limit

    /// Whether it is time to ask the server.
    var isLong: Bool { ContinuousClock.now >= end }

    /// Asks the server. If it is at work, or the answer is not known, the time starts again.
    ///
    /// - Throws: `PostgreSQLError` if no answer is to be expected.
    mutating func explain(_ connection: ServerConnection, _ sql: String?) throws {
        guard connection.address.isAnswered() else {
            throw connection.silent(sql, PostgreSQLError.unreachable)
        }
        guard connection.isServed() else { throw connection.silent(sql) }
        end = .now + Self.limit
    }
}

extension ServerConnection {
    /// Whether the server still works for this connection, as another connection sees it. If it
    /// does nothing for it, no answer will come: it was lost on the way, or another server has
    /// taken the place of the first.
    fileprivate func isServed() -> Bool {
        do {
            let other = try ServerConnection(address)
            other.deadline = .now + ResponseTimeout.limit
            let parameters = StatementParameters(capacity: 8)
            parameters.append(PQbackendPID(handle))
            parameters.append((ContinuousClock.now - begun) / .seconds(1))
            let ended = StatementParameters(capacity: 8)
            ended.append(PQbackendPID(other.handle))
            guard
                try other.runOnce(Self.isOwnNumber, ended)[0].boolean(0),
                try !other.runOnce(Self.isAtWork, parameters)[0].boolean(0), !hasInput
            else { return true }
            // Its locks would block a retry of the same work.
            try other.runOnce(Self.ending, parameters)
            return false
        } catch {
            // The server is there, but has no free connection or does not know the question.
            return true
        }
    }

    /// Whether the answer has arrived meanwhile.
    private var hasInput: Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }

    /// A connection pool between has other process numbers: then nothing is known.
    private static let isOwnNumber = "SELECT pg_backend_pid() = $1"
    /// Process numbers are reused, so the start time has to match too, independent of clocks.
    private static let own =
        "FROM pg_stat_activity WHERE pid = $1 AND usename = current_user "
        + "AND abs(extract(epoch FROM clock_timestamp() - backend_start) - $2) < 10"
    /// The question may have reached another one of several standbys: then nothing is known either.
    private static let isAtWork =
        "SELECT COALESCE(bool_or(COALESCE(state, '') NOT LIKE 'idle%'), pg_is_in_recovery()) \(own)"
    private static let ending =
        "SELECT pg_terminate_backend(pid) \(own) AND state LIKE 'idle in transaction%'"
}

/// Remembers for a moment that a server was away after a long wait, so that the next callers fail
/// at once instead of waiting one after the other.
final class ReconnectBackoff: Sendable {
    /// The wait after which a failure is remembered.
    private static let wait = Duration.seconds(1)
    /// The time for which it is remembered.
    private static let pause = Duration.seconds(2)

    private struct Failure {
        let error: PostgreSQLError
        let end: ContinuousClock.Instant
    }

    private let failure = Mutex<Failure?>(nil)

    /// Connects to the server.
    ///
    /// - Throws: `PostgreSQLError`, perhaps the one from another caller's recent attempt.
    func connect(to address: ServerAddress) throws -> ServerConnection {
        let begun = ContinuousClock.now
        if let known = failure.withLock({ $0 }), begun < known.end { throw known.error }
        do {
            return try ServerConnection(address)
        } catch let error as PostgreSQLError where error.isConnectionLost {
            if ContinuousClock.now - begun > Self.wait { record(error) }
            throw error
        }
    }

    /// Remembers a failure after a long wait.
    func record(_ error: PostgreSQLError) {
        failure.withLock { $0 = Failure(error: error, end: .now + Self.pause) }
    }
}
