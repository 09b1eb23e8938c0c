public import ObjectModel

extension SQLSchema {
    /// The statements that make a store's tables and indexes, in their order.
    var createStatements: [String] {
        tables.map(\.createStatement) + joinTables.map(\.createStatement) + indexes
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

/// The SQL of a store in Core Data's layout, for reading.
public enum StoreSQL {
    /// All SQL that makes a store for a model: its tables, indexes, triggers, and the rows of
    /// `Z_PRIMARYKEY`.
    ///
    /// - Throws: `PersistenceError` if the model cannot be laid out.
    public static func allSQL(for model: ManagedObjectModel) throws -> [String] {
        let schema = try SQLSchema.make(try ModelLayout(model))
        return schema.createStatements + schema.entityStatements
    }
}
