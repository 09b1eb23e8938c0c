/// The figures of a view besides the records of its page.
struct RecordList: Sendable {
    let request: ListRequest
    /// The number of records on the page.
    let count: Int
    /// The number of records in the view.
    let total: Int
    /// The number of all records.
    let wholeCount: Int
    /// The sums over all records of the view.
    let sums: ListSums
}

/// The sums over all records of a view.
struct ListSums: Sendable {
    /// The summary of a view with records; nil, the default, for their number and the texts.
    var summary: String?
    /// The label of the row of totals; nil, the default, for the number of records.
    var label: String?
    /// The texts after the number of records: `58 sold`, `$1,326.10`.
    var texts: [String] = []
    /// The cells of the row of totals after its name; empty for no such row.
    var cells: [ListCell] = []
    /// The rows after the last record, for values that belong to no record.
    var rows: [ListRow] = []
    /// The sums as JSON.
    var json: [(name: String, value: JSONValue)] = []
    /// The counts of items that they come from; nil, the default, for other records.
    var counts: ItemCounts?
}
