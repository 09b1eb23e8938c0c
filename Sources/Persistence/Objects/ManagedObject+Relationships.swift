/// Accessors for generated relationship properties. Slot numbers come from the model.
extension ManagedObject {
    /// The destination of a to-one relationship.
    public final func toOne<Destination: ManagedObject>(
        at slot: Int, as type: Destination.Type = Destination.self
    ) -> Destination? {
        destination(at: slot) as? Destination
    }

    /// Sets the destination of a to-one relationship and the inverses at both ends.
    ///
    /// An object of another context or entity is refused: nothing changes, and the next call of the
    /// context that can throw throws `PersistenceError.misuse` or `wrongType`. The same holds for
    /// all setters of relationships.
    public final func setToOne(_ destination: ManagedObject?, at slot: Int) {
        let property = layout.slots[slot]
        guard property.isToOne else { return rememberNumber(of: property, found: destination) }
        let old = self.destination(at: slot)
        guard old !== destination, accepts(destination, at: slot) else { return }
        if let old { old.inverseLost(self, property) }
        setToOneValue(destination, at: slot)
        if let destination { destination.inverseGained(self, property) }
    }

    /// The destinations of a to-many relationship.
    public final func toMany<Destination: ManagedObject>(
        at slot: Int, as type: Destination.Type = Destination.self
    ) -> Set<Destination> {
        toManyRelationship(at: slot)?.typedSet() ?? []
    }

    /// Sets the destinations of a to-many relationship and their inverses.
    public final func setToMany(_ destinations: some Sequence<ManagedObject>, at slot: Int) {
        toManyRelationship(at: slot)?.replaceAll(with: Array(destinations))
    }

    /// The destinations of an ordered to-many relationship, in order.
    public final func orderedToMany<Destination: ManagedObject>(
        at slot: Int, as type: Destination.Type = Destination.self
    ) -> [Destination] {
        toManyRelationship(at: slot)?.typedArray() ?? []
    }

    /// Sets the destinations of an ordered to-many relationship; duplicates are ignored.
    public final func setOrderedToMany(_ destinations: [ManagedObject], at slot: Int) {
        toManyRelationship(at: slot)?.replaceAll(with: destinations)
    }

    /// Adds destinations to a to-many relationship; at the end of an ordered one.
    public final func addToMany(_ destinations: some Sequence<ManagedObject>, at slot: Int) {
        guard let relationship = toManyRelationship(at: slot) else { return }
        for destination in destinations { relationship.add(destination) }
    }

    /// Removes destinations from a to-many relationship.
    public final func removeFromToMany(_ destinations: some Sequence<ManagedObject>, at slot: Int) {
        guard let relationship = toManyRelationship(at: slot) else { return }
        for destination in Array(destinations) { relationship.remove(destination) }
    }

    // MARK: - Internal

    /// The to-many relationship of a slot. For another property, nil, and the context remembers an
    /// error.
    private func toManyRelationship(at slot: Int) -> ToManyRelationship? {
        let property = layout.slots[slot]
        guard property.isToMany else {
            rememberNumber(of: property, found: nil)
            return nil
        }
        return relationship(at: slot)
    }

    private func rememberNumber(of property: PropertySlot, found: ManagedObject?) {
        let expected = property.attribute == nil ? property.kindOfProperty : property.typeName
        context?.remember(
            PersistenceError.wrongType(
                entity: layout.name, property: property.name, expected: expected,
                found: found?.layout.name ?? "several objects"))
    }

    /// Whether the relationship accepts a destination. If it is of another context, store or
    /// entity, this context,
    /// or that of the destination if this object has none, remembers an error.
    final func accepts(_ destination: ManagedObject?, at slot: Int) -> Bool {
        guard let destination else { return true }
        if destination.context == nil, let context,
            context.storeTable.storeEntity(of: destination.objectID) == nil
        {
            context.remember(PersistenceError.objectNotFound(destination.objectID))
            return false
        }
        guard isApart(from: destination) else {
            guard let context,
                !destination.layout.isKind(
                    of: context.coordinator.layout.entity(layout.slots[slot].destinationNumber))
            else { return true }
            context.remember(wrongType(layout.slots[slot], found: destination))
            return false
        }
        (context ?? destination.context)?.remember(
            PersistenceError.misuse(
                "\(layout.name).\(layout.slots[slot].name) cannot lead to an object of another"
                    + " context: ask `object(with:)` for this context's own"))
        return false
    }

    final func destination(at slot: Int) -> ManagedObject? {
        guard case .object(let id) = value(at: slot) else {
            return extras?.probe?.destination(of: layout.slots[slot])
        }
        return context?.object(with: id)
    }

    /// Sets the value without the inverse.
    final func setToOneValue(_ destination: ManagedObject?, at slot: Int) {
        if let orderSlot = layout.slots[slot].orderSlot, destination == nil {
            setValue(.null, at: orderSlot)
        }
        setValue(destination.map { .object($0.objectID) } ?? .null, at: slot)
    }

    final func relationship(at slot: Int) -> ToManyRelationship {
        let extras = requireExtras()
        if let relationship = extras.toMany[slot] { return relationship }
        let relationship = ToManyRelationship(owner: self, property: layout.slots[slot])
        extras.probe?.record(relationship.property)
        extras.toMany[slot] = relationship
        return relationship
    }

    /// Updates the inverse after another object's relationship gained this object.
    final func inverseGained(_ source: ManagedObject, _ property: PropertySlot) {
        guard let inverse = property.inverseSlot else { return }
        if property.inverseIsToMany {
            relationship(at: inverse).gain(source)
        } else {
            let previous = destination(at: inverse)
            guard previous !== source else { return }
            // A to-one relationship has one partner, so the previous one loses this object.
            if let previous { previous.lose(self, at: property) }
            setToOneValue(source, at: inverse)
        }
    }

    /// Updates the inverse after another object's relationship lost this object.
    final func inverseLost(_ source: ManagedObject, _ property: PropertySlot) {
        guard let inverse = property.inverseSlot else { return }
        if property.inverseIsToMany {
            relationship(at: inverse).lose(source)
        } else if destination(at: inverse) === source {
            setToOneValue(nil, at: inverse)
        }
    }

    private func lose(_ destination: ManagedObject, at property: PropertySlot) {
        if property.isToMany {
            relationship(at: property.number).lose(destination)
        } else {
            setToOneValue(nil, at: property.number)
        }
    }
}

/// Accessors for generated properties of ordered relationships.
extension ManagedObject {
    /// Inserts a destination at an index; an existing one is moved.
    public final func insertIntoOrdered(_ object: ManagedObject, at index: Int, slot: Int) {
        relationship(at: slot).insert(object, at: index)
    }

    /// Removes the destination at an index.
    public final func removeFromOrdered(at index: Int, slot: Int) {
        let relationship = relationship(at: slot)
        relationship.remove(relationship.objects[index])
    }

    /// Moves the destination at one index to another.
    public final func moveInOrdered(from source: Int, to destination: Int, slot: Int) {
        relationship(at: slot).move(from: source, to: destination)
    }

    /// Replaces a destination by another.
    public final func replaceInOrdered(at index: Int, with object: ManagedObject, slot: Int) {
        guard accepts(object, at: slot) else { return }
        removeFromOrdered(at: index, slot: slot)
        insertIntoOrdered(object, at: index, slot: slot)
    }
}

extension ManagedObject {
    /// Whether a relationship is not read yet: the list of a to-many one, the destination's values
    /// of a to-one one. Nothing is read for this.
    ///
    /// - Throws: `PersistenceError.unknownProperty` unless the property is a relationship.
    public final func hasFault(forRelationshipNamed key: String) throws -> Bool {
        let slot = try requireRelationship(key)
        if slot.isToMany { return extras?.toMany[slot.number]?.isFault ?? !isInserted }
        guard let row else { return context != nil }
        guard case .object(let id) = row[slot.number] else { return false }
        return context?.registeredObject(for: id)?.row == nil
    }

    /// The IDs of a relationship's destinations, ordered if it is; no objects are created for them.
    ///
    /// - Throws: `PersistenceError.unknownProperty` unless the property is a relationship; errors
    ///   of the store.
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

/// The difference between a to-many relationship and the store.
public struct RelationshipChange: Sendable, Hashable {
    /// The members that are not in the store.
    public let added: [ManagedObjectID]
    /// The members that are only in the store.
    public let removed: [ManagedObjectID]
    /// Whether the order differs, apart from additions at the end.
    public let isReordered: Bool
}

extension ManagedObject {
    /// The changes of to-many relationships by name. Nothing is read for this.
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

    /// The stored members of a to-many relationship, ordered if it is; for an object of a child
    /// context, those of the parent.
    ///
    /// - Throws: `PersistenceError.unknownProperty` unless the property is a to-many relationship;
    ///   errors of the store.
    public final func committedDestinations(forKey key: String) throws -> [ManagedObjectID] {
        let slot = try requireSlot(key)
        guard slot.isToMany else {
            throw layout.unknownProperty(key)
        }
        return try context?.destinationIDs(of: slot, from: objectID) ?? []
    }
}
