import Mustache

/// An entry of a selection.
struct SelectOption: Sendable, Equatable, MustacheParent {
    var value: String
    var label: String
    var isSelected = false

    func child(named name: String) -> Any? {
        switch name {
        case "value": value
        case "label": label
        case "isSelected": isSelected
        default: nil
        }
    }
}
