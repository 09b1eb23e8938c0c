/// What all records that a view selects come to.
struct ListSums: Sendable {
    /// Behind the number of records: `58 sold`, `$1,326.10`.
    var texts: [String] = []
    /// The cells of the row of totals behind its name; none for no such row.
    var cells: [ListCell] = []
    /// Rows behind the last record, for what belongs to none.
    var rows: [ListRow] = []
    /// The sums for programs.
    var json: [(name: String, value: JSONValue)] = []
}
