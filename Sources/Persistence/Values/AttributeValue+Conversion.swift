import Foundation
import ObjectModel

extension AttributeValue {
    /// Converts a Swift value to an attribute's type; nil where that would lose something.
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

    /// What the value is a value of; nil for no value.
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
