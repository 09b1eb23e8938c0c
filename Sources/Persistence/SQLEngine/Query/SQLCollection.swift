/// The members of a collection: a SELECT that lacks its columns.
struct SQLCollection {
    /// The records that the members are or belong to.
    var source: SQLSource
    /// The keys from the records to the members.
    var keys: [String]
    /// Further conditions.
    var conditions: [SQLFragment] = []
}
