import Mustache

/// The head of a column.
struct ListHead: Sendable {
    /// The classes of the cell.
    var style: String
    var label: String
    /// Whether it sorts the list.
    var hasSort = false
    var sort = SortLink(label: "", path: "")
}

extension ListHead {
    /// The head of a column in a view of a list.
    init(_ column: ListColumn, _ query: ListQuery, of list: SitePath, _ links: SiteLinks) {
        self.init(style: column.kind.rawValue, label: column.label)
        guard let key = column.sort else { return }
        hasSort = true
        sort = query.column(
            column.label, key, isDescendingFirst: column.isDescendingFirst,
            isDefault: column.isDefault, of: list, links)
    }
}
