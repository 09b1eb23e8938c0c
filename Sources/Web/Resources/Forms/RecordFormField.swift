import Domain

/// A field of a form: what stands in it, what it was filled with, and what is wrong with it.
struct RecordFormField: Sendable {
    var name: String
    var label: String
    /// The value as it was typed.
    var value: String
    // What the field was filled with, which the form passes on under a name of its own.
    var hasShown = false
    var shownName: String
    var shown = ""

    /// The field beside it for the name of a new location.
    var takesNewLocation = false
    var newLocation = NewLocationField()

    // How it looks; exactly one of these is true.
    var isLine = false
    var isText = false
    var isMoney = false
    var isNumber = false
    var isDay = false
    var isChoice = false
    var isNamed = false
    /// What a selection offers.
    var options: [SelectOption] = []

    var isRequired: Bool
    /// Whether work starts here.
    var hasFocus = false
    var hint: String
    /// A sentence that says what to put right; empty if nothing is wrong.
    var fault = ""
    /// What the text can mean, to choose from.
    var readings: [MoneyReading] = []
    /// The elements that say more about the field.
    var describedBy = ""
    var isDescribed = false
}

extension RecordFormField {
    /// A field with a value.
    ///
    /// - Parameter shown: what a form of a record that exists was filled with.
    init(
        _ field: FieldDescription, value: String, shown: String?, options: [SelectOption],
        _ refusal: FormRefusal?
    ) {
        self.init(
            name: field.name, label: field.label, value: value,
            shownName: PostedForm.shownName(field.name), isRequired: field.isRequired,
            hint: field.hint)
        hasShown = shown != nil
        self.shown = shown ?? ""
        switch field.kind {
        case .line, .quantity, .millimetres, .item: isLine = true
        case .text: isText = true
        case .money: isMoney = true
        case .integer: isNumber = true
        case .day:
            // The browser's field for days would not show what is none yet.
            isDay = value.isEmpty || (try? CalendarDay(parsing: value))?.description == value
            isLine = !isDay
        case .reference(let reference):
            isChoice = true
            takesNewLocation = reference.takesNewLocation
        case .choice: isChoice = true
        case .named: isNamed = true
        }
        self.options = options.map {
            SelectOption(value: $0.value, label: $0.label, isSelected: $0.value == value)
        }
        show(refusal?.faults.first { $0.field == field.name })
        newLocation.name = ChosenLocation.nameField(name)
        newLocation.id = newLocation.name
        newLocation.fault = refusal?.message(for: newLocation.name) ?? ""
    }

    private mutating func show(_ found: FormFault?) {
        if let found {
            fault = FormText.sentence(found.message)
            readings = found.readings.map {
                MoneyReading(name: name, value: $0.value, label: $0.label)
            }
        }
        let notes =
            (hint.isEmpty ? [] : ["\(name)-hint"]) + (fault.isEmpty ? [] : ["\(name)-fault"])
        describedBy = notes.joined(separator: " ")
        isDescribed = !notes.isEmpty
    }
}
