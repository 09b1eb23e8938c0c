/// How the records of one entity go from the older table into the newer one.
struct RecordTransfer {
    let source: EntityLayout
    let destination: EntityLayout
    /// The number that is added to the keys.
    let keyOffset: Int64
    let columns: [ColumnTransfer]

    /// The statement that copies the records.
    func copy(from sourceTable: String, to table: String) -> MigrationStep {
        let expressions = columns.map(\.expression)
        let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.column.name)
        let key = keyOffset == 0 ? "Z_PK" : "Z_PK + \(keyOffset)"
        let values = [key, "\(destination.number)", "Z_OPT"] + expressions.map(\.sql)
        return MigrationStep(
            "INSERT INTO \(table) (\(names.joined(separator: ", "))) "
                + "SELECT \(values.joined(separator: ", ")) FROM \(sourceTable) "
                + "WHERE Z_ENT = \(source.number)",
            expressions.flatMap(\.values))
    }

    /// The statement that gives values to records that stay where they are and have none.
    func fill(_ table: String) -> MigrationStep? {
        let missing = columns.filter { !$0.fallback.isNull }
        guard !missing.isEmpty else { return nil }
        let assignments = missing.map { "\($0.column.name) = ifnull(\($0.column.name), ?)" }
        let conditions = missing.map { "\($0.column.name) IS NULL" }
        return MigrationStep(
            "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
                + "WHERE Z_ENT = \(destination.number) "
                + "AND (\(conditions.joined(separator: " OR ")))",
            missing.map(\.fallback))
    }
}
