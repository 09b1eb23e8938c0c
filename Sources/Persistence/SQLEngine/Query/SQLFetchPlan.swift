/// A statement that fetches records, with what is left to be done with its rows.
package struct SQLFetchPlan: CustomDebugStringConvertible {
    /// The statement.
    package var query: SQLQuery
    /// Whether the statement calls a function for each row, instead of stepping from one to the next.
    var isVisited = false
    /// The part of the predicate that cannot be said in SQL, to be evaluated over each row; nil if
    /// there is none. Limit and offset are not in the statement then.
    package var residual: FetchPredicate?
    /// Why there is a residual.
    package var residualReason: String?

    package var debugDescription: String {
        guard let residual else { return query.sql }
        return query.sql + "\n-- evaluated in memory, because \(residualReason ?? "of its form"): "
            + residual.predicateFormat
    }
}
