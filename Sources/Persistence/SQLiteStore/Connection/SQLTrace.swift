import Synchronization

/// Receives the SQL text of each statement that a store runs, for tests and logs.
public final class SQLTrace: Sendable {
    private let statements = Mutex<[String]>([])

    public init() {}

    /// The texts since the last call of `removeAll`, in the order in which they ran. Values do not
    /// stand in them.
    public var sql: [String] { statements.withLock { $0 } }

    /// Forgets the texts.
    public func removeAll() {
        statements.withLock { $0.removeAll() }
    }

    func record(_ sql: String) {
        statements.withLock { $0.append(sql) }
    }
}
