/// The parameters and columns of a list.
struct ListDescription: Sendable {
    /// The sort keys and filters.
    let parameters: ListParameters
    /// An example of a predicate for this list.
    let example: String
    /// The named orders; the first is the default.
    let orders: [(label: String, sort: SortOrder)]
    /// The columns, the name first.
    let columns: [ListColumn]
    /// The key paths that a search looks at; nil, the default, for the texts that the store
    /// indexes.
    var searched: [[String]]?
    /// Whether the page has a form for the days of its filters `from` and `to`.
    var hasPeriod = false
}

extension ListDescription {
    /// A list whose sort keys are those of its orders and columns.
    init(
        filters: [ListParameters.Filter] = [], example: String,
        orders: [(label: String, sort: SortOrder)], columns: [ListColumn],
        searched: [[String]]? = nil, hasPeriod: Bool = false
    ) {
        var keys: [String] = []
        for key in orders.map(\.sort.attribute) + columns.compactMap(\.sort)
        where !keys.contains(key) {
            keys.append(key)
        }
        self.init(
            parameters: ListParameters(sortKeys: keys, filters: filters), example: example,
            orders: orders, columns: columns, searched: searched, hasPeriod: hasPeriod)
    }
}
