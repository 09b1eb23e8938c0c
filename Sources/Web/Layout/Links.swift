/// A link with its text.
struct PathLink: Sendable {
    var label: String
    var path: String
}

/// One of several views, exactly one of which is current.
struct ChoiceLink: Sendable {
    var label: String
    var path: String
    var isCurrent: Bool
}

/// A link in a menu.
struct MenuItem: FramedFragment {
    static let template = "_menu_item"

    var label: String
    var path: String
    /// Whether it leads to what is shown.
    var isCurrent = false

    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&label)
        visit(&path)
    }
}

/// A link that sorts a list.
struct SortLink: Sendable {
    var label: String
    /// The list in this order; for the current order, reversed.
    var path: String
    var isAscending = false
    var isDescending = false
    /// Whether the list is sorted by this, in either direction.
    var isCurrent = false
}

/// A filter to switch on or off with one click.
struct FilterChip: FramedFragment {
    static let template = "_chip"

    var label: String
    /// The number of selected records, formatted: `1,284`; empty if unknown.
    var count = ""
    /// The list with this filter; without it if it is on.
    var path: String
    var isCurrent = false

    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&label)
        visit(&count)
        visit(&path)
    }
}

/// A fault of a form, linked to its field.
struct FaultLink: Sendable {
    /// The `id` of the field, equal to the name of its attribute; empty if the page has no such
    /// field.
    var field: String
    /// `Value: “12,5x” is not an amount`.
    var text: String
}

/// The summary above a rejected form: the number of faults, and a link to the field of each.
struct FaultSummary: Sendable {
    /// `Please fix two things`.
    var heading: String
    var faults: [FaultLink]

    init(_ faults: [FaultLink] = []) {
        self.faults = faults
        let words = ["nothing", "one thing", "two things", "three things", "four things"]
        let count = faults.count < words.count ? words[faults.count] : "\(faults.count) things"
        self.heading = "Please fix \(count)"
    }

    /// The faults on a page that has elements for some fields only, which they link to.
    init(_ faults: [FieldError], linkingTo fields: Set<String>) {
        self.init(
            faults.map { fault in
                var fault = fault
                fault.hasField = fields.contains(fault.field)
                return fault.link
            })
    }
}
