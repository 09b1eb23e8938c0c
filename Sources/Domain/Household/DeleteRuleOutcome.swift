public import ObjectModel
public import Persistence

/// What a delete rule of the model does when a record is deleted.
public struct DeleteRuleOutcome: Sendable, Hashable {
    /// The name of the relationship whose rule it is.
    public let relationship: String
    /// The entity of those whom the rule concerns.
    public let destination: String
    /// The rule.
    public let rule: DeleteRule
    /// How many records it concerns.
    public let count: Int

    /// What the rules of all relationships of a record do, in the order of their names. Their
    /// destinations are counted and not read, where the inverse tells.
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
