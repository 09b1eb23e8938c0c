import Persistence
import Synchronization

/// A connection that holds an advisory lock. The server releases the lock when the connection ends.
// The mutex protects the connection.
final class AdvisoryLock: @unchecked Sendable {
    /// The time limit for checking the connection.
    private static let timeout = Duration.seconds(10)
    /// The time limit for releasing the lock.
    private static let patienceAtEnd = Duration.seconds(2)

    private let lock = Mutex(())
    private var connection: ServerConnection?

    /// - Returns: nil if the lock is taken.
    /// - Throws: `PostgreSQLError`.
    init?(_ contents: PostgreSQLStoreContents, _ name: String) throws {
        let connection = try ServerConnection(contents.address)
        let parameters = StatementParameters()
        parameters.append("\(contents.identifier) \(name)")
        let answer = try connection.runOnce(
            "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", parameters)
        guard answer.rowCount > 0, answer[0].boolean(0) else { return nil }
        self.connection = connection
    }

    /// Whether the server still has the connection, and so the lock. Once lost, it stays lost.
    func isAlive() -> Bool {
        lock.withLock { _ in
            guard let connection else { return false }
            connection.deadline = .now + Self.timeout
            do { try connection.run("SELECT 1") } catch { self.connection = nil }
            return self.connection != nil
        }
    }

    /// Releases the lock: it is free when this returns, unless the server does not answer. Then it
    /// is released with the connection.
    func close() {
        lock.withLock { _ in
            connection?.deadline = .now + Self.patienceAtEnd
            _ = try? connection?.run("SELECT pg_advisory_unlock_all()")
            connection = nil
        }
    }
}
