import Domain

/// An entry of a selection. A house with hundreds of locations offers all of them in each list.
struct SelectOption: FramedFragment {
    static let template = "_option"

    var value: String
    var label: String
    var isSelected = false
}

extension SelectOption {
    init(_ choice: FieldChoice) { self.init(value: choice.value, label: choice.label) }
}

extension [SelectOption] {
    /// Selects the entry with a value alone; none without such an entry.
    mutating func select(_ value: String?) {
        for index in indices { self[index].isSelected = self[index].value == value }
    }
}

extension SelectOption {
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&value)
        visit(&label)
    }
}
