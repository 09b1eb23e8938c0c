public import Foundation

/// An attribute of an entity: its type, default value and validation.
///
/// ```swift
/// var title = AttributeDescription("title", .string, isOptional: false)
/// title.maxValueString = "80"
/// title.defaultValueString = "Untitled"
/// ```
public struct AttributeDescription: Sendable, Hashable {
    /// The attribute's name, unique within its entity and the entity's ancestors.
    public var name: String
    /// The type of the attribute's values.
    public var attributeType: AttributeType
    /// Whether a record may be saved without a value. Default: true, as in Core Data; in a model
    /// file false unless the file says otherwise.
    public var isOptional: Bool
    /// Whether the value is not stored. Default: false.
    public var isTransient: Bool = false
    /// Whether the model asks for an index in the style of Xcode before version 9.
    public var isIndexed: Bool = false
    /// Whether stores have a full-text index of the attribute's texts (*Index in Spotlight*).
    /// Default: false. It does not change version hashes.
    public var isIndexedBySpotlight: Bool = false
    /// The initial value of a new object, in the spelling of the model file (`YES`, `12.5`). For
    /// dates, use `defaultDate`.
    public var defaultValueString: String?
    /// The initial date of a new object.
    public var defaultDate: Date?
    /// The minimum of a number, or the minimum length of a string in characters.
    public var minValueString: String?
    /// The maximum of a number, or the maximum length of a string in characters.
    public var maxValueString: String?
    /// The earliest date.
    public var minDate: Date?
    /// The latest date.
    public var maxDate: Date?
    /// The ICU pattern that a whole string must match.
    public var regularExpression: String?
    /// Validation predicates over `SELF`, each with the message for a value that fails it.
    public var validationPredicates: [ValidationPredicate] = []
    /// Whether the generated property has a scalar type, such as `Int32` instead of `Int32?`.
    public var usesScalarValueType: Bool = false
    /// Whether large values may be stored in files beside the store.
    public var allowsExternalBinaryDataStorage: Bool = false
    /// Whether the history preserves the value of a deleted record.
    public var preservesValueInHistoryOnDeletion: Bool = false
    /// The transformer of a transformable attribute; nil for a keyed archive.
    public var valueTransformerName: String?
    /// The class of a transformable attribute's values.
    public var customClassName: String?
    /// The expression of a derived attribute, whose value the store computes.
    public var derivationExpression: String?
    /// The composite of a composite attribute.
    public var compositeName: String?
    /// The attribute's name in an older version of the model. A migration then keeps its values.
    public var renamingIdentifier: String?
    /// Changes the version hash, so that a version with the same properties counts as another one.
    public var versionHashModifier: String?
    /// The application's own values.
    public var userInfo: [String: String] = [:]
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates an attribute without validation.
    public init(_ name: String, _ attributeType: AttributeType, isOptional: Bool = true) {
        self.name = name
        self.isOptional = isOptional
        self.attributeType = attributeType
    }

    /// Whether the store computes the value.
    public var isDerived: Bool { derivationExpression != nil }

    /// The attribute of the same entity that contains this one's sort keys: `sortKey` in its
    /// `userInfo`.
    public var sortKeyName: String? { userInfo["sortKey"] }

    /// Whether the attribute can contain another one's sort keys: an optional, stored binary
    /// attribute.
    public var canHoldSortKeys: Bool {
        attributeType == .binaryData && isOptional && !isTransient
            && !allowsExternalBinaryDataStorage
    }

    /// Whether full-text search includes the attribute's texts.
    public var isSearched: Bool { isIndexedBySpotlight && attributeType == .string && !isTransient }
}

/// A predicate over one value, with the message for a value that fails it.
public struct ValidationPredicate: Sendable, Hashable {
    /// A predicate format string over `SELF`, for example `SELF > 0`.
    public var format: String
    /// The message for people.
    public var message: String

    /// Creates a validation from a predicate format string and a message.
    public init(format: String, message: String) {
        self.format = format
        self.message = message
    }
}
