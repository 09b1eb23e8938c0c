import Domain

/// A form of the sales section, without the numbers of cards that came with it.
///
/// The number of a card is checked and reduced here, before anything else looks at the form; text
/// that looks like one is a fault, and comes back empty.
struct GuardedForm: Sendable {
    /// The other fields.
    private(set) var form = FormData()
    /// What is kept of the number in the field for it; nil if there was none, or a wrong one.
    private(set) var cardNumber: CardNumber?
    /// Whether a number came in the field for it.
    private(set) var hadCardNumber = false
    /// What is wrong with the numbers.
    private(set) var faults: [FormFault] = []

    /// Looks through a form.
    init(_ posted: FormData) {
        posted.files.forEach { form.append($0) }
        for field in posted.fields {
            switch Self.cardFields[field.name] ?? field.name {
            case "number": takeNumber(field.value)
            case let name: take(FormData.Field(name: name, value: field.value))
            }
        }
    }

    /// The same form with other names of fields.
    func renamed(_ name: (String) -> String) -> GuardedForm {
        var renamed = self
        renamed.form = FormData()
        form.files.forEach { renamed.form.append($0) }
        for field in form.fields {
            renamed.form.append(FormData.Field(name: name(field.name), value: field.value))
        }
        renamed.faults = faults.map {
            FormFault(
                field: name($0.field), label: $0.label, message: $0.message, readings: $0.readings)
        }
        return renamed
    }

    private mutating func takeNumber(_ text: String) {
        guard !text.allSatisfy(\.isWhitespace) else { return }
        hadCardNumber = true
        do {
            cardNumber = try CardNumber(text)
        } catch {
            cardNumber = nil
            faults.append(
                FormFault(
                    field: "number", label: FormText.label(of: "number"),
                    message: "it \(error.description)"))
        }
    }

    private mutating func take(_ field: FormData.Field) {
        guard CardNumber.looksLikeCardNumber(field.value), !Self.isPhoneNumber(field) else {
            form.append(field)
            return
        }
        let name = FormText.shown(field.name)
        form.append(FormData.Field(name: field.name, value: ""))
        faults.append(
            FormFault(
                field: name, label: FormText.label(of: name),
                message: "it \(CardNumber.refusal)"))
    }

    private static func isPhoneNumber(_ field: FormData.Field) -> Bool {
        field.name == "contactno" && Customer.isInternationalNumber(field.value)
    }

    /// The names under which scripts send the fields of a card.
    private static let cardFields = [
        "card[number]": "number", "card[holder]": "holder", "card[expiry]": "expiry",
        "creditCard[number]": "number", "creditCard[holder]": "holder",
        "creditCard[expiry]": "expiry", "cardNumber": "number", "cardHolder": "holder",
        "cardExpiry": "expiry",
    ]
}
