import Domain

/// What is wrong with one field of a form, or one parameter of a list.
///
/// The number of a card in any of its texts is not repeated.
struct FormFault: Sendable, Equatable {
    /// The name of the field.
    let field: String
    /// What the field is called on the page.
    let label: String
    /// The rest of the sentence, without full stop: `“12,5x” is not an amount`.
    let message: String
    /// What the text can mean, where it can be read in several ways.
    var readings: [SelectOption] = []
    /// Whether the page has an element for it, to which a summary leads.
    var hasField = true

    init(field: String, label: String, message: String, readings: [SelectOption] = []) {
        self.field = CardNumber.masked(field)
        self.label = CardNumber.masked(label)
        self.message = CardNumber.masked(message)
        self.readings = readings
    }

    /// A record that is not there.
    static func unknown(
        _ noun: String, _ number: String, field: String, label: String
    ) -> FormFault {
        FormFault(
            field: field, label: label, message: "there is no \(noun) with the number \(number)")
    }

    /// The whole sentence: `Value: “12,5x” is not an amount`.
    var text: String { "\(label): \(message)" }

    /// The fault as the summary of a form shows it, linked to its field.
    var link: FaultLink { FaultLink(field: hasField ? elementID : "", text: text) }

    /// The `id` of its element. What a program may name by a number, a person chooses by its name.
    private var elementID: String {
        for number in ["product", "itemKey"] {
            if field == number { return "productName" }
            if field.hasSuffix("[\(number)]") {
                return field.dropLast(number.count + 1) + "productName]"
            }
        }
        return field
    }

    /// The fault for programs.
    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("field", .string(field)), ("label", .string(label)), ("message", .string(message)),
        ]
        if !readings.isEmpty {
            members.append(("readings", .array(readings.map { .string($0.value) })))
        }
        return .object(members)
    }
}
