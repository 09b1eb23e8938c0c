/// The parameters and columns of a list.
struct ListDescription: Sendable {
    /// A filter that the list offers, with the number of records that it selects.
    struct Chip: Sendable {
        let label: String
        let filter: String
        let value: String
        let isShownIfEmpty: Bool

        init(_ label: String, _ filter: String, _ value: String, isShownIfEmpty: Bool = true) {
            (self.label, self.filter, self.value) = (label, filter, value)
            self.isShownIfEmpty = isShownIfEmpty
        }
    }

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
    /// Whether its rows begin with a photo.
    var hasPhotos = false
    /// Whether users can move its rows, in the default order.
    var isOrdered = false
    /// The key paths of columns of its tables that have another name than an attribute, to sort by
    /// them: `productName` is `product.name`. Empty for a computed one that is named as an attribute.
    var columnPaths: [String: String] = [:]
    /// Sort keys of older addresses, and the ones of the columns that they mean.
    var olderKeys: [String: String] = [:]
    /// Whether the page has a form for the days of its filters `from` and `to`.
    var hasPeriod = false
    var chips: [Chip] = []
}

extension ListDescription {
    /// The named orders of a view.
    func sorts(_ query: ListQuery, of list: SitePath, _ links: SiteLinks) -> [MenuItem] {
        named(query).sorts(orders, of: list, links)
    }

    /// The heads of the columns of a view.
    func heads(_ query: ListQuery, of list: SitePath, _ links: SiteLinks) -> [ListHead] {
        let query = named(query)
        return columns.map { ListHead($0, query, of: list, links) }
    }

    /// The same view with the sort key of a column in the place of an older one.
    private func named(_ query: ListQuery) -> ListQuery {
        guard let sort = query.sort, let key = olderKeys[sort.attribute] else { return query }
        return query.sorted(by: SortOrder(key, ascending: sort.isAscending))
    }

    /// A list whose sort keys are those of its orders and columns.
    init(
        filters: [ListParameters.Filter] = [], example: String,
        orders: [(label: String, sort: SortOrder)], columns: [ListColumn],
        searched: [[String]]? = nil, columnPaths: [String: String] = [:],
        hasPeriod: Bool = false, chips: [Chip] = []
    ) {
        var keys: [String] = []
        for key in orders.map(\.sort.attribute) + columns.compactMap(\.sort)
        where !keys.contains(key) {
            keys.append(key)
        }
        self.init(
            parameters: ListParameters(sortKeys: keys, filters: filters), example: example,
            orders: orders, columns: columns, searched: searched, columnPaths: columnPaths,
            hasPeriod: hasPeriod, chips: chips)
    }
}

extension [(label: String, sort: SortOrder)] {
    /// By a name, in both directions.
    static func byName(_ key: String = "name") -> Self {
        [("Name", SortOrder(key)), ("Name, from Z", SortOrder(key, ascending: false))]
    }
}
