import Foundation
package import ObjectModel

/// The static type of an expression.
package struct ExpressionType: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Always null.
        case null
        case boolean
        case integer
        case double
        case decimal
        case string
        case date
        case data
        case uuid
        case url
        case transformable
        /// Records of an entity or its subentities, by the entity's number.
        case object(Int)
        /// A variable without a value.
        case unknown
    }

    package var kind: Kind
    package var isCollection = false
    /// Whether values may be in external files, which SQL cannot see.
    package var isExternal = false

    package init(kind: Kind, isCollection: Bool = false, isExternal: Bool = false) {
        self.kind = kind
        self.isCollection = isCollection
        self.isExternal = isExternal
    }

    static let unknown = ExpressionType(kind: .unknown)

    var isNumber: Bool {
        switch kind {
        case .boolean, .integer, .double, .decimal: true
        default: false
        }
    }

    var isText: Bool { kind == .string || kind == .url }

    /// The type in messages to users.
    var noun: String {
        switch kind {
        case .null: "no value"
        case .boolean: "Boolean"
        case .integer: "integer"
        case .double: "number"
        case .decimal: "decimal"
        case .string: "text"
        case .date: "date"
        case .data: "binary data"
        case .uuid: "UUID"
        case .url: "address"
        case .transformable: "transformable value"
        case .object: "object"
        case .unknown: "unknown value"
        }
    }

    /// The type's name in the model editor; `noun` is for authors of predicates.
    var modelName: String {
        switch kind {
        case .null: "no value"
        case .boolean: "Boolean"
        case .integer: "Integer"
        case .double: "Double"
        case .decimal: "Decimal"
        case .string: "String"
        case .date: "Date"
        case .data: "Binary"
        case .uuid: "UUID"
        case .url: "URI"
        case .transformable: "Transformable"
        case .object: "object"
        case .unknown: "unknown value"
        }
    }

    func isComparable(to other: ExpressionType) -> Bool {
        if kind == other.kind || kind == .null || other.kind == .null { return true }
        if kind == .unknown || other.kind == .unknown { return true }
        if case .object = kind, case .object = other.kind { return true }
        return isNumber && other.isNumber || isText && other.isText
    }
}

extension ExpressionType.Kind {
    init(_ type: Any.Type) {
        self =
            switch type {
            case is Bool.Type: .boolean
            case is any BinaryInteger.Type: .integer
            case is Double.Type, is Float.Type: .double
            case is Decimal.Type: .decimal
            case is any StringProtocol.Type: .string
            case is Date.Type: .date
            case is Data.Type: .data
            case is UUID.Type: .uuid
            case is URL.Type: .url
            default: .unknown
            }
    }
}

extension ExpressionType {
    package init(_ attribute: AttributeDescription) {
        let kind: Kind =
            switch attribute.attributeType {
            case .integer16, .integer32, .integer64: .integer
            case .boolean: .boolean
            case .double, .float: .double
            case .decimal: .decimal
            case .string: .string
            case .date: .date
            case .binaryData: .data
            case .uuid: .uuid
            case .uri: .url
            case .transformable, .undefined, .objectID, .composite: .transformable
            }
        self.init(kind: kind, isExternal: attribute.allowsExternalBinaryDataStorage)
    }

    /// The type of a value. The entity number of a record is 0 if its entity is not in the model.
    init(_ value: AttributeValue, in model: ModelLayout) {
        if case .object(let id) = value {
            let entity = id.storeEntity.layout
            let isOwn =
                entity.number <= model.entities.count && model.entity(entity.number) === entity
            let own = isOwn ? entity : model.entity(named: entity.name)
            self.init(kind: .object(own?.number ?? 0))
        } else {
            self.init(value)
        }
    }

    init(_ value: AttributeValue) {
        let kind: Kind =
            switch value {
            case .null: .null
            case .integer: .integer
            case .boolean: .boolean
            case .double: .double
            case .decimal: .decimal
            case .string: .string
            case .date: .date
            case .data: .data
            case .uuid: .uuid
            case .url: .url
            case .object(let id): .object(id.storeEntity.layout.number)
            case .transformable, .deferred: .transformable
            }
        self.init(kind: kind)
    }
}
