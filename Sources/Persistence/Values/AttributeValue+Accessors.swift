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
    /// The number of an integer, or of a double or decimal that is whole; nil for another value.
    public var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        case .decimal(let value): Int64("\(value)")
        default: nil
        }
    }

    /// The number of a double, an integer or a decimal; nil for another value.
    public var doubleValue: Double? {
        switch self {
        case .double(let value): value
        case .integer(let value): Double(value)
        case .decimal(let value): Double("\(value)")
        default: nil
        }
    }

    /// The number of a decimal or an integer; nil for another value. A double is none: what it would be
    /// rounded to is for the caller to say.
    public var decimalValue: Decimal? {
        switch self {
        case .decimal(let value): value
        case .integer(let value): Decimal(value)
        default: nil
        }
    }

    /// The truth of a Boolean, or of an integer that is 0 or 1, as computed columns have it; nil for another
    /// value.
    public var booleanValue: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }

    /// The text of a string; nil for another value.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The moment of a date; nil for another value.
    public var dateValue: Date? {
        if case .date(let value) = self { value } else { nil }
    }

    /// The bytes of binary data; nil for another value.
    public var dataValue: Data? {
        if case .data(let value) = self { value } else { nil }
    }

    /// A UUID; nil for another value.
    public var uuidValue: UUID? {
        if case .uuid(let value) = self { value } else { nil }
    }

    /// A URL; nil for another value.
    public var urlValue: URL? {
        if case .url(let value) = self { value } else { nil }
    }

    /// The ID of a destination; nil for another value.
    public var objectID: ManagedObjectID? {
        if case .object(let value) = self { value } else { nil }
    }
}
