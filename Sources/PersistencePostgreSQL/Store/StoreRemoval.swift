import Persistence

/// Removes a store, with the schema that its address names, unless that holds something else.
struct StoreRemoval {
    private let address: ServerAddress

    init(_ address: String) throws {
        self.address = try ServerAddress(address)
    }

    /// - Throws: `PersistenceError.cannotOpen`; the store stays then.
    func run() throws {
        do {
            let connection = try ServerConnection(address)
            try connection.execute("BEGIN")
            try connection.runOnce(StoreOpener.lockStatement)
            try StoreTables(of: address, connection).drop()
            if let schema = address.schema, try isEmpty(schema, connection) {
                try connection.execute("DROP SCHEMA IF EXISTS \(schema)")
            }
            try connection.execute("COMMIT")
        } catch let error as PostgreSQLError {
            throw error.cannotOpen(address)
        }
    }

    private func isEmpty(_ schema: String, _ connection: ServerConnection) throws -> Bool {
        let parameters = StatementParameters()
        parameters.append(schema)
        return try connection.runOnce(
            "SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1) LIMIT 1", parameters
        ).rowCount == 0
    }
}
