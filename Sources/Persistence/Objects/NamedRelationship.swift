import ObjectModel

/// A relationship to many that is changed under its name, where no class vouches for the entity of
/// its destinations.
struct NamedRelationship {
    private let owner: ManagedObject
    private let slot: PropertySlot

    /// - Throws: `PersistenceError.unknownProperty`, and `wrongType` unless the relationship is to
    ///   many and has an order or not, as it is to have.
    init(of owner: ManagedObject, _ key: String, isOrdered: Bool) throws {
        let slot = try owner.requireSlot(key)
        guard slot.isToMany, slot.relationship?.isOrdered == isOrdered else {
            throw PersistenceError.wrongType(
                entity: owner.layout.name, property: key,
                expected: isOrdered ? "an ordered relationship to many" : "a set of objects",
                found: slot.kindOfProperty)
        }
        self.owner = owner
        self.slot = slot
    }

    var destinations: ToManyRelationship { owner.relationship(at: slot.number) }
    var objects: [ManagedObject] { destinations.objects }

    func contains(_ object: ManagedObject) -> Bool {
        leads(to: object) && destinations.contains(object)
    }

    func add(_ object: ManagedObject) {
        if accepts(object) { destinations.add(object) }
    }

    func remove(_ object: ManagedObject) {
        if leads(to: object) { destinations.remove(object) }
    }

    /// Whether the relationship may lead to an object. If not, the context remembers an error.
    func accepts(_ object: ManagedObject) -> Bool {
        owner.accepts(object, at: slot.number)
    }

    private func leads(to object: ManagedObject) -> Bool { owner.leads(slot, to: object) }
}

extension PropertySlot {
    var kindOfProperty: String {
        guard let relationship else { return "an attribute" }
        if !relationship.isToMany { return "a relationship to one" }
        return relationship.isOrdered ? "an ordered relationship to many" : "a set of objects"
    }
}
