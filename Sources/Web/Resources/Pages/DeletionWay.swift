import Mustache

/// Something that may be done instead of a deletion.
struct DeletionWay: Sendable, MustacheParent {
    var label: String
    var path: String
    /// Whether it is done at once, by a form; a link otherwise.
    var isPosted = false

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        case "isPosted": isPosted
        default: nil
        }
    }
}
