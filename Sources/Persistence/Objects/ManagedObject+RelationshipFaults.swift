extension ManagedObject {
    /// Whether the destinations of a relationship were not read yet: of one to many, which they are;
    /// of one to one, the values of the destination. Nothing is read for this.
    ///
    /// - Throws: `PersistenceError.unknownProperty` unless the property is a relationship.
    public final func hasFault(forRelationshipNamed key: String) throws -> Bool {
        let slot = try requireRelationship(key)
        if slot.isToMany { return extras?.toMany[slot.number]?.isFault ?? !isInserted }
        guard let row else { return context != nil }
        guard case .object(let id) = row[slot.number] else { return false }
        return context?.registeredObject(for: id)?.row == nil
    }

    /// The records that a relationship leads to, in its order if it has one, without objects for
    /// those that are not in the context yet.
    ///
    /// - Throws: `PersistenceError.unknownProperty` unless the property is a relationship; errors of
    ///   the store.
    public final func objectIDs(forRelationshipNamed key: String) throws -> [ManagedObjectID] {
        let slot = try requireRelationship(key)
        guard slot.isToMany else {
            guard case .object(let id) = value(at: slot.number) else { return [] }
            return [id]
        }
        guard let context else { return [] }
        if let known = extras?.toMany[slot.number], !known.isFault || known.hasChanges {
            return known.objects.map(\.objectID)
        }
        return try context.destinationIDs(of: slot, from: objectID).filter { id in
            context.registeredObject(for: id)?.isDeleted != true
        }
    }

    private func requireRelationship(_ key: String) throws -> PropertySlot {
        let slot = try requireSlot(key)
        guard slot.relationship != nil else {
            throw layout.unknownProperty(key)
        }
        return slot
    }
}
