import Foundation

enum ConstantCoercion {
    /// The value in the type; nil if it cannot be converted. Numbers keep their value even if the
    /// type does not have it: an integer is compared with 2.5.
    static func coerce(_ value: AttributeValue, to kind: ExpressionType.Kind) -> AttributeValue? {
        if value.isNull { return value }
        return switch kind {
        case .null, .unknown: value
        case .boolean: boolean(value)
        case .integer, .double: number(value)
        case .decimal: decimal(value)
        case .string: text(value)
        case .date: date(value)
        case .data: data(value)
        case .uuid: uuid(value)
        case .url: url(value)
        case .object: object(value)
        case .transformable: value
        }
    }

    private static func boolean(_ value: AttributeValue) -> AttributeValue? {
        switch value {
        case .boolean, .double, .decimal: return value
        case .integer(let number): return (0...1).contains(number) ? .boolean(number == 1) : value
        case .string(let text):
            switch text.lowercased() {
            case "true", "yes", "1": return .boolean(true)
            case "false", "no", "0": return .boolean(false)
            default: return nil
            }
        default: return nil
        }
    }

    private static func number(_ value: AttributeValue) -> AttributeValue? {
        switch value {
        case .integer, .boolean, .double, .decimal: value
        case .string(let text): AttributeValue(number: text.trimmingCharacters(in: .whitespaces))
        default: nil
        }
    }

    private static func decimal(_ value: AttributeValue) -> AttributeValue? {
        if case .string(let text) = value {
            return Decimal(exact: text.trimmingCharacters(in: .whitespaces))
                .map(AttributeValue.decimal)
        }
        guard let number = number(value) else { return nil }
        // A number out of the range of decimals stays as it is and equals none of them.
        return number.exactDecimal.map(AttributeValue.decimal) ?? number
    }

    private static func text(_ value: AttributeValue) -> AttributeValue? {
        switch value {
        case .string: value
        case .integer(let number): .string(String(number))
        case .double(let number): .string("\(number)")
        case .decimal(let number): .string(number.description)
        case .uuid(let uuid): .string(uuid.uuidString)
        case .url(let url): .string(url.absoluteString)
        default: nil
        }
    }

    private static func date(_ value: AttributeValue) -> AttributeValue? {
        switch value {
        case .date: value
        case .string(let text): PredicateDate.date(text).map(AttributeValue.date)
        default: nil
        }
    }

    private static func data(_ value: AttributeValue) -> AttributeValue? {
        if case .data = value { value } else { nil }
    }

    private static func uuid(_ value: AttributeValue) -> AttributeValue? {
        switch value {
        case .uuid: value
        case .string(let text): UUID(uuidString: text).map(AttributeValue.uuid)
        default: nil
        }
    }

    private static func url(_ value: AttributeValue) -> AttributeValue? {
        switch value {
        case .url, .string: value
        default: nil
        }
    }

    private static func object(_ value: AttributeValue) -> AttributeValue? {
        if case .object = value { value } else { nil }
    }
}
