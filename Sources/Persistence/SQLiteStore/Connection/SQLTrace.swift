import Synchronization

/// Receives the SQL text of each statement that a store runs, for tests and logs.
///
/// ```swift
/// let trace = SQLTrace()
/// store.trace = trace
/// ```
///
/// A log hears of each text at once:
///
/// ```swift
/// store.trace = SQLTrace(capacity: 0) { logger.debug("\($0)") }
/// ```
public final class SQLTrace: Sendable {
    private let statements = Mutex<[String]>([])
    /// The greatest number of texts that are kept.
    public let capacity: Int

    private let handler: (@Sendable (String) -> Void)?

    /// - Parameters:
    ///   - capacity: the greatest number of texts that are kept: older ones give way.
    ///   - handler: called with each text before it runs, by the thread that runs it.
    public init(capacity: Int = 10_000, handler: (@Sendable (String) -> Void)? = nil) {
        self.capacity = max(0, capacity)
        self.handler = handler
    }

    /// The last texts since the last call of `removeAll`, in the order in which they ran. Values do
    /// not stand in them.
    public var sql: [String] { statements.withLock { $0.suffix(capacity) } }

    /// Forgets the texts.
    public func removeAll() {
        statements.withLock { $0.removeAll() }
    }

    package func record(_ sql: String) {
        statements.withLock { statements in
            statements.append(sql)
            // Half of them at once, or each statement would move all others.
            if statements.count - capacity > capacity {
                statements.removeFirst(statements.count - capacity)
            }
        }
        handler?(sql)
    }
}
