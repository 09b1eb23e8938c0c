import Foundation
import Persistence

/// The keys that this process may give to new records: blocks from `Z_PRIMARYKEY`, taken in
/// separate transactions so that processes do not wait for each other's saves and no key is given
/// twice. Unused keys are lost.
// The lock protects all state.
final class KeyBlockAllocator: @unchecked Sendable {
    /// The number of keys in a block.
    private static let blockSize: Int64 = 64

    private let lock = NSLock()
    private let connect: () throws -> ServerConnection
    private var connection: ServerConnection?
    private var free: [Int: Range<Int64>] = [:]

    init(_ connect: @escaping () throws -> ServerConnection) {
        self.connect = connect
    }

    /// Reserves consecutive keys, and returns the first.
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
            // The blocks are adjacent, so that no key is lost.
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
            // A person may have added rows without updating the counter.
            "UPDATE Z_PRIMARYKEY SET Z_MAX = GREATEST(COALESCE(Z_MAX, 0), "
            + "(SELECT COALESCE(MAX(Z_PK), 0) FROM \(contents.schema[root].table))) + $1 "
            // The store may have been migrated to a model with other entity numbers.
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
            // Keys taken without an answer are lost; no other process has them.
            let new = try connect()
            connection = new
            return try body(new)
        }
    }
}
