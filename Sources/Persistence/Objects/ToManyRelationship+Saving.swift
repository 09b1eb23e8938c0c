import ObjectModel

extension PropertySlot {
    /// Whether the relationship's destinations are rows of a join table.
    package var hasJoinTable: Bool {
        isToMany && !isTransient && (inverseIsToMany || inverseSlot == nil)
    }

    /// Of the two ends of a many-to-many relationship, the one that writes the join table's rows.
    var writesJoinRows: Bool {
        guard let inverseSlot else { return true }
        return (declaringEntityNumber, number) <= (destinationNumber, inverseSlot)
    }
}

extension ToManyRelationship {
    /// Gives each destination of an ordered relationship its place among the others.
    func assignPlaces() {
        guard property.relationship?.isOrdered == true, hasChanges, !property.hasJoinTable,
            let inverse = property.inverseSlot
        else { return }
        let members = objects
        let places = members.map { object -> Int64? in
            guard !gained.contains(object),
                let number = object.layout.slots[inverse].orderValueNumber,
                case .integer(let place) = object.value(at: number)
            else { return nil }
            return place
        }
        for (object, place) in zip(members, OrderPlaces.assign(places)) {
            guard let number = object.layout.slots[inverse].orderValueNumber else { continue }
            object.setValue(.integer(place), at: number)
        }
    }

    /// Whether an object was added that has no record and gets none, once the others have their keys.
    var hasStrangers: Bool {
        gained.objects.contains { $0.objectID.isTemporaryID && !$0.isDeleted }
    }

    /// The change of the join table's rows.
    func storeChange(of owner: ManagedObject) -> StoreJoinChange {
        let writesRows = property.writesJoinRows
        // Without an inverse, nobody took out what was deleted.
        let added = gained.objects.lazy.filter { !$0.isDeleted }
        return StoreJoinChange(
            key: owner.objectID.key,
            removed: writesRows ? lost.objects.map(\.objectID.key) : [],
            added: writesRows ? added.map(\.objectID.key) : [],
            order: property.relationship?.isOrdered == true
                ? objects.lazy.filter { !$0.isDeleted }.map(\.objectID.key) : nil)
    }
}

extension ManagedObject {
    /// The many-to-many relationships with changes, by slot number.
    final var changedJoins: [ToManyRelationship] {
        layout.toManySlots.compactMap { slot in
            extras?.toMany[slot].flatMap { $0.property.hasJoinTable && $0.hasChanges ? $0 : nil }
        }
    }

    /// Whether the store has something to write for the object.
    final var hasStoredChanges: Bool {
        changedValueNumbers.contains { layout.isWritten($0) } || !changedJoins.isEmpty
            || state.contains(.versionRaised)
    }
}
