import Mustache

/// A number with what it counts, linked to the list behind it.
struct Figure: Sendable, MustacheParent {
    var value: String
    var label: String
    var path: String

    func child(named name: String) -> Any? {
        switch name {
        case "value": value
        case "label": label
        case "path": path
        default: nil
        }
    }
}
