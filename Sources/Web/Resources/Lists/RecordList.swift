/// What is known of a view of a resource's list beside the records of its page.
struct RecordList: Sendable {
    let request: ListRequest
    /// How many records are on the page.
    let count: Int
    /// How many records the view selects.
    let total: Int
    /// How many records there are.
    let wholeCount: Int
    /// What all that the view selects comes to.
    let sums: ListSums
}

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
