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
