public import ObjectModel
public import Persistence

/// The effect of a delete rule when a record is deleted.
public struct DeleteRuleOutcome: Sendable, Hashable {
    /// The name of the relationship with the rule.
    public let relationship: String
    /// The entity of the affected records.
    public let destination: String
    public let rule: DeleteRule
    /// The number of affected records.
    public let count: Int

    /// The effects of the rules of all relationships of a record, ordered by name. Destinations are
    /// counted without reading them, if the inverse allows it.
    ///
    /// - Throws: errors of the store.
    public static func all(of object: ManagedObject) throws -> [DeleteRuleOutcome] {
        try object.entity.relationships.sorted { $0.name < $1.name }.map { relationship in
            DeleteRuleOutcome(
                relationship: relationship.name, destination: relationship.destinationEntity,
                rule: relationship.deleteRule, count: try count(relationship, of: object))
        }
    }

    private static func count(
        _ relationship: RelationshipDescription, of object: ManagedObject
    ) throws -> Int {
        guard relationship.isToMany, let context = object.managedObjectContext,
            let inverse = context.coordinator.managedObjectModel[relationship.destinationEntity]?
                .relationships.first(where: { $0.name == relationship.inverseName }),
            !inverse.isToMany
        else {
            switch try object.value(forKey: relationship.name) {
            case let members as any Collection: return members.count
            case nil: return 0
            default: return 1
            }
        }
        return try context.count(
            for: FetchRequest<ManagedObject>(
                entityName: relationship.destinationEntity, .key(inverse.name) == object.objectID))
    }
}
