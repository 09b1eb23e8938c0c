import Domain

/// The content of a form field and its fault.
struct FormField: Sendable {
    /// Its name and its label; empty where only the template knows them.
    var name = ""
    var label = ""
    var value: String
    /// The sentence that says what to correct; empty if there is no fault.
    var fault: String
    /// The readings of an ambiguous text to choose from.
    var readings: [MoneyReading] = []
    /// The options of a selection.
    var options: [SelectOption] = []
    var hasFocus = false

    init(_ value: String = "", fault: String? = nil) {
        self.value = value
        self.fault = fault ?? ""
    }

    /// A field with a name.
    ///
    /// - Parameter options: the options of a selection, with the selected one. Default: none.
    init(
        named name: String, labeled label: String = "", _ value: String = "",
        of options: [SelectOption] = []
    ) {
        self.init(value)
        (self.name, self.label, self.options) = (name, label, options)
    }

    /// Shows what was typed in the field with its name.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors?) {
        show(name, form, refusal)
    }

    /// Shows what was typed, or else keeps the value, and the fault of the field.
    mutating func show(_ name: String, _ form: FormData, _ refusal: ValidationErrors?) {
        let found = refusal?.faults.first { $0.field == name }
        value = form[name] ?? value
        fault = found.map { FormText.sentence($0.message) } ?? ""
        readings = (found?.readings ?? []).map {
            MoneyReading(name: name, value: $0.value, label: $0.label)
        }
        options.select(value)
    }

    /// Whether it has a text or a fault.
    var isUsed: Bool { !value.isEmpty || !fault.isEmpty }
}

/// The fields of a form by their names: `{{#fields.note}}` in a template.
@dynamicMemberLookup
struct FormFields: Sendable {
    private var fields: [String: FormField]

    /// Fields with their initial texts.
    init(_ texts: [String: String]) {
        fields = texts.reduce(into: [:]) { $0[$1.key] = FormField(named: $1.key, $1.value) }
    }

    /// Empty fields.
    init(_ names: String...) {
        self.init(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
    }

    /// Gives a field the options of a selection, with the selected one.
    mutating func offer(_ options: [SelectOption], for name: String) {
        let value = options.first(where: \.isSelected)?.value ?? ""
        fields[name] = FormField(named: name, value, of: options)
    }

    /// The texts of all fields by their names.
    var texts: [String: String] { fields.mapValues(\.value) }

    /// Whether one of some fields has a text or a fault.
    func areUsed(_ names: String...) -> Bool {
        names.contains { fields[$0]?.isUsed == true }
    }

    subscript(dynamicMember name: String) -> FormField {
        get { fields[name] ?? FormField(named: name) }
        set { fields[name] = newValue }
    }

    /// Shows what was typed, or else keeps the values, and the faults of the fields.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors?) {
        for name in fields.keys { fields[name]?.show(form, refusal) }
    }
}

extension FormFields: CustomReflectable, TemplateValue {
    var customMirror: Mirror {
        Mirror(
            self, children: fields.map { (label: String?($0), value: $1 as Any) },
            displayStyle: .struct)
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
    /// The mark of all options of a fragment, in a frame.
    var hole = ""
}

extension SelectOption {
    init(hole: String) { self.init(value: "", label: "", hole: hole) }

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
        if !hole.isEmpty { visit(&hole) }
    }
}

/// One reading of an ambiguous amount.
struct MoneyReading: Hashable, Sendable {
    /// The name of the field that a choice fills in.
    var name: String
    /// `1234.00`.
    var value: String
    /// `$1,234.00`.
    var label: String
}

extension MoneyReading {
    /// As in ``FramedFragment/visitTexts(_:)``.
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&name)
        visit(&value)
        visit(&label)
    }
}
