extension ManagedObject: PredicateSubject {
    public final var predicateObjectID: ManagedObjectID? { objectID }

    /// The value of a property: the destination, or the destinations, of a relationship.
    ///
    /// - Throws: `PersistenceError.unknownProperty` if no entity of the object's family has the
    ///   property; an object of a sibling entity has no value for it.
    public final func predicateValue(forKey key: String) throws -> PredicateValue {
        guard let slot = layout.slot(named: key) else {
            guard context?.coordinator.layout.hasProperty(key, inFamilyOf: layout) == true else {
                throw PersistenceError.unknownProperty(entity: layout.name, property: key)
            }
            return .null
        }
        if slot.isToMany {
            return .collection(relationship(at: slot.number).objects.map { .subject($0) })
        }
        if slot.isToOne { return destination(at: slot.number).map { .subject($0) } ?? .null }
        return .value(value(at: slot.number))
    }
}
