/// One statement of a migration.
struct MigrationStep {
    var sql: String
    /// The values of its parameters.
    var values: [AttributeValue] = []
    /// What to tell if the statement violates a constraint or, for a query, returns a row.
    var failure: MigrationError?
    /// Whether the statement is a query that must return nothing.
    var isCheck = false

    init(_ sql: String, _ values: [AttributeValue] = [], failure: MigrationError? = nil) {
        self.sql = sql
        self.values = values
        self.failure = failure
    }

    /// A query that fails if it returns a row.
    static func check(_ sql: String, _ failure: MigrationError) -> MigrationStep {
        var step = MigrationStep(sql, failure: failure)
        step.isCheck = true
        return step
    }
}
