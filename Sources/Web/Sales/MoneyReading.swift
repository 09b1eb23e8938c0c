import Mustache

/// One of the amounts that a text can mean.
struct MoneyReading: Sendable, MustacheParent {
    /// The name of the field, which choosing fills.
    var name: String
    /// `1234.00`.
    var value: String
    /// `$1,234.00`.
    var label: String

    func child(named name: String) -> Any? {
        switch name {
        case "name": self.name
        case "value": value
        case "label": label
        default: nil
        }
    }
}
