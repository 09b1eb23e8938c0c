import Domain

/// The content of a form field and its fault.
struct FormField: Sendable {
    var value: String
    /// The sentence that says what to correct; empty if there is no fault.
    var fault: String

    init(_ value: String = "", fault: String? = nil) {
        self.value = value
        self.fault = fault ?? ""
    }

    /// Shows what was typed, or else keeps the value, and the fault of the field.
    mutating func show(_ name: String, _ form: FormData, _ refusal: ValidationErrors?) {
        self = FormField(form[name] ?? value, fault: refusal?.message(for: name))
    }
}

/// A hidden value of a form.
struct HiddenField: Sendable {
    var name: String
    var value: String
}

/// An option of a `select` element. A household with hundreds of locations has all of them in each
/// list.
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
    /// Selects only the option with a value; none if there is no such option.
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

/// An amount of money in a form, with both readings if the text is ambiguous.
struct MoneyField: Sendable {
    var name: String
    var value: String
    /// The sentence that says what to correct; empty if there is no fault.
    var fault: String
    /// The readings to choose from.
    var readings: [MoneyReading]

    init(_ name: String, _ value: String = "", _ refusal: ValidationErrors? = nil) {
        let found = refusal?.faults.first { $0.field == name }
        self.name = name
        self.value = value
        fault = found.map { FormText.sentence($0.message) } ?? ""
        readings = (found?.readings ?? []).map {
            MoneyReading(name: name, value: $0.value, label: $0.label)
        }
    }
}

/// One reading of an ambiguous amount.
struct MoneyReading: Sendable {
    /// The name of the field that a choice fills in.
    var name: String
    /// `1234.00`.
    var value: String
    /// `$1,234.00`.
    var label: String
}
