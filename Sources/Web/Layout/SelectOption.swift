/// An entry of a selection.
struct SelectOption: Sendable, Equatable {
    var value: String
    var label: String
    var isSelected = false
}
