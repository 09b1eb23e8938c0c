extension SQLSchema {
    /// The statements that make a store's tables, indexes and triggers, in their order.
    package var createStatements: [String] {
        tables.map(\.createStatement) + joinTables.map(\.createStatement) + indexes
            + placeIndexes.map(\.createStatement) + placeIndexes.flatMap(\.triggers) + triggers
            + bookkeepingStatements
    }

    /// The statements that enter the entities.
    package var entityStatements: [String] {
        layout.entities.map {
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
                + "VALUES (\($0.number), '\($0.name)', \($0.superNumber), 0)"
        }
    }

    private var bookkeepingStatements: [String] {
        let (entity, bytes) = (dialect.entityType, dialect.bytesType)
        return [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT \(entity) PRIMARY KEY, Z_NAME \(dialect.textType), "
                + "Z_SUPER \(entity), Z_MAX \(dialect.keyType))",
            "CREATE TABLE Z_METADATA "
                + "(Z_VERSION \(entity) PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST \(bytes))",
            "CREATE TABLE Z_MODELCACHE (Z_CONTENT \(bytes))",
        ]
    }
}
