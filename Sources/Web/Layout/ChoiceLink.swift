import Mustache

/// One of several views of which one is always shown.
struct ChoiceLink: Sendable, MustacheParent {
    var label: String
    var path: String
    var isCurrent: Bool

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        case "isCurrent": isCurrent
        default: nil
        }
    }
}
