public import ObjectModel

/// The SQL of a store in Core Data's layout, for reading.
public enum StoreSQL {
    /// All SQL that makes a store for a model: its tables, indexes, and the rows of
    /// `Z_PRIMARYKEY`.
    ///
    /// - Throws: `PersistenceError` if the model cannot be laid out.
    public static func allSQL(for model: ManagedObjectModel) throws -> [String] {
        let schema = try SQLSchema.make(try ModelLayout(model))
        return schema.createStatements + schema.entityStatements
    }
}
