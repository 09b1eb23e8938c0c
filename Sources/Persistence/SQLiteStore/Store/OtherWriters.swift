import Foundation

/// Counts what is written into a store's file, by whomever, for stores that several have open.
// What changes is touched only while the lock is held.
final class OtherWriters: @unchecked Sendable {
    private let lock = NSLock()
    private let connect: () throws -> Connection
    private var connection: Connection?
    private var version: Int64?
    private var count = 0
    private var isClosed = false

    init(_ connect: @escaping () throws -> Connection) {
        self.connect = connect
    }

    /// Rises if something was written since this was last asked for.
    var changeCount: Int {
        lock.withLock {
            guard !isClosed else { return count }
            let current = dataVersion()
            if current == nil || current != version { count += 1 }
            version = current
            return count
        }
    }

    /// SQLite's number for what the connection sees in the file, which changes with it; nil if nobody
    /// knows.
    private func dataVersion() -> Int64? {
        if connection?.untouchedFile?.isUntouched == false {
            (connection, version) = (nil, nil)
        }
        do {
            let connection = try connection ?? connect()
            self.connection = connection
            return try connection.integer("PRAGMA data_version")
        } catch {
            // Whoever reads next hears of it. Until then the file may have been written.
            connection = nil
            return nil
        }
    }

    func close() {
        lock.withLock {
            isClosed = true
            connection = nil
        }
    }
}
