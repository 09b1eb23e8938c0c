import Domain

/// What a list understands: the attributes that it can be sorted by, and its own filters.
struct ListParameters: Sendable {
    /// A filter and how its value is read.
    struct Filter: Sendable {
        /// What values a filter takes.
        enum Kind: Sendable {
            /// The number of a record, or `none`.
            case idOrNone
            /// The number of a record.
            case id
            /// A day of the calendar: `2026-11-21`.
            case day
            /// A whole number, zero or more.
            case number
            /// An amount of money.
            case amount
            /// One of these words.
            case choice([String])
            /// Any text.
            case text
        }

        /// The name of the parameter.
        let name: String
        /// What people call it.
        let label: String
        let kind: Kind
        /// The entity of the records whose numbers it takes, if they have a name that a title can say.
        var namedEntity: EntityName?
    }

    /// The attributes that `sort` takes.
    var sortKeys: [String]
    var filters: [Filter]

    /// Whether a page has a field for a parameter, and not links alone.
    func hasField(_ name: String) -> Bool {
        if ["q", "perPage", "predicate"].contains(name) { return true }
        switch filters.first(where: { $0.name == name })?.kind {
        case .day, .amount, .text: return true
        case .idOrNone, .id, .number, .choice, nil: return false
        }
    }

    /// What people call a parameter.
    func label(of name: String) -> String {
        switch name {
        case "q": "Search"
        case "sort": "Order"
        case "page": "Page"
        case "perPage": "Rows on a page"
        case "predicate": "Predicate"
        default: filters.first { $0.name == name }?.label ?? name
        }
    }
}
