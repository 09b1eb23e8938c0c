import Foundation
import ObjectModel
import Persistence

/// Reads the metadata and model of a database's store.
struct StoreReader {
    private let address: ServerAddress
    private let connection: ServerConnection

    /// Reads the store of a database without opening it.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if the server cannot be reached, has no store there,
    ///   or refuses access.
    static func read<T>(_ address: ServerAddress, _ body: (StoreReader) throws -> T) throws -> T {
        do { return try body(StoreReader(address)) } catch let error as PostgreSQLError {
            throw error.cannotOpen(address)
        }
    }

    private init(_ address: ServerAddress) throws {
        let connection = try ServerConnection(address)
        let tables = try connection.runOnce(
            "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() "
                + "AND tablename = 'z_metadata'")
        guard tables.rowCount > 0 else {
            throw PersistenceError.cannotOpen(
                path: address.description, reason: .foreign("the database holds no store"))
        }
        self.init(address, connection)
    }

    /// Reads over an existing connection.
    init(_ address: ServerAddress, _ connection: ServerConnection) {
        self.address = address
        self.connection = connection
    }

    func metadata() throws -> PersistentStoreMetadata {
        let result = try connection.runOnce(
            "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        guard result.rowCount > 0 else { throw PersistenceError.hasNoMetadata(address.description) }
        for (column, name) in ["Z_UUID", "Z_PLIST"].enumerated()
        where result[0].isNull(Int32(column)) {
            throw corrupt("the row of Z_METADATA has no \(name)")
        }
        do {
            return try PersistentStoreMetadata(
                identifier: result[0].string(0), propertyList: result[0].data(1))
        } catch {
            throw corrupt("Z_METADATA cannot be read: \(error)")
        }
    }

    /// Sets metadata values of an application, while there is no writer.
    func setMetadata(
        _ values: (PersistentStoreMetadata) throws -> [String: AttributeValue]
    ) throws {
        try connection.execute("BEGIN")
        try connection.execute("LOCK TABLE Z_METADATA IN SHARE ROW EXCLUSIVE MODE")
        var metadata = try metadata()
        let new = try values(metadata)
        if !new.isEmpty {
            try metadata.set(new)
            let parameters = StatementParameters()
            parameters.append(metadata.propertyList)
            try connection.runOnce("UPDATE Z_METADATA SET Z_PLIST = $1", parameters)
        }
        try connection.execute("COMMIT")
    }

    /// The model that the store was written with.
    func model() throws -> ManagedObjectModel {
        let result = try connection.runOnce("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
        guard result.rowCount > 0 else { throw corrupt("Z_MODELCACHE has no row") }
        guard !result[0].isNull(0) else {
            throw corrupt("the row of Z_MODELCACHE has no Z_CONTENT")
        }
        do {
            return try ManagedObjectModel(modelCache: result[0].data(0))
        } catch {
            throw corrupt("Z_MODELCACHE cannot be read: \(error)")
        }
    }

    /// The number of the store's tables, as an expression: tables that replace them have another
    /// one.
    static let number = "CAST(CAST(to_regclass('z_metadata') AS oid) AS bigint)"

    /// The number of the transaction that last wrote the metadata: while it is the same, the
    /// metadata need not be read and compared.
    static let metadataWriter =
        "SELECT CAST(CAST(xmin AS text) AS bigint) FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1"

    func number() throws -> Int64 {
        try connection.runOnce("SELECT \(Self.number)")[0].integer(0)
    }

    func corrupt(_ reason: String) -> PersistenceError {
        .corruptStore(path: address.description, reason: reason)
    }
}
