/// An attribute that a list is sorted by, and which way.
struct SortOrder: Sendable, Hashable {
    let attribute: String
    let isAscending: Bool

    init(_ attribute: String, ascending: Bool = true) {
        self.attribute = attribute
        isAscending = ascending
    }

    /// Reads a parameter: the attribute, with `-` in front for descending.
    init(parameter: String) {
        let isDescending = parameter.hasPrefix("-")
        self.init(
            isDescending ? String(parameter.dropFirst()) : parameter, ascending: !isDescending)
    }

    /// The order as a parameter.
    var parameter: String { (isAscending ? "" : "-") + attribute }

    /// The same attribute the other way.
    var reversed: SortOrder { SortOrder(attribute, ascending: !isAscending) }
}
