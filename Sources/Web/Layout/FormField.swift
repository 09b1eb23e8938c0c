import Domain

/// What stands in a field of a form, and what is wrong with it.
struct FormField: Sendable {
    /// The value as it was typed.
    var value: String
    /// A sentence that says what to put right; empty if nothing is wrong.
    var fault: String

    init(_ value: String = "", fault: String? = nil) {
        self.value = value
        self.fault = fault ?? ""
    }
}

/// A value that a form passes on unseen.
struct HiddenField: Sendable {
    var name: String
    var value: String
}

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

/// An amount of money in a form; text that can be read in two ways comes with both.
struct MoneyField: Sendable {
    /// The name of the field.
    var name: String
    /// The value as it was typed.
    var value: String
    /// A sentence that says what to put right; empty if nothing is wrong.
    var fault: String
    /// What the text can mean, to choose from.
    var readings: [MoneyReading]

    init(_ name: String, _ value: String = "", _ refusal: FormRefusal? = nil) {
        let found = refusal?.faults.first { $0.field == name }
        self.name = name
        self.value = value
        fault = found.map { FormText.sentence($0.message) } ?? ""
        readings = (found?.readings ?? []).map {
            MoneyReading(name: name, value: $0.value, label: $0.label)
        }
    }
}

/// One of the amounts that a text can mean.
struct MoneyReading: Sendable {
    /// The name of the field, which choosing fills.
    var name: String
    /// `1234.00`.
    var value: String
    /// `$1,234.00`.
    var label: String
}
