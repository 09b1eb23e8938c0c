import Foundation
import ObjectModel
import Persistence

/// A model of searchable records: items with a type, tags and loans; some items are boxes.
enum Shelf {
    static var model: ManagedObjectModel {
        ManagedObjectModel(entities: [item, box, type, tag, loan, stamp])
    }

    private static var item: EntityDescription {
        var entity = EntityDescription("Item")
        entity.attributes = [
            searched("title"), searched("notes"), attribute("code", .string),
            attribute("place", .integer64),
        ]
        entity.relationships = [
            relationship(
                RelationshipDescription(toOne: "type", "Type", inverse: "items", isOptional: false)),
            relationship(
                RelationshipDescription(toMany: "tags", "Tag", inverse: "items", isOptional: false)),
            relationship(
                RelationshipDescription(
                    toMany: "loans", "Loan", inverse: "item", isOptional: false,
                    deleteRule: .cascade)),
        ]
        entity.indexes = [
            FetchIndexDescription(
                "byPlace", elements: [FetchIndexElementDescription(propertyName: "place")])
        ]
        return entity
    }

    private static var box: EntityDescription {
        var entity = EntityDescription("Box", superentityName: "Item")
        entity.attributes = [searched("label")]
        return entity
    }

    private static var type: EntityDescription {
        var entity = EntityDescription("Type")
        entity.attributes = [searched("name")]
        entity.relationships = [
            relationship(
                RelationshipDescription(toMany: "items", "Item", inverse: "type", isOptional: false)
            )
        ]
        return entity
    }

    private static var tag: EntityDescription {
        var entity = EntityDescription("Tag")
        entity.attributes = [searched("word")]
        entity.relationships = [
            relationship(
                RelationshipDescription(toMany: "items", "Item", inverse: "tags", isOptional: false)
            )
        ]
        return entity
    }

    private static var loan: EntityDescription {
        var entity = EntityDescription("Loan")
        entity.attributes = [searched("borrower"), attribute("isOpen", .boolean)]
        entity.relationships = [
            relationship(
                RelationshipDescription(toOne: "item", "Item", inverse: "loans", isOptional: false))
        ]
        return entity
    }

    /// An entity without indexed texts.
    private static var stamp: EntityDescription {
        var entity = EntityDescription("Stamp")
        entity.attributes = [attribute("country", .string)]
        return entity
    }

    private static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }

    private static func searched(_ name: String) -> AttributeDescription {
        var attribute = attribute(name, .string)
        attribute.isIndexedBySpotlight = true
        return attribute
    }

    private static func relationship(
        _ relationship: RelationshipDescription
    ) -> RelationshipDescription {
        var relationship = relationship
        relationship.isOptional = true
        return relationship
    }
}

extension ManagedObjectContext {
    /// A new record with values.
    @discardableResult
    func add(_ entity: String, _ values: [String: any Sendable]) throws -> ManagedObject {
        let object = try ManagedObject(entityName: entity, context: self)
        for (key, value) in values { try object.setValue(value, forKey: key) }
        return object
    }

    /// The titles of the items that a search finds, in order.
    func titles(
        _ predicate: FetchPredicate?, of entity: String = "Item",
        by order: [FetchSortDescriptor] = [FetchSortDescriptor("place")], limit: Int = 0
    ) throws -> [String] {
        var request = FetchRequest<ManagedObject>(entityName: entity)
        request.predicate = predicate
        request.sortDescriptors = order
        request.fetchLimit = limit
        return try fetch(request).map { "\(try $0.value(forKey: "title") ?? "none")" }
    }
}
