import Foundation

/// The spelling of attribute values in model files.
enum AttributeText {
    /// Whether a default value's text is one of the type. Types without a textual default, for
    /// which the text is ignored, take any.
    static func isValue(_ text: String, of type: AttributeType) -> Bool {
        switch type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float:
            number(text, as: type) != nil
        case .boolean: ["yes", "no", "1", "0", "true", "false"].contains(text.lowercased())
        case .uuid: UUID(uuidString: text) != nil
        case .uri: !text.isEmpty && URL(string: text) != nil
        case .string, .date, .binaryData, .transformable, .objectID, .undefined, .composite: true
        }
    }

    /// The number that a text stands for, if the type can hold it.
    static func number(_ text: String, as type: AttributeType) -> Decimal? {
        guard let number = decimal(text) else { return nil }
        return switch type {
        case .integer16: whole(number, in: Decimal(Int(Int16.min))...Decimal(Int(Int16.max)))
        case .integer32: whole(number, in: Decimal(Int(Int32.min))...Decimal(Int(Int32.max)))
        case .integer64: whole(number, in: Decimal(Int64.min)...Decimal(Int64.max))
        default: number
        }
    }

    private static func whole(_ number: Decimal, in range: ClosedRange<Decimal>) -> Decimal? {
        var number = number
        var rounded = Decimal()
        NSDecimalRound(&rounded, &number, 0, .plain)
        return rounded == number && range.contains(number) ? number : nil
    }

    /// Decimal's own parser stops at the first character it cannot use; here the whole text counts.
    private static func decimal(_ text: String) -> Decimal? {
        let pattern = #"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$"#
        guard text.range(of: pattern, options: .regularExpression) != nil else { return nil }
        if let number = Decimal(string: text), !number.isNaN { return number }
        return nil
    }
}
