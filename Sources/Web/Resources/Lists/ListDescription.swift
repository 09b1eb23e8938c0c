/// What the list of a resource understands and shows.
struct ListDescription: Sendable {
    /// The attributes that it can be sorted by, and its filters.
    let parameters: ListParameters
    /// A predicate that has sense in this list.
    let example: String
    /// The ways to sort that have a name; the first one is that of a list without an order.
    let orders: [(label: String, sort: SortOrder)]
    /// The columns, that of the name first.
    let columns: [ListColumn]
    /// Where a search looks, as key paths; nil, the default, for the texts that the store indexes.
    var searched: [[String]]?
}

extension ListDescription {
    /// A list that can be sorted by what its orders and columns name.
    init(
        filters: [ListParameters.Filter] = [], example: String,
        orders: [(label: String, sort: SortOrder)], columns: [ListColumn],
        searched: [[String]]? = nil
    ) {
        var keys: [String] = []
        for key in orders.map(\.sort.attribute) + columns.compactMap(\.sort)
        where !keys.contains(key) {
            keys.append(key)
        }
        self.init(
            parameters: ListParameters(sortKeys: keys, filters: filters), example: example,
            orders: orders, columns: columns, searched: searched)
    }
}
