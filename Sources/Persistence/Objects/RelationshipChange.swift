/// How the members of a relationship to many differ from the store's.
public struct RelationshipChange: Sendable, Hashable {
    /// The members that the store does not have.
    public let added: [ManagedObjectID]
    /// The members that the store has and the object has not.
    public let removed: [ManagedObjectID]
    /// Whether the order differs otherwise than by additions at the end.
    public let isReordered: Bool
}

extension ManagedObject {
    /// The relationships to many whose members differ from the store, by name. Nothing is read for
    /// this.
    public final var changedRelationships: [String: RelationshipChange] {
        var changes: [String: RelationshipChange] = [:]
        for relationship in extras?.toMany.values.map({ $0 }) ?? [] where relationship.hasChanges {
            changes[relationship.property.name] = RelationshipChange(
                added: relationship.gained.objects.map(\.objectID),
                removed: relationship.lost.objects.map(\.objectID),
                isReordered: relationship.isReordered)
        }
        return changes
    }

    /// The members of a relationship to many that the store has now, in its order if it is ordered;
    /// for an object of a child context, those that the parent has.
    ///
    /// - Throws: `PersistenceError.unknownProperty` unless the relationship is one to many, and
    ///   errors of the store.
    public final func committedDestinations(forKey key: String) throws -> [ManagedObjectID] {
        let slot = try requireSlot(key)
        guard slot.isToMany else {
            throw layout.unknownProperty(key)
        }
        return try context?.destinationIDs(of: slot, from: objectID) ?? []
    }
}
