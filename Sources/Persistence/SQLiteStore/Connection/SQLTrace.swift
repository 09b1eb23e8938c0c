import CSQLite
import Synchronization

/// Receives the SQL text of each statement that a store runs, for tests and logs.
///
/// ```swift
/// let trace = SQLTrace()
/// store.trace = trace
/// ```
///
/// To log each text at once, pass a closure:
///
/// ```swift
/// store.trace = SQLTrace(capacity: 0) { logger.debug("\($0)") }
/// ```
public final class SQLTrace: Sendable {
    private let statements = Mutex<[String]>([])
    /// The maximum number of kept texts; older ones are dropped.
    public let capacity: Int

    private let handler: (@Sendable (String) -> Void)?

    /// - Parameters:
    ///   - capacity: the greatest number of kept texts; older ones are dropped.
    ///   - handler: called with each text before it runs, on its thread.
    public init(capacity: Int = 10_000, handler: (@Sendable (String) -> Void)? = nil) {
        self.capacity = max(0, capacity)
        self.handler = handler
    }

    /// The last texts since `removeAll`, in order. They contain no values.
    public var sql: [String] { statements.withLock { $0.suffix(capacity) } }

    /// Removes the texts.
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

/// Interrupts the statements of a connection at a deadline or on cancellation.
final class StatementDeadline {
    /// SQLite instructions between two checks, well below a millisecond.
    private static let instructionsBetweenLooks: Int32 = 10_000

    private let handle: OpaquePointer

    /// The deadline; nil for none.
    var moment: ContinuousClock.Instant? {
        didSet { watch() }
    }

    /// The cancellation; nil for none.
    var cancellation: ReadCancellation? {
        didSet { watch() }
    }

    init(of handle: OpaquePointer) {
        self.handle = handle
    }

    var hasPassed: Bool {
        moment.map { ContinuousClock.now >= $0 } ?? false
    }

    var isCancelled: Bool { cancellation?.isCancelled ?? false }

    private func watch() {
        guard moment != nil || cancellation != nil else {
            return sqlite3_progress_handler(handle, 0, nil, nil)
        }
        // The connection owns this object and closes its handle first, so the pointer stays valid.
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
