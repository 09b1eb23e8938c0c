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
