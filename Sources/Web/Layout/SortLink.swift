import Mustache

/// A way to sort a list.
struct SortLink: Sendable, MustacheParent {
    var label: String
    /// The list sorted this way; of the current way, sorted the other way round.
    var path: String
    var isAscending = false
    var isDescending = false
    /// Whether the list is sorted this way, in either direction.
    var isCurrent = false

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        case "isAscending": isAscending
        case "isDescending": isDescending
        case "isCurrent": isCurrent
        default: nil
        }
    }
}
