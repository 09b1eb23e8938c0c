/// What generated relationship properties are made of. Slot numbers come from the model.
extension ManagedObject {
    /// The destination of a to-one relationship.
    public final func toOne<Destination: ManagedObject>(
        at slot: Int, as type: Destination.Type = Destination.self
    ) -> Destination? {
        destination(at: slot) as? Destination
    }

    /// Sets the destination of a to-one relationship, and the inverse at both ends.
    ///
    /// An object of another context or entity is refused: nothing changes, and the next call of the context
    /// that can throw throws `PersistenceError.misuse` or `wrongType`. So do all that set relationships.
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

    /// Sets the destinations of a to-many relationship, and the inverse of each.
    public final func setToMany(_ destinations: some Sequence<ManagedObject>, at slot: Int) {
        toManyRelationship(at: slot)?.replaceAll(with: Array(destinations))
    }

    /// The destinations of an ordered to-many relationship, in their order.
    public final func orderedToMany<Destination: ManagedObject>(
        at slot: Int, as type: Destination.Type = Destination.self
    ) -> [Destination] {
        toManyRelationship(at: slot)?.typedArray() ?? []
    }

    /// Sets the destinations of an ordered to-many relationship. One that comes twice counts once.
    public final func setOrderedToMany(_ destinations: [ManagedObject], at slot: Int) {
        toManyRelationship(at: slot)?.replaceAll(with: destinations)
    }

    /// Adds destinations to a to-many relationship; in an ordered one, at the end.
    public final func addToMany(_ destinations: some Sequence<ManagedObject>, at slot: Int) {
        guard let relationship = toManyRelationship(at: slot) else { return }
        for destination in destinations { relationship.add(destination) }
    }

    /// Takes destinations out of a to-many relationship.
    public final func removeFromToMany(_ destinations: some Sequence<ManagedObject>, at slot: Int) {
        guard let relationship = toManyRelationship(at: slot) else { return }
        for destination in Array(destinations) { relationship.remove(destination) }
    }

    // MARK: - Beneath

    /// The relationship to many of a number; nil, with an error for the context, if it is that of another
    /// property.
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

    /// Whether a relationship may lead to an object. If it is one of another context, store or entity, this
    /// context remembers an error, or the other one for an object that is in none.
    final func accepts(_ destination: ManagedObject?, at slot: Int) -> Bool {
        guard let destination else { return true }
        if destination.context == nil, let context,
            context.storeTable.home(of: destination.objectID) == nil
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

    /// Sets the value alone, with no regard to the inverse.
    final func setToOneValue(_ destination: ManagedObject?, at slot: Int) {
        if let place = layout.slots[slot].orderValueNumber, destination == nil {
            setValue(.null, at: place)
        }
        setValue(destination.map { .object($0.objectID) } ?? .null, at: slot)
    }

    final func relationship(at slot: Int) -> ToManyRelationship {
        let extras = requireExtras()
        if let relationship = extras.toMany[slot] { return relationship }
        let relationship = ToManyRelationship(owner: self, property: layout.slots[slot])
        extras.probe?.note(relationship.property)
        extras.toMany[slot] = relationship
        return relationship
    }

    /// The other object's relationship leads here now: so does the inverse lead there.
    final func inverseGained(_ source: ManagedObject, _ property: PropertySlot) {
        guard let inverse = property.inverseSlot else { return }
        if property.inverseIsToMany {
            relationship(at: inverse).gain(source)
        } else {
            let previous = destination(at: inverse)
            guard previous !== source else { return }
            // A to-one relationship has one partner: the previous one loses this object.
            if let previous { previous.lose(self, at: property) }
            setToOneValue(source, at: inverse)
        }
    }

    /// The other object's relationship leads here no more: nor does the inverse lead there.
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
