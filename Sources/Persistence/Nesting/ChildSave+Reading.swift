import ObjectModel

extension ChildSave {
    /// Reads what the changes need of the parent's store, before the first of them.
    ///
    /// - Returns: the objects that were read, which are to be kept until the changes are made.
    /// - Throws: errors of the store.
    func readAhead(
        _ counterparts: [ManagedObject?], _ doomed: [ManagedObject]
    ) throws -> [ManagedObject] {
        var objects: [ManagedObject] = []
        for object in inserted { objects += partners(of: object, object.layout.toOneSlots) }
        for case (let object, let other?) in zip(updated, counterparts) {
            let changed = object.changedValueNumbers.filter {
                $0 < object.layout.slots.count && object.layout.slots[$0].isToOne
            }
            objects += partners(of: object, changed)
            for slot in changed { objects += partner(other.destination(at: slot), slot, other) }
            readMembers(of: object, in: other)
        }
        for object in doomed { objects += consequences(of: object) }
        for object in objects { object.fireIfNeeded() }
        try parent.throwRememberedError()
        return objects
    }

    /// The parent's objects that to-one relationships of the child's object lead to, and whose inverse
    /// has to be looked at.
    private func partners(of object: ManagedObject, _ slots: [Int]) -> [ManagedObject] {
        slots.flatMap { slot -> [ManagedObject] in
            // A new object has a temporary ID, and the parent does not have it yet.
            guard case .object(let id) = object.row?[slot] ?? .null, !id.isTemporaryID else {
                return []
            }
            return partner(parent.object(with: id), slot, object)
        }
    }

    private func partner(
        _ destination: ManagedObject?, _ slot: Int, _ object: ManagedObject
    ) -> [ManagedObject] {
        let property = object.layout.slots[slot]
        guard let destination, property.inverseSlot != nil, !property.inverseIsToMany else {
            return []
        }
        return [destination]
    }

    /// Reads the members of the relationships that are changed at this end, or put into an order.
    private func readMembers(of object: ManagedObject, in other: ManagedObject) {
        for slot in object.layout.toManySlots {
            guard let mine = object.extras?.toMany[slot], mine.hasChanges else { continue }
            let isOrdered = mine.property.relationship?.isOrdered ?? false
            if isOrdered || mine.property.inverseSlot == nil || mine.property.inverseIsToMany {
                _ = other.relationship(at: slot).objects
            }
        }
    }

    /// The objects that a deletion takes along or is taken out of.
    private func consequences(of object: ManagedObject) -> [ManagedObject] {
        object.layout.slots.flatMap { slot -> [ManagedObject] in
            switch slot.relationship?.deleteRule {
            case .cascade, .nullify: object.destinations(of: slot)
            case .deny, .noAction, nil: []
            }
        }
    }
}
