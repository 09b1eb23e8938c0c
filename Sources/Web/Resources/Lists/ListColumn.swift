import Domain
import Mustache

/// A column of a list.
struct ListColumn: Sendable {
    /// The kind of content, which decides the style of the cell and its position in a card.
    enum Kind: String, Sendable, CaseIterable {
        /// The name of the record, first and in the corner of a card.
        case name = "cell-name"
        /// A description, under the name.
        case detail = "cell-contact"
        /// The kind of thing, as a label.
        case type = "cell-type"
        /// An amount under the name.
        case price = "cell-price number"
        /// A count, under the value.
        case count = "cell-count number"
        /// A quantity, which a card leaves out.
        case pieces = "cell-pieces number"
        /// A further amount, with its label in a card.
        case extra = "cell-extra number"
        /// A further amount with a text.
        case longExtra = "cell-extra cell-extra--long number"
        /// The most important value, in the other corner.
        case value = "cell-value number"
        /// A share of the whole, as a bar.
        case share = "cell-share"
        /// A day, which a card leaves out.
        case date = "cell-date"
        /// A day that a card shows too, under the value.
        case day = "cell-day"
    }

    let label: String
    let kind: Kind
    /// The member of the records in this column; nil, the default, if the resource makes the cells.
    var member: String?
    /// The text for no day.
    var none = ""
    /// The attribute that the head of the column sorts by; nil for none.
    var sort: String?
    /// Whether the first click sorts in descending order.
    var isDescendingFirst = false
    /// Whether this is the default order.
    var isDefault = false
    /// Whether a share link shows the column too.
    var isShared = true
}

extension RecordDescription {
    /// The column of a field, with its label.
    ///
    /// - Parameters:
    ///   - none: the text for no day.
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
    /// The CSS classes of the cell.
    var style: String
    var label: String
    /// Whether it sorts the list.
    var hasSort = false
    var sort = SortLink(label: "", path: "")
}

extension ListHead {
    /// The head of a column that does not sort.
    init(_ label: String, _ kind: ListColumn.Kind) {
        self.init(style: kind.rawValue, label: label)
    }

    /// The head of a column in a view.
    init(_ column: ListColumn, _ query: ListQuery, of list: SitePath, _ links: SiteLinks) {
        self.init(style: column.kind.rawValue, label: column.label)
        guard let key = column.sort else { return }
        hasSort = true
        sort = query.column(
            column.label, key, isDescendingFirst: column.isDescendingFirst,
            isDefault: column.isDefault, of: list, links)
    }
}
