import Foundation

/// The spelling of attribute values in model files.
package enum AttributeText {
    /// The default value in a text; nil if the type has no such value.
    ///
    /// Xcode keeps a default that was entered for another type. Core Data then uses the number at
    /// its beginning, or the first character as a Boolean, and so opens the model.
    package static func defaultValue(_ text: String, of type: AttributeType) -> String? {
        if isValue(text, of: type) { return text }
        switch type {
        case _ where text.isEmpty: return nil
        case .boolean: return isTrue(text) ? "YES" : "NO"
        case _ where type.isNumeric: return leadingNumber(text, as: type)
        default: return nil
        }
    }

    /// Whether a text is a value of the type. Types without a textual default ignore the text.
    private static func isValue(_ text: String, of type: AttributeType) -> Bool {
        switch type {
        case .integer16, .integer32, .integer64, .decimal: number(text, as: type) != nil
        case .double: isNumber(text) && Double(text)?.isFinite == true
        case .float: isNumber(text) && Float(text)?.isFinite == true
        case .boolean: ["yes", "no", "1", "0", "true", "false"].contains(text.lowercased())
        case .uuid: UUID(uuidString: text) != nil
        case .uri: !text.isEmpty && URL(string: text) != nil
        case .string, .date, .binaryData, .transformable, .objectID, .undefined, .composite: true
        }
    }

    /// Foundation's `boolValue`: leading signs and zeros are skipped.
    private static func isTrue(_ text: String) -> Bool {
        text.drop { " +-0".contains($0) }.first.map { "YyTt123456789".contains($0) } ?? false
    }

    private static func leadingNumber(_ text: String, as type: AttributeType) -> String? {
        if let flag = ["NO": "0", "YES": "1"][text] { return flag }
        guard let range = text.range(of: #"^\s*"# + numberPattern, options: .regularExpression)
        else { return "0" }
        let beginning = text[range].trimmingCharacters(in: .whitespaces)
        guard var value = decimal(beginning) else {
            // The number is too large for a decimal.
            if isValue(beginning, of: type) { return beginning }
            return Double(beginning) == 0 ? "0" : nil
        }
        if [.integer16, .integer32, .integer64].contains(type) {
            var fraction = value
            NSDecimalRound(&value, &fraction, 0, fraction < 0 ? .up : .down)
        }
        let number = value.description
        return isValue(number, of: type) ? number : nil
    }

    /// The number in a text, if the type can hold it.
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

    /// Unlike Decimal's own parser, refuses a text that is not a number as a whole.
    static func decimal(_ text: String) -> Decimal? {
        guard isNumber(text) else { return nil }
        if let number = Decimal(string: text), !number.isNaN { return number }
        return nil
    }

    private static let numberPattern = #"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"#

    /// Whether a text is a decimal number. `Double` reads hexadecimal numbers and words too.
    static func isNumber(_ text: String) -> Bool {
        text.allSatisfy("0123456789+-.eE".contains) && Double(text) != nil
    }
}
