import Foundation
import Persistence

/// The keys that this opening of a store may give to new records: blocks taken from `Z_PRIMARYKEY` in
/// transactions of their own, so that nobody waits for the save of another server, and no key is given
/// twice. Keys that are not used are never given again.
// All state is touched only while the lock is held.
final class KeyBlockAllocator: @unchecked Sendable {
    /// The number of keys that are taken at once.
    private static let blockSize: Int64 = 64

    private let lock = NSLock()
    private let connect: () throws -> ServerConnection
    private var connection: ServerConnection?
    private var free: [Int: Range<Int64>] = [:]

    init(_ connect: @escaping () throws -> ServerConnection) {
        self.connect = connect
    }

    /// Gives away keys that follow each other, and returns the first.
    func take(
        _ count: Int, of root: EntityLayout, _ contents: PostgreSQLStoreContents
    ) throws -> Int64 {
        guard count > 0 else { throw PersistenceError.misuse("No keys were asked for") }
        lock.lock()
        defer { lock.unlock() }
        var range = free[root.number] ?? 0..<0
        if range.count < count {
            let missing = max(Int64(count), Self.blockSize)
            let block = try reserve(missing, of: root, contents)
            // Nobody has taken keys in between: none is lost.
            range =
                block.lowerBound == range.upperBound ? range.lowerBound..<block.upperBound : block
        }
        free[root.number] = (range.lowerBound + Int64(count))..<range.upperBound
        return range.lowerBound
    }

    func close() {
        lock.withLock {
            connection = nil
            free = [:]
        }
    }

    private func reserve(
        _ count: Int64, of root: EntityLayout, _ contents: PostgreSQLStoreContents
    ) throws -> Range<Int64> {
        let sql =
            // A person may have added rows without counting them.
            "UPDATE Z_PRIMARYKEY SET Z_MAX = GREATEST(COALESCE(Z_MAX, 0), "
            + "(SELECT COALESCE(MAX(Z_PK), 0) FROM \(contents.schema[root].table))) + $1 "
            // The store may have become one of another model, with other numbers.
            + "WHERE Z_ENT = $2 AND \(StoreReader.number) = $3 RETURNING Z_MAX"
        let parameters = StatementParameters()
        parameters.append(count)
        parameters.append(Int32(root.number))
        parameters.append(contents.number)
        let result: ServerResult
        do {
            result = try withConnection { try $0.run(sql, parameters) }
        } catch let error as PostgreSQLError where error.isUndefinedTable {
            try withConnection(contents.checkTables)
            throw error
        }
        guard result.rowCount > 0 else {
            try withConnection(contents.checkTables)
            throw PersistenceError.corruptStore(
                path: contents.address.description,
                reason: "Z_PRIMARYKEY has no row for \(root.name)")
        }
        let last = result[0].integer(0)
        return (last - count + 1)..<(last + 1)
    }

    private func withConnection<T>(_ body: (ServerConnection) throws -> T) throws -> T {
        let known = connection.flatMap { $0.isLost ? nil : $0 }
        let current = try known ?? connect()
        connection = current
        do {
            return try body(current)
        } catch let error as PostgreSQLError where error.isConnectionLost {
            connection = nil
            guard known != nil else { throw error }
            // What was taken without its answer is lost; nobody else has it.
            let new = try connect()
            connection = new
            return try body(new)
        }
    }
}
