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

    /// The name of the index or trigger that a statement makes.
    static func name(madeBy statement: String) -> String? {
        let words = statement.replacing("IF NOT EXISTS ", with: "").split(separator: " ")
        return words.firstIndex { $0 == "INDEX" || $0 == "TRIGGER" }
            .flatMap { words.dropFirst($0 + 1).first }.map(String.init)
    }

    /// A statement that makes an index or trigger, without the name.
    static func definition(in statement: String) -> String {
        name(madeBy: statement).map { statement.replacing($0, with: "", maxReplacements: 1) }
            ?? statement
    }
}
