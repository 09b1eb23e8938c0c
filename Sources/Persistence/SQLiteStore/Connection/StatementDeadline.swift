import CSQLite

/// When whatever runs on a connection is broken off: at a moment, or when nobody waits for it.
final class StatementDeadline {
    /// Instructions of SQLite's machine between two looks at the clock: well below a millisecond.
    private static let instructionsBetweenLooks: Int32 = 10_000

    private let handle: OpaquePointer

    /// The moment; nil for none.
    var moment: ContinuousClock.Instant? {
        didSet { watch() }
    }

    /// Who says that nobody waits any more; nil for nobody.
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

    /// Whether nobody waits any more.
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
