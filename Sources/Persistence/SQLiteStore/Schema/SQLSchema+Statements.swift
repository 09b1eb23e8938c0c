extension SQLSchema {
    /// The statements that make a store's tables, indexes and triggers, in their order.
    var createStatements: [String] {
        tables.map(\.createStatement) + joinTables.map(\.createStatement) + indexes
            + placeIndexes.map(\.createStatement) + placeIndexes.flatMap(\.triggers) + triggers
            + Self.bookkeepingStatements
    }

    /// The statements that enter the entities.
    var entityStatements: [String] {
        layout.entities.map {
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
                + "VALUES (\($0.number), '\($0.name)', \($0.superNumber), 0)"
        }
    }

    private static let bookkeepingStatements = [
        "CREATE TABLE Z_PRIMARYKEY "
            + "(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA "
            + "(Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    ]
}
