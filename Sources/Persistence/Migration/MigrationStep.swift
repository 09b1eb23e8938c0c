/// One statement of a migration.
struct MigrationStep {
    var sql: String
    /// The values of its parameters.
    var values: [AttributeValue] = []
    /// What to tell if the statement, a query for a number, finds another one than 0.
    var check: ((Int64) -> MigrationError)?

    init(_ sql: String, _ values: [AttributeValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// A query that fails if it counts anything.
    static func check(
        _ sql: String, _ failure: @escaping (Int64) -> MigrationError
    ) -> MigrationStep {
        var step = MigrationStep(sql)
        step.check = failure
        return step
    }
}
