import CSQLite
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

/// When whatever runs on a connection is broken off: at a moment, or when no one waits for it.
final class StatementDeadline {
    /// Instructions of SQLite's machine between two looks at the clock: well below a millisecond.
    private static let instructionsBetweenLooks: Int32 = 10_000

    private let handle: OpaquePointer

    /// The moment; nil for none.
    var moment: ContinuousClock.Instant? {
        didSet { watch() }
    }

    /// Tells that the result is no longer wanted; nil for never.
    var cancellation: ReadCancellation? {
        didSet { watch() }
    }

    init(of handle: OpaquePointer) {
        self.handle = handle
    }

    /// Whether the time is up.
    var hasPassed: Bool {
        moment.map { ContinuousClock.now >= $0 } ?? false
    }

    /// Whether the result is no longer wanted.
    var isCancelled: Bool { cancellation?.isCancelled ?? false }

    private func watch() {
        guard moment != nil || cancellation != nil else {
            return sqlite3_progress_handler(handle, 0, nil, nil)
        }
        // The connection, which owns this object, closes its handle before it lets go of it.
        sqlite3_progress_handler(
            handle, Self.instructionsBetweenLooks,
            { deadline in
                guard let deadline else { return 0 }
                let deadlineOfConnection = Unmanaged<StatementDeadline>.fromOpaque(deadline)
                    .takeUnretainedValue()
                return deadlineOfConnection.isCancelled || deadlineOfConnection.hasPassed ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
