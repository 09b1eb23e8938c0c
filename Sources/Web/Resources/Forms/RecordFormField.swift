import Domain

/// A form field with its text, its initial text and its fault.
struct RecordFormField: FramedFragment {
    static let template = "records/_field"

    var name: String
    var label: String
    var value: String
    // The initial text, posted as a separate hidden field.
    var hasShown = false
    var shownName: String
    var shown = ""

    /// Whether there is a field for the name of a new location next to it.
    var takesNewLocation = false
    var newLocation = NewLocationField()

    // The kind of input; exactly one of these is true.
    var isLine = false
    var isText = false
    /// The height of a text.
    var rows = ""
    var isMoney = false
    /// The keyboard for an amount.
    var inputMode = "decimal"
    /// The currency symbol before an amount, and whether it has more than one character.
    var currency = ""
    var hasWideCurrency = false
    var isNumber = false
    var isDay = false
    var isChoice = false
    var isNamed = false
    /// The options of a selection.
    var options: [SelectOption] = []

    /// Whether a line is a code, typed without corrections.
    var isCode = false
    /// Whether it is narrow, among other fields in a line.
    var isShort = false
    /// Whether it begins or ends a line of two fields.
    var isPairStart = false
    var isPairEnd = false
    var isRequired: Bool
    /// Whether the field has the focus.
    var hasFocus = false
    var hint: String
    /// The sentence that says what to correct; empty if there is no fault.
    var fault = ""
    /// The readings of an ambiguous text.
    var readings: [MoneyReading] = []
    /// The ids of the elements that describe the field.
    var describedBy = ""
    var isDescribed = false
}

extension RecordFormField {
    /// A field with a value.
    ///
    /// - Parameter shown: the initial text in the form of an existing record.
    init(
        _ field: FieldDescription, value: String, shown: String?, options: [SelectOption],
        _ refusal: ValidationErrors?
    ) {
        self.init(
            name: field.name, label: field.label, value: value,
            shownName: PostedForm.shownName(field.name), isRequired: field.isRequired,
            hint: field.hint)
        hasShown = shown != nil
        self.shown = shown ?? ""
        isCode = field.isCode
        rows = String(field.lines)
        switch field.kind {
        case .line, .quantity, .millimeters, .item: isLine = true
        case .text: isText = true
        case .money: takeMoney()
        case .wholeMoney:
            takeMoney()
            inputMode = "numeric"
        case .integer: isNumber = true
        case .day:
            // A date input of a browser would not show text that is not a day.
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

    private mutating func takeMoney() {
        isMoney = true
        currency = ShopCurrency.household.symbol
        hasWideCurrency = currency.count > 1
    }

    private mutating func show(_ found: FieldError?) {
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

extension RecordFormField {
    static var options: WritableKeyPath<Self, [SelectOption]>? { \.options }

    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&name)
        visit(&label)
        visit(&value)
        visit(&shownName)
        visit(&shown)
        newLocation.visitTexts(visit)
        visit(&rows)
        visit(&inputMode)
        visit(&currency)
        visit(&hint)
        visit(&fault)
        for index in readings.indices { readings[index].visitTexts(visit) }
        visit(&describedBy)
    }
}
