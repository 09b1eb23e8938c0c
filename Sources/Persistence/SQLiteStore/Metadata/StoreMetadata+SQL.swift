import Foundation

extension StoreMetadata {
    /// Reads the metadata of a store.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if there is none, `PersistenceError.corruptStore` if it cannot
    ///   be read.
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

    /// Adds the row of a new store.
    func insert(_ connection: Connection) throws {
        let sql = "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)"
        try connection.withStatement(sql) { statement in
            try statement.bind(identifier, at: 1)
            try propertyList.withUnsafeBytes { try statement.bind($0, at: 2) }
            try statement.run()
        }
    }
}

extension PersistenceError {
    /// A store has tables, but does not say which store it is.
    package static func hasNoMetadata(_ place: String) -> PersistenceError {
        .cannotOpen(
            path: place,
            reason: .other(
                "its table Z_METADATA has no row, which says the store's identifier and the version of "
                    + "its model. The SQL of a model's tables does not make it: open an empty place "
                    + "with the model, and put the records into the store that is made there"))
    }
}
