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

/// The form that filters a list by days.
struct PeriodForm: Sendable {
    /// The action of the form, which uses GET.
    var path = ""
    /// Search, sort and the other filters, as hidden fields.
    var keeps: [HiddenField] = []
    var from = FormField()
    var to = FormField()
}

extension PeriodForm {
    /// The form filled from an address.
    init(_ request: ListRequest, of list: SitePath, _ links: SiteLinks) {
        path = links(list)
        keeps = request.query.at(page: 1).parameters.filter { !["from", "to"].contains($0.name) }
            .map(HiddenField.init)
        from = request.field("from")
        to = request.field("to")
    }
}
