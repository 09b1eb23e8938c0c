import Mustache

/// A page in the row of page numbers, or the gap between two of them.
struct PageNumber: Sendable, MustacheParent {
    var label: String
    var path: String
    var isCurrent = false
    var isGap = false

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        case "isCurrent": isCurrent
        case "isGap": isGap
        default: nil
        }
    }
}
