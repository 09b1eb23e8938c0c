import Mustache

/// A link with its text.
struct PathLink: Sendable, MustacheParent {
    var label: String
    var path: String

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        default: nil
        }
    }
}

/// One of several views of which one is always shown.
struct ChoiceLink: Sendable {
    var label: String
    var path: String
    var isCurrent: Bool
}

/// A way to sort a list.
struct SortLink: Sendable {
    var label: String
    /// The list sorted this way; of the current way, sorted the other way round.
    var path: String
    var isAscending = false
    var isDescending = false
    /// Whether the list is sorted this way, in either direction.
    var isCurrent = false
}

/// A filter that one click turns on or off.
struct FilterChip: Sendable {
    var label: String
    /// How many records it selects, formatted: `1,284`; empty if that is not known.
    var count = ""
    /// The list with this filter; of a chip that is on, the list without it.
    var path: String
    var isCurrent = false
}

/// One fault of a form, linked to its field.
struct FaultLink: Sendable {
    /// The `id` of the field, which is the name of its attribute; empty if the page has no such field.
    var field: String
    /// `Value: “12,5x” is not an amount`.
    var text: String
}

/// The summary above a form that was refused: how many faults, each a link to its field.
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
}
