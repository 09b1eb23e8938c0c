import Domain
import Foundation

/// Converts the text of a form's fields into values and collects the faults.
///
/// A faulty field counts as absent, so that all faults are found at once. The caller answers 422 if
/// there are any.
struct FormDecoder {
    let form: FormData
    private(set) var faults: [FieldError]

    /// Reads a form. The faults of its card numbers come first.
    init(_ form: FormData) {
        self.form = form
        faults = form.cardFaults
    }

    /// Adds a fault that the caller found.
    mutating func fail(_ field: String, _ label: String, _ message: String) {
        fail(FieldError(field: field, label: label, message: message))
    }

    /// Adds a fault that the caller found.
    mutating func fail(_ fault: FieldError) {
        faults.append(fault)
    }

    /// The message that the page shows at the field, without the field's name.
    func message(for field: String) -> String? {
        faults.first { $0.field == field }?.message
    }

    /// Whether a field has a fault already. That of a card number, which is found before the fields
    /// are known, gets its label.
    mutating func isAtFault(_ field: FieldDescription) -> Bool {
        guard let index = faults.firstIndex(where: { $0.field == field.name }) else { return false }
        faults[index] = faults[index].labeled(field.label)
        return true
    }

    /// The names of the fields with a prefix, without duplicates, in their order.
    func names(beginning start: String) -> [String] {
        form.fields.map(\.name).filter { $0.hasPrefix(start) }.uniqued
    }

    /// Text of one line: surrounding spaces are dropped, line ends and tabs become spaces.
    ///
    /// - Parameter reading: converts the text before it is checked. Default: leaves it as it is.
    mutating func line(
        _ field: String, label: String, limit: Int = 1_000,
        reading: (String) -> String = { $0 }
    ) -> FieldUpdate<String> {
        guard let text = form[field].map(reading) else { return .absent }
        let line = FormText.line(text)
        guard !line.isUnseen else { return .cleared }
        guard line.count <= limit else {
            fail(field, label, "it has \(line.count) characters; at most \(limit) are allowed")
            return .absent
        }
        // A table with invisible characters could not be imported again.
        guard !line.unicodeScalars.contains(where: \.isUnseen) else {
            fail(field, label, "it has an invisible character")
            return .absent
        }
        return .value(line)
    }

    /// Text of any number of lines; trailing spaces and line ends are dropped.
    ///
    /// - Parameter reading: converts the text before it is checked. Default: leaves it as it is.
    mutating func text(
        _ field: String, label: String, limit: Int, reading: (String) -> String = { $0 }
    ) -> FieldUpdate<String> {
        guard let posted = form[field].map(reading) else { return .absent }
        var text = posted[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        guard !text.isEmpty else { return .cleared }
        guard text.count <= limit else {
            fail(field, label, "it has \(text.count) characters; at most \(limit) are allowed")
            return .absent
        }
        // A table with invisible characters could not be imported again.
        guard !text.unicodeScalars.contains(where: { $0.isUnseen && $0 != "\n" && $0 != "\t" })
        else {
            fail(field, label, "it has an invisible character")
            return .absent
        }
        return .value(String(text))
    }

    /// Text of one line that must not be empty, neither in a form for a new record nor in one that
    /// has the field.
    mutating func requiredLine(
        _ field: String, label: String, isNew: Bool, limit: Int = 1_000
    ) -> FieldUpdate<String> {
        let line = line(field, label: label, limit: limit)
        let isMissing = line == .cleared || (isNew && line == .absent)
        if isMissing, message(for: field) == nil { fail(field, label, "enter a value") }
        return line == .cleared ? .absent : line
    }

    /// A value that must not be missing; nil, with a fault, if it is.
    ///
    /// - Parameter read: reads the field by its name and its label.
    mutating func required<Value>(
        _ field: String, _ label: String, missing: String = "enter a value",
        _ read: (inout FormDecoder, String, String) -> FieldUpdate<Value>
    ) -> Value? {
        let value = read(&self, field, label).value
        if value == nil, message(for: field) == nil { fail(field, label, missing) }
        return value
    }

    /// A whole number in a range.
    mutating func integer(
        _ field: String, label: String, in range: ClosedRange<Int>
    ) -> FieldUpdate<Int> {
        guard let text = form[field]?.trimmingCharacters(in: .whitespacesAndNewlines) else {
            return .absent
        }
        guard !text.isEmpty else { return .cleared }
        let number: Int
        do { number = Int(try DecimalNumber.whole(text, by: form.region)) } catch {
            fail(field, label, error.description)
            return .absent
        }
        guard range.contains(number) else {
            fail(
                field, label,
                "\(number, grouped: true) is not from \(range.lowerBound, grouped: true) to "
                    + "\(range.upperBound, grouped: true)")
            return .absent
        }
        return .value(number)
    }

    /// The number of a record. One that no record can have is answered like an unknown one.
    ///
    /// - Parameter noun: the kind of record, for the message.
    mutating func id(_ field: String, label: String, of noun: String = "record") -> FieldUpdate<Int>
    {
        guard let text = form[field]?.trimmingCharacters(in: .whitespacesAndNewlines) else {
            return .absent
        }
        guard !text.isEmpty else { return .cleared }
        let plain = text.withPlainDigits
        if let number = Int(plain), number > 0 { return .value(number) }
        let digits = plain.drop { "+-".contains($0) }
        if !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) {
            fail(.unknown(noun, String(text.prefix(100)), field: field, label: label))
        } else {
            fail(
                field, label,
                "“\(text.prefix(100))” is not a number; enter the number of the \(noun)")
        }
        return .absent
    }

    /// One of some words; an empty field counts as absent.
    mutating func word(
        _ field: String, label: String, among words: [String]
    ) -> FieldUpdate<String> {
        guard let text = form[field], !text.isEmpty else { return .absent }
        guard words.contains(text) else {
            let choices = words.joined(separator: ", ")
            fail(field, label, "“\(text.prefix(100))” is not one of \(choices)")
            return .absent
        }
        return .value(text)
    }

    /// `yes` or `no`; nil for an empty field, or without the field.
    mutating func flag(_ field: String, label: String) -> Bool? {
        word(field, label: label, among: ["yes", "no"]).value.map { $0 == "yes" }
    }

    /// One of the cases of an enumeration.
    mutating func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ field: String, label: String, of type: Choice.Type = Choice.self
    ) -> FieldUpdate<Choice> where Choice.RawValue == String {
        choice(field, label: label, among: Choice.allCases.map { ($0.rawValue, $0) })
    }

    /// One of some values with names.
    mutating func choice<Choice: Sendable>(
        _ field: String, label: String, among choices: [(name: String, value: Choice)]
    ) -> FieldUpdate<Choice> {
        guard let text = form[field] else { return .absent }
        guard !text.isEmpty else { return .cleared }
        guard let choice = choices.first(where: { $0.name == text }) else {
            let names = choices.map(\.name).joined(separator: ", ")
            fail(field, label, "“\(text.prefix(100))” is not one of \(names)")
            return .absent
        }
        return .value(choice.value)
    }
}
