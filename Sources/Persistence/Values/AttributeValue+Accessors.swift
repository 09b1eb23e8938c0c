public import Foundation

/// Literals: `row["pages"] == 870`, `["title": "Peas", "pages": 90]`.
extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension AttributeValue {
    /// The integer, also of a whole double or decimal; otherwise nil.
    public var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        case .decimal(let value): Int64("\(value)")
        default: nil
        }
    }

    /// The number as a double; otherwise nil.
    public var doubleValue: Double? {
        switch self {
        case .double(let value): value
        case .integer(let value): Double(value)
        case .decimal(let value): Double("\(value)")
        default: nil
        }
    }

    /// The number of a decimal or an integer; otherwise nil. A double has none, because the caller
    /// should choose its rounding.
    public var decimalValue: Decimal? {
        switch self {
        case .decimal(let value): value
        case .integer(let value): Decimal(value)
        default: nil
        }
    }

    /// The Boolean, also of the integers 0 and 1, which computed columns have; otherwise nil.
    public var booleanValue: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }

    /// The string; otherwise nil.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The date; otherwise nil.
    public var dateValue: Date? {
        if case .date(let value) = self { value } else { nil }
    }

    /// The binary data; otherwise nil.
    public var dataValue: Data? {
        if case .data(let value) = self { value } else { nil }
    }

    /// The UUID; otherwise nil.
    public var uuidValue: UUID? {
        if case .uuid(let value) = self { value } else { nil }
    }

    /// The URL; otherwise nil.
    public var urlValue: URL? {
        if case .url(let value) = self { value } else { nil }
    }

    /// The ID of a destination; otherwise nil.
    public var objectID: ManagedObjectID? {
        if case .object(let value) = self { value } else { nil }
    }
}
