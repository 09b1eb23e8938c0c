import Domain

/// An error in a field of a form or in a parameter of a list.
///
/// Card numbers are removed from all its texts.
struct FieldError: Sendable, Equatable, Codable {
    let field: String
    /// The label of the field on the page.
    let label: String
    /// The rest of the sentence, without full stop: `“12,5x” is not an amount`.
    let message: String
    /// The readings of an ambiguous text.
    var readings: [SelectOption] = []
    /// Whether the page has an element for the field, to which a summary can link.
    var hasField = true

    private enum CodingKeys: CodingKey { case field, label, message }

    init(field: String, label: String, message: String, readings: [SelectOption] = []) {
        self.field = CardNumber.masked(field)
        self.label = CardNumber.masked(label)
        self.message = CardNumber.masked(message)
        self.readings = readings
    }

    /// A reference to a record that does not exist.
    static func unknown(
        _ noun: String, _ number: String, field: String, label: String
    ) -> FieldError {
        FieldError(
            field: field, label: label, message: "there is no \(noun) with the number \(number)")
    }

    /// The same fault with another label.
    func labeled(_ label: String) -> FieldError {
        FieldError(field: field, label: label, message: message, readings: readings)
    }

    /// The whole sentence: `Value: “12,5x” is not an amount`.
    var text: String { "\(label): \(message)" }

    /// The fault in the summary of a form, linked to its field.
    var link: FaultLink { FaultLink(field: hasField ? elementID : "", text: text) }

    /// The `id` of its element. Programs can name a record by its number, people choose it by its
    /// name.
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
