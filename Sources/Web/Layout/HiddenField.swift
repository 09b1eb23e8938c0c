import Mustache

/// A value that a form passes on unseen.
struct HiddenField: Sendable, MustacheParent {
    var name: String
    var value: String

    func child(named name: String) -> Any? {
        switch name {
        case "name": self.name
        case "value": value
        default: nil
        }
    }
}
