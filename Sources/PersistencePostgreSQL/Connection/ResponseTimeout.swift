import CLibpq
import Foundation
import Persistence
import Synchronization

/// How long a server has said nothing to somebody who waits for its answer.
///
/// It may be at work, or wait for a lock; or it is gone, and the network has not said so. From time to time
/// it is asked over another connection which of them it is.
struct ResponseTimeout {
    /// How long a server may say nothing before it is asked.
    static let limit = Duration.seconds(10)

    private var end = ContinuousClock.now + Self.limit

    /// Whether it has lasted so long that the server is to be asked.
    var isLong: Bool { ContinuousClock.now >= end }

    /// Asks the server. If it is at work, or nobody knows, the silence begins anew.
    ///
    /// - Throws: `PostgreSQLError` if nothing comes from it any more.
    mutating func explain(_ connection: ServerConnection, _ sql: String?) throws {
        guard connection.address.isAnswered() else {
            throw connection.silent(sql, PostgreSQLError.unreachable)
        }
        guard connection.isServed() else { throw connection.silent(sql) }
        end = .now + Self.limit
    }
}

extension ServerConnection {
    /// Whether the server works for the conversation, as far as it says so over another connection. Who has no
    /// answer from a server that does nothing for them gets none any more: it went lost on the way, or comes
    /// from a server that has taken the other one's place.
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
            // What it has locked would be in the way of whoever does the same again.
            try other.runOnce(Self.ending, parameters)
            return false
        } catch {
            // It is there, and has no connection to spare, or does not know such a question.
            return true
        }
    }

    /// Whether the answer has come meanwhile.
    private var hasInput: Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }

    /// Somebody in between, such as a pool, has numbers of its own: nothing is known then.
    private static let isOwnNumber = "SELECT pg_backend_pid() = $1"
    /// Numbers are given again, so that the age has to be that of the conversation too, whatever the clocks say.
    private static let own =
        "FROM pg_stat_activity WHERE pid = $1 AND usename = current_user "
        + "AND abs(extract(epoch FROM clock_timestamp() - backend_start) - $2) < 10"
    /// One of several standbys may have been asked for another one: nothing is known then either.
    private static let isAtWork =
        "SELECT COALESCE(bool_or(COALESCE(state, '') NOT LIKE 'idle%'), pg_is_in_recovery()) \(own)"
    private static let ending =
        "SELECT pg_terminate_backend(pid) \(own) AND state LIKE 'idle in transaction%'"
}

/// Whether a server was away a moment ago, and let somebody wait for it: those who come right after are told
/// so at once, instead of waiting one after the other.
final class ReconnectBackoff: Sendable {
    /// How long somebody has to have waited.
    private static let wait = Duration.seconds(1)
    /// How long nobody else tries.
    private static let pause = Duration.seconds(2)

    private struct Failure {
        let error: PostgreSQLError
        let end: ContinuousClock.Instant
    }

    private let failure = Mutex<Failure?>(nil)

    /// Connects to the server.
    ///
    /// - Throws: `PostgreSQLError`, which may be that of somebody who has just tried.
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

    /// Records that somebody has waited in vain.
    func record(_ error: PostgreSQLError) {
        failure.withLock { $0 = Failure(error: error, end: .now + Self.pause) }
    }
}
