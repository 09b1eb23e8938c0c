import Foundation
import ObjectModel

/// The content of `Z_METADATA`.
struct StoreMetadata: Sendable {
    /// The store's UUID, in upper case.
    var identifier: String
    /// The members of the property list, including those of applications.
    var members: [String: PropertyListValue]

    enum Key {
        static let storeType = "NSStoreType"
        static let frameworkVersion = "NSPersistenceFrameworkVersion"
        static let hashes = "NSStoreModelVersionHashes"
        static let hashesVersion = "NSStoreModelVersionHashesVersion"
        static let identifiers = "NSStoreModelVersionIdentifiers"
        static let vacuumLevel = "_NSAutoVacuumLevel"
        static let digest = "NSStoreModelVersionHashesDigest"
        static let checksum = "NSStoreModelVersionChecksumKey"
        /// The whole model, as in `Z_MODELCACHE`; only in this library's atomic stores.
        static let modelCache = "PersistenceModelCache"
        /// The deferred work of a migration, by table.
        static let deferredMigration = "PersistenceDeferredMigration"
        /// The members that identify the model's version.
        static let modelVersion: Set = [hashes, hashesVersion, identifiers, digest, checksum]
    }

    init(identifier: String, members: [String: PropertyListValue]) {
        self.identifier = identifier
        self.members = members
    }

    /// The metadata of a new SQLite store.
    ///
    /// - Parameter hashes: the version hashes of the model's entities, if known.
    init(newStoreFor model: ManagedObjectModel, hashes: [String: Data]? = nil) {
        identifier = UUID().uuidString
        members = [
            Key.storeType: .string("SQLite"),
            // The newest layout of Core Data that this library follows.
            Key.frameworkVersion: .integer(847),
            Key.hashesVersion: .integer(3),
            Key.vacuumLevel: .string("2"),
        ]
        setModel(model, hashes: hashes)
    }

    /// Reads the row of `Z_METADATA`.
    init(identifier: String, propertyList: Data) throws {
        self.identifier = identifier
        guard case .dictionary(let members) = try BinaryPropertyListReader.read(propertyList) else {
            throw BinaryPropertyListReader.Failure(description: "no dictionary at the top")
        }
        self.members = members
    }

    /// Sets the model that the store is written with.
    mutating func setModel(_ model: ManagedObjectModel, hashes: [String: Data]? = nil) {
        members[Key.hashes] = .dictionary(
            (hashes ?? model.entityVersionHashesByName).mapValues { .data($0) })
        members[Key.identifiers] = .array(
            (model.versionIdentifiers.isEmpty ? [""] : model.versionIdentifiers)
                .map { .string($0) })
        // They are computed from Apple's hashes.
        members[Key.digest] = nil
        members[Key.checksum] = nil
    }

    var propertyList: Data { BinaryPropertyListWriter.write(.dictionary(members)) }

    var hashes: [String: Data] {
        (members[Key.hashes]?.dictionary ?? [:]).compactMapValues(\.data)
    }
}

extension StoreMetadata {
    /// Reads the metadata of a store.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if there is none, `PersistenceError.corruptStore` if
    ///   it is malformed.
    init(reading connection: Connection) throws {
        let sql = "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1"
        self = try connection.withStatement(sql) { statement in
            guard try statement.step() else {
                throw PersistenceError.hasNoMetadata(connection.path)
            }
            guard let identifier = statement.text(0), !statement.isNull(1) else {
                let column = statement.isNull(0) ? "Z_UUID" : "Z_PLIST"
                throw PersistenceError.corruptStore(
                    path: connection.path, reason: "the row of Z_METADATA has no \(column)")
            }
            do {
                return try StoreMetadata(
                    identifier: identifier.uppercased(),
                    propertyList: SQLValue(statement.handle, 1).data)
            } catch {
                throw PersistenceError.corruptStore(
                    path: connection.path, reason: "Z_METADATA cannot be read: \(error)")
            }
        }
    }

    /// Inserts the row of a new store.
    func insert(_ connection: Connection) throws {
        try write(
            "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)", connection)
    }

    /// Updates the identifier and the property list of an existing store.
    func update(_ connection: Connection) throws {
        try write("UPDATE Z_METADATA SET Z_UUID = ?, Z_PLIST = ?", connection)
    }

    private func write(_ sql: String, _ connection: Connection) throws {
        try connection.withStatement(sql) { statement in
            try statement.bind(identifier, at: 1)
            try propertyList.withUnsafeBytes { try statement.bind($0, at: 2) }
            try statement.run()
        }
    }
}

extension PersistenceError {
    /// The error for a store without metadata.
    package static func hasNoMetadata(_ location: String) -> PersistenceError {
        .cannotOpen(
            path: location,
            reason: .other(
                "its table Z_METADATA has no row, which says the store's identifier and the version of "
                    + "its model. The SQL of a model's tables does not make it: open an empty place "
                    + "with the model, and put the records into the store that is made there"))
    }
}
