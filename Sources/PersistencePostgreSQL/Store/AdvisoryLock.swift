import Persistence
import Synchronization

/// A connection that holds a lock of the server's. The lock goes with the connection, and so with whoever
/// has it.
// The connection is used under the lock only.
final class AdvisoryLock: @unchecked Sendable {
    /// How long the server may take to say that it is there.
    private static let patience = Duration.seconds(10)
    /// How long it may take until the lock is free.
    private static let patienceAtEnd = Duration.seconds(2)

    private let lock = Mutex(())
    private var connection: ServerConnection?

    /// - Returns: nil if somebody else has the lock.
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

    /// Whether the server still has the connection, and so the lock. One that was lost stays so.
    func isAlive() -> Bool {
        lock.withLock { _ in
            guard let connection else { return false }
            connection.deadline = .now + Self.patience
            do { try connection.run("SELECT 1") } catch { self.connection = nil }
            return self.connection != nil
        }
    }

    /// Lets go of the lock: others have it when this returns, unless the server does not answer. Then it goes
    /// with the connection.
    func close() {
        lock.withLock { _ in
            connection?.deadline = .now + Self.patienceAtEnd
            _ = try? connection?.run("SELECT pg_advisory_unlock_all()")
            connection = nil
        }
    }
}
