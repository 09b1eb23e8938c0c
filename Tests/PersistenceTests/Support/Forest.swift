import ObjectModel

/// A model that combines what is hard for object graphs: entities two levels below an abstract one,
/// a cascading tree, ordered relationships on both sides, unique codes, transient and derived
/// values.
enum Forest {
    static var model: ManagedObjectModel {
        ManagedObjectModel(
            entities: [
                node, EntityDescription("Branch", superentityName: "Node"), twig,
                EntityDescription("Leaf", superentityName: "Node"), label,
            ])
    }

    /// Three versions of the model, each with features that the others lack.
    static let versions: [ManagedObjectModel] = {
        var second = model
        second.entities[0].attributes.append(optional("extra", .string))
        second.entities[2].attributes = []
        second.entities.append(EntityDescription("Stone"))
        var third = model
        var count = optional("nodeCount", .integer16)
        count.derivationExpression = "nodes.@count"
        third.entities[4].attributes.append(count)
        var shade = AttributeDescription("shade", .integer32, isOptional: false)
        shade.defaultValueString = "7"
        third.entities[1].attributes.append(shade)
        return [model, second, third]
    }()

    /// The entities of nodes, without the abstract one.
    static let kinds = ["Branch", "Twig", "Leaf"]
    static let codes = ["a", "b", "c", "d", "e", "f", "g", "h"]
    static let maximumRank = 100

    private static var node: EntityDescription {
        var entity = EntityDescription("Node", isAbstract: true)
        var rank = optional("rank", .integer32)
        rank.defaultValueString = "3"
        rank.maxValueString = "\(maximumRank)"
        var note = optional("note", .string)
        note.isTransient = true
        var loud = optional("loud", .string)
        loud.derivationExpression = "uppercase:(name)"
        loud.isIndexedBySpotlight = true
        var childCount = optional("childCount", .integer64)
        childCount.derivationExpression = "children.@count"
        entity.attributes = [
            AttributeDescription("number", .integer64, isOptional: false), searched("name"), rank,
            optional("code", .string), note, loud, childCount,
        ]
        entity.uniquenessConstraints = [["code"]]
        entity.indexes = [
            FetchIndexDescription(
                "byRank", elements: [FetchIndexElementDescription(propertyName: "rank")])
        ]
        entity.relationships = [
            optional(
                RelationshipDescription(
                    toOne: "parent", "Node", inverse: "children", isOptional: false)),
            optional(
                RelationshipDescription(
                    toMany: "children", "Node", inverse: "parent", isOptional: false,
                    isOrdered: true,
                    deleteRule: .cascade)),
            optional(
                RelationshipDescription(
                    toMany: "labels", "Label", inverse: "nodes", isOptional: false, isOrdered: true)
            ),
            optional(
                RelationshipDescription(
                    toMany: "badges", "Label", inverse: "bearer", isOptional: false)),
        ]
        return entity
    }

    private static var twig: EntityDescription {
        var entity = EntityDescription("Twig", superentityName: "Branch")
        entity.attributes = [optional("width", .double)]
        return entity
    }

    private static var label: EntityDescription {
        var entity = EntityDescription("Label")
        entity.attributes = [
            AttributeDescription("number", .integer64, isOptional: false), searched("name"),
        ]
        entity.relationships = [
            optional(
                RelationshipDescription(
                    toMany: "nodes", "Node", inverse: "labels", isOptional: false, isOrdered: true)),
            optional(
                RelationshipDescription(
                    toOne: "bearer", "Node", inverse: "badges", isOptional: false)),
        ]
        return entity
    }

    /// A text with *Index in Spotlight*.
    private static func searched(_ name: String) -> AttributeDescription {
        var attribute = AttributeDescription(name, .string, isOptional: false)
        attribute.isIndexedBySpotlight = true
        return attribute
    }

    private static func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }

    private static func optional(
        _ relationship: RelationshipDescription
    ) -> RelationshipDescription {
        var relationship = relationship
        relationship.isOptional = true
        return relationship
    }
}
