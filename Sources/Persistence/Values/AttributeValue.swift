public import Foundation
package import ObjectModel

/// The value of a property of a record.
///
/// ```swift
/// let row = try context.fetchDictionaries(request)[0]
/// let pages = row["pages"]?.integerValue ?? 0
/// ```
/// It crosses tasks. Literals make one: `["title": "Peas", "pages": 90]`.
public enum AttributeValue: Sendable, Hashable {
    /// Null.
    case null
    /// An Integer 16, 32 or 64.
    case integer(Int64)
    /// A Boolean.
    case boolean(Bool)
    /// A Double or a Float.
    case double(Double)
    /// A Decimal.
    case decimal(Decimal)
    /// A String.
    case string(String)
    /// A Date.
    case date(Date)
    /// Binary data, or a transformed value of a transformable attribute.
    case data(Data)
    /// A UUID.
    case uuid(UUID)
    /// A URI.
    case url(URL)
    /// The destination of a to-one relationship.
    case object(ManagedObjectID)
    /// A transformable value that was not transformed yet.
    // Indirect, to keep other values small.
    indirect case transformable(TransformableValue)
    /// A large binary value that is read on demand; without its size if that of a file would have
    /// to be looked up.
    case deferred(byteCount: Int?)

    /// Whether the value is null.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Whether it is read on demand.
    var isDeferred: Bool {
        if case .deferred = self { true } else { false }
    }
}

/// A value of a transformable attribute, before transformation.
public struct TransformableValue: Sendable, Hashable {
    /// The value.
    public let base: any Sendable

    /// Wraps a value of any type.
    public init(_ base: any Sendable) {
        self.base = base
    }

    /// Values are equal if their type says so; values of types without equality never are.
    public static func == (first: TransformableValue, second: TransformableValue) -> Bool {
        guard let first = first.base as? any Hashable, let second = second.base as? any Hashable
        else { return false }
        return AnyHashable(first) == AnyHashable(second)
    }

    public func hash(into hasher: inout Hasher) {
        if let base = base as? any Hashable { hasher.combine(AnyHashable(base)) }
    }
}

extension AttributeValue {
    /// Values are equal if their stored forms are: strings by their UTF-8, without normalization.
    public static func == (first: AttributeValue, second: AttributeValue) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.integer(let first), .integer(let second)): first == second
        case (.boolean(let first), .boolean(let second)): first == second
        case (.double(let first), .double(let second)): first == second
        case (.decimal(let first), .decimal(let second)): first == second
        case (.string(let first), .string(let second)): first.utf8.elementsEqual(second.utf8)
        case (.date(let first), .date(let second)): first == second
        case (.data(let first), .data(let second)): first == second
        case (.uuid(let first), .uuid(let second)): first == second
        case (.url(let first), .url(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        case (.transformable(let first), .transformable(let second)): first == second
        case (.deferred(let first), .deferred(let second)): first == second
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .boolean(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .url(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        case .transformable(let value): hasher.combine(value)
        case .deferred(let byteCount): hasher.combine(byteCount)
        }
    }
}

extension AttributeValue {
    /// The value after storage in an attribute's column: in the attribute's type, truncated to an
    /// integer if needed.
    package func asStored(in attribute: AttributeDescription) -> AttributeValue {
        let type = ExpressionType(attribute)
        guard type.isNumber, let number = storedNumber else { return self }
        switch (type.kind, number) {
        case (.double, _): return .double(number.double)
        case (.decimal, _): return number.attributeValue.exactDecimal.map { .decimal($0) } ?? .null
        case (.boolean, _): return .boolean(number.double != 0)
        case (_, .integer(let whole)): return .integer(whole)
        case (_, .double(let double)):
            // Like SQLite's casts, clamps to the range of the type.
            guard !double.isNaN else { return .null }
            let whole = double.rounded(.towardZero)
            return .integer(Int64(exactly: whole) ?? (whole < 0 ? .min : .max))
        }
    }
}

extension AttributeValue {
    /// The default of an attribute. A text of another type is interpreted as in Core Data; the
    /// model's check warns about it.
    init(defaultOf attribute: AttributeDescription) {
        let type = attribute.attributeType
        if let date = attribute.defaultDate, type == .date {
            self = .date(date)
        } else if let text = attribute.defaultValueString, !attribute.isDerived,
            let spelled = AttributeText.defaultValue(text, of: type),
            let value = AttributeValue(text: spelled, of: type)
        {
            self = value
        } else {
            self = .null
        }
    }

    /// Parses a value in a model file; nil if it is invalid for the type.
    init?(text: String, of type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64:
            guard let integer = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0) })
            else { return nil }
            self = .integer(integer)
        case .double, .float:
            guard let number = Double(text) else { return nil }
            self = .double(number)
        case .decimal:
            guard let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
            else { return nil }
            self = .decimal(number)
        case .boolean:
            switch text.lowercased() {
            case "yes", "true", "1": self = .boolean(true)
            case "no", "false", "0": self = .boolean(false)
            default: return nil
            }
        case .string:
            self = .string(text)
        case .uuid:
            guard let uuid = UUID(uuidString: text) else { return nil }
            self = .uuid(uuid)
        case .uri:
            guard let url = URL(string: text) else { return nil }
            self = .url(url)
        case .date:
            guard let seconds = Double(text) else { return nil }
            self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .undefined, .binaryData, .transformable, .objectID, .composite:
            // A model file may contain a text here, which Core Data ignores too.
            self = .null
        }
    }
}

extension AttributeDescription {
    /// Whether new objects have a value.
    var hasDefault: Bool { !AttributeValue(defaultOf: self).isNull }
}

extension AttributeValue {
    /// Converts a Swift value to an attribute's type; nil if that would lose something.
    init?(_ value: any Sendable, as type: AttributeType) {
        if let value = value as? AttributeValue {
            guard let base = value.base else {
                self = .null
                return
            }
            self.init(base, as: type)
            return
        }
        let converted: AttributeValue?
        switch type {
        case .integer16, .integer32, .integer64:
            converted = (value as? any BinaryInteger).flatMap { Int64(exactly: $0) }
                .map(AttributeValue.integer)
        case .boolean: converted = (value as? Bool).map(AttributeValue.boolean)
        case .double, .float: converted = Self.number(value).map(AttributeValue.double)
        case .decimal: converted = Self.decimal(value).map(AttributeValue.decimal)
        case .string: converted = (value as? String).map(AttributeValue.string)
        case .date: converted = (value as? Date).map(AttributeValue.date)
        case .binaryData: converted = (value as? Data).map(AttributeValue.data)
        case .uuid: converted = (value as? UUID).map(AttributeValue.uuid)
        case .uri: converted = (value as? URL).map(AttributeValue.url)
        case .objectID: converted = (value as? ManagedObjectID).map(AttributeValue.object)
        case .transformable, .undefined:
            converted = .transformable(TransformableValue(value))
        case .composite: converted = nil
        }
        guard let converted else { return nil }
        self = converted
    }

    /// The Swift value; nil for null.
    var base: (any Sendable)? {
        switch self {
        case .null, .deferred: nil
        case .integer(let value): value
        case .boolean(let value): value
        case .double(let value): value
        case .decimal(let value): value
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .uuid(let value): value
        case .url(let value): value
        case .object(let value): value
        case .transformable(let value): value.base
        }
    }

    private static func number(_ value: Any) -> Double? {
        switch value {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as any BinaryInteger: Double(exactly: value)
        default: nil
        }
    }

    private static func decimal(_ value: Any) -> Decimal? {
        switch value {
        case let value as Decimal: value
        case let value as any BinaryInteger: Int64(exactly: value).map { Decimal($0) }
        default: nil
        }
    }
}
