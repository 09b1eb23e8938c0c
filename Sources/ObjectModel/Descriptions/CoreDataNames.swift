// Core Data's names, for which the compiler suggests the replacements.

private func unavailable() -> Never { preconditionFailure("the name is unavailable") }

extension ManagedObjectModel {
    @available(*, unavailable, message: "Use model[\"Book\"], or `entities`.")
    public var entitiesByName: [String: EntityDescription] { unavailable() }

    @available(*, unavailable, message: "Use init(merging:) with the models.")
    public static func mergedModel(from models: [ManagedObjectModel]?) -> ManagedObjectModel? {
        unavailable()
    }
}

extension EntityDescription {
    @available(
        *, unavailable,
        message: "Use `attributes`, or model.allAttributes(of:) with those inherited."
    )
    public var attributesByName: [String: AttributeDescription] { unavailable() }

    @available(
        *, unavailable,
        message: "Use `relationships`, or model.allRelationships(of:) with those inherited."
    )
    public var relationshipsByName: [String: RelationshipDescription] { unavailable() }

    @available(
        *, unavailable, message: "Use `superentityName`: descriptions do not know of each other."
    )
    public var superentity: EntityDescription? { unavailable() }
}

extension AttributeDescription {
    @available(
        *, unavailable,
        message: "Use `defaultValueString`, as the model file spells it, or `defaultDate`."
    )
    public var defaultValue: Any? {
        get { unavailable() }
        set { unavailable() }
    }
}

extension RelationshipDescription {
    @available(
        *, unavailable, message: "Use `inverseName`: descriptions do not know of each other."
    )
    public var inverseRelationship: RelationshipDescription? {
        get { unavailable() }
        set { unavailable() }
    }
}

extension AttributeType {
    @available(*, unavailable, renamed: "string")
    public static var stringAttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "integer16")
    public static var integer16AttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "integer32")
    public static var integer32AttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "integer64")
    public static var integer64AttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "double")
    public static var doubleAttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "boolean")
    public static var booleanAttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "date")
    public static var dateAttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "binaryData")
    public static var binaryDataAttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "decimal")
    public static var decimalAttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "float")
    public static var floatAttributeType: AttributeType { unavailable() }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    @available(*, unavailable, renamed: "uuid")
    public static var UUIDAttributeType: AttributeType { unavailable() }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    @available(*, unavailable, renamed: "uri")
    public static var URIAttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "transformable")
    public static var transformableAttributeType: AttributeType { unavailable() }
    @available(*, unavailable, renamed: "objectID")
    public static var objectIDAttributeType: AttributeType { unavailable() }
}

@available(*, unavailable, renamed: "ManagedObjectModel")
public typealias NSManagedObjectModel = ManagedObjectModel
@available(*, unavailable, renamed: "EntityDescription")
public typealias NSEntityDescription = EntityDescription
@available(*, unavailable, renamed: "AttributeDescription")
public typealias NSAttributeDescription = AttributeDescription
@available(*, unavailable, renamed: "RelationshipDescription")
public typealias NSRelationshipDescription = RelationshipDescription
