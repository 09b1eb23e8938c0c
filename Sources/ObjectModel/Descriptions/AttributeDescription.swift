public import Foundation

/// One attribute of an entity: its type, its default and its rules.
public struct AttributeDescription: Sendable, Hashable {
    /// The attribute's name, unique within its entity and the entity's ancestors.
    public var name: String
    /// The type of the attribute's values.
    public var attributeType: AttributeType
    /// Whether a record may be saved without a value. Default: true, as in Core Data; in a model
    /// file false unless the file says otherwise.
    public var isOptional: Bool
    /// Whether the value lives in memory only. Default: false.
    public var isTransient: Bool = false
    /// Whether the model asks for an index in the style before Xcode 9.
    public var isIndexed: Bool = false
    /// Whether stores keep a full-text index of the attribute's texts (*Index in Spotlight*).
    /// Default: false. It is not part of version hashes.
    public var isIndexedBySpotlight: Bool = false
    /// The value that a new object starts with, as the model file spells it (`YES`, `12.5`); for
    /// dates see `defaultDate`.
    public var defaultValueString: String?
    /// The date that a new object starts with.
    public var defaultDate: Date?
    /// The least value of a number, or the least length of a string in characters.
    public var minValueString: String?
    /// The greatest value of a number, or the greatest length of a string in characters.
    public var maxValueString: String?
    /// The earliest date.
    public var minDate: Date?
    /// The latest date.
    public var maxDate: Date?
    /// The ICU pattern that the whole of a string has to match.
    public var regularExpression: String?
    /// Further rules for the value, each a predicate format string over `SELF` with the message for
    /// a value that fails it.
    public var validationPredicates: [ValidationPredicate] = []
    /// Whether generated properties use `Int32` instead of `Int32?` and so on.
    public var usesScalarValueType: Bool = false
    /// Whether large values may live in a file beside the store.
    public var allowsExternalBinaryDataStorage: Bool = false
    /// Whether history keeps the value of a deleted record.
    public var preservesValueInHistoryOnDeletion: Bool = false
    /// The name of the transformer of a transformable attribute; nil means a keyed archive.
    public var valueTransformerName: String?
    /// The class of a transformable attribute's values.
    public var customClassName: String?
    /// The expression that the store keeps a derived attribute equal to.
    public var derivationExpression: String?
    /// The name of the composite that a composite attribute is made of.
    public var compositeName: String?
    /// The name that this attribute had in an older version of the model.
    public var renamingIdentifier: String?
    /// Tells versions apart that would otherwise have the same hash.
    public var versionHashModifier: String?
    /// The application's own values.
    public var userInfo: [String: String] = [:]
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes an attribute without rules.
    public init(_ name: String, _ attributeType: AttributeType, isOptional: Bool = true) {
        self.name = name
        self.isOptional = isOptional
        self.attributeType = attributeType
    }

    /// Whether the store computes the value.
    public var isDerived: Bool { derivationExpression != nil }

    /// The name of the attribute of the same entity that holds this one's sort keys: `sortKey` in
    /// its `userInfo`.
    public var sortKeyName: String? { userInfo["sortKey"] }

    /// Whether the attribute can hold another one's sort keys: an optional stored binary attribute.
    public var canHoldSortKeys: Bool {
        attributeType == .binaryData && isOptional && !isTransient
            && !allowsExternalBinaryDataStorage
    }

    /// Whether stores index the attribute's texts for searches.
    public var isSearched: Bool { isIndexedBySpotlight && attributeType == .string && !isTransient }
}

/// A rule over one value, with the message for a value that fails it.
public struct ValidationPredicate: Sendable, Hashable {
    /// A predicate format string over `SELF`, for example `SELF > 0`.
    public var format: String
    /// The message for a person whose value fails.
    public var message: String

    /// Makes a rule of a predicate format string and the message for a value that fails it.
    public init(format: String, message: String) {
        self.format = format
        self.message = message
    }
}
