import ObjectModel

extension ModelBrowser {
    /// The model for programs.
    var json: JSONValue {
        .object([
            (
                "parts",
                .array(
                    parts.map { part in
                        .object([
                            ("name", .string(part.title)),
                            ("entities", .array(part.entities.map(Self.json))),
                        ])
                    })
            )
        ])
    }

    private static func json(_ entity: EntityDescription) -> JSONValue {
        .object([
            ("name", .string(entity.name)), ("class", .string(entity.managedObjectClassName)),
            ("isAbstract", .bool(entity.isAbstract)),
            ("superentity", .string(entity.superentityName)),
            ("attributes", .array(entity.attributes.map(json))),
            ("relationships", .array(entity.relationships.map(json))),
            ("fetchedProperties", .array(entity.fetchedProperties.map(json))),
            (
                "uniquenessConstraints",
                .array(entity.uniquenessConstraints.map { .array($0.map { .string($0) }) })
            ),
            (
                "indexes",
                .array(entity.indexes.map { .string(PropertyText.text(of: $0)) })
            ),
        ])
    }

    private static func json(_ attribute: AttributeDescription) -> JSONValue {
        .object([
            ("name", .string(attribute.name)), ("type", .string(attribute.attributeType.rawValue)),
            ("isOptional", .bool(attribute.isOptional)),
            ("isTransient", .bool(attribute.isTransient)),
            (
                "default",
                .string(attribute.defaultDate.map(ISO8601Text.utc) ?? attribute.defaultValueString)
            ),
            ("min", .string(attribute.minDate.map(ISO8601Text.utc) ?? attribute.minValueString)),
            ("max", .string(attribute.maxDate.map(ISO8601Text.utc) ?? attribute.maxValueString)),
            ("pattern", .string(attribute.regularExpression)),
        ])
    }

    private static func json(_ relationship: RelationshipDescription) -> JSONValue {
        .object([
            ("name", .string(relationship.name)),
            ("destination", .string(relationship.destinationEntity)),
            ("inverse", .string(relationship.inverseName)),
            ("isToMany", .bool(relationship.isToMany)),
            ("isOrdered", .bool(relationship.isOrdered)),
            ("isOptional", .bool(relationship.isOptional)),
            ("deleteRule", .string(relationship.deleteRule.rawValue)),
        ])
    }

    private static func json(_ property: FetchedPropertyDescription) -> JSONValue {
        .object([
            ("name", .string(property.name)),
            ("entity", .string(property.fetchRequest.entityName)),
            ("predicate", .string(property.fetchRequest.predicateFormat)),
        ])
    }
}
