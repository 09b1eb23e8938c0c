import Domain
import Mustache

/// A column of a list.
struct ListColumn: Sendable {
    /// What a column holds, which says how it looks and where it stands when a row is a card.
    enum Kind: String, Sendable, CaseIterable {
        /// The name of the record, first and in the corner of a card.
        case name = "cell-name"
        /// Words about it, under the name.
        case detail = "cell-contact"
        /// An amount under the name.
        case price = "cell-price number"
        /// A count, under the value.
        case count = "cell-count number"
        /// What matters most, in the other corner.
        case value = "cell-value number"
        /// A share of the whole, as a bar.
        case share = "cell-share"
        /// A day, which a card leaves out.
        case date = "cell-date"
    }

    let label: String
    let kind: Kind
    /// The member of the records that it shows; nil, the default, where the resource makes its cells.
    var member: String?
    /// What stands for no day.
    var none = ""
    /// The attribute that the head of the column sorts by; nil if it does not.
    var sort: String?
    /// Whether the first click sorts by the greatest first.
    var isDescendingFirst = false
    /// Whether a list without an order is sorted this way.
    var isDefault = false
    /// Whether it is shown to somebody without an account too, who has the link of the list.
    var isShared = true
}

extension RecordDescription {
    /// The column of a field, under its label.
    ///
    /// - Parameters:
    ///   - none: what stands for no day.
    ///   - isSorting: whether its head sorts by the field.
    func column(
        _ name: String, _ kind: ListColumn.Kind, none: String = "", isSorting: Bool = false
    ) -> ListColumn {
        ListColumn(
            label: fields.first { $0.name == name }?.label ?? name, kind: kind, member: name,
            none: none, sort: isSorting ? name : nil)
    }
}

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
