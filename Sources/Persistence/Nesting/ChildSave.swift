import ObjectModel

/// The save of a child context, which applies its changes to its parent's objects.
///
/// If the parent has changed an object too, each keeps its own changed properties; of those that
/// both changed, the child's win.
struct ChildSave {
    private let child: ManagedObjectContext
    let parent: ManagedObjectContext
    let inserted: [ManagedObject]
    let updated: [ManagedObject]
    private let deleted: [ManagedObject]

    init(_ child: ManagedObjectContext, into parent: ManagedObjectContext) {
        self.child = child
        self.parent = parent
        let objects = child.changed
        inserted = objects.filter { $0.isInserted && !$0.isDeleted }
        updated = objects.filter(\.isUpdated)
        deleted = objects.filter { $0.isDeleted && $0.hasChanges }
    }

    func run() throws -> SaveOutcome {
        let counterparts = try updated.map(counterpart)
        let toDelete = try deleted.compactMap(counterpart)
        try refuseConflicts(counterparts)
        let readings = try readAhead(counterparts, toDelete)
        withExtendedLifetime(readings) { change(counterparts, toDelete) }
        return SaveOutcome(
            saved: inserted + updated, dropped: deleted, notification: notification)
    }

    /// Applies the changes. It must not fail, since a part would remain.
    private func change(_ counterparts: [ManagedObject?], _ toDelete: [ManagedObject]) {
        let copies = inserted.map(parent.adoptCopy)
        for (object, copy) in zip(inserted, copies) { setDestinations(of: object, in: copy) }
        for case (let object, let other?) in zip(updated, counterparts) {
            setValues(of: object, in: other)
        }
        for (object, copy) in zip(inserted, copies) { setMembers(of: object, in: copy) }
        for case (let object, let other?) in zip(updated, counterparts) {
            setMembers(of: object, in: other)
        }
        toDelete.forEach(parent.undoInsertion)
        parent.processPendingChanges()
    }

    private var notification: SaveNotification {
        SaveNotification(
            inserted: inserted.map(\.objectID), updated: updated.map(\.objectID),
            deleted: deleted.map(\.objectID), source: ObjectIdentifier(child))
    }

    // MARK: - Conflicts

    /// The parent's object, with its values; nil if it was deleted.
    private func counterpart(of object: ManagedObject) throws -> ManagedObject? {
        do {
            return try parent.existingObject(with: object.objectID)
        } catch PersistenceError.objectNotFound {
            return nil
        }
    }

    /// A changed object that the parent has deleted is a conflict under the policy `error`, and
    /// stays deleted under the others.
    private func refuseConflicts(_ counterparts: [ManagedObject?]) throws {
        guard case .error = child.mergePolicy else { return }
        let gone = zip(updated, counterparts).filter { $0.1 == nil }.map(\.0)
        guard !gone.isEmpty else { return }
        throw PersistenceError.mergeConflicts(
            gone.map { MergeConflict($0, stored: nil) })
    }

    // MARK: - Values

    private func setValues(of object: ManagedObject, in other: ManagedObject) {
        guard let row = object.row else { return }
        if object.state.contains(.versionRaised) { other.raiseVersion() }
        for number in object.changedValueNumbers where number < object.layout.slots.count {
            if object.layout.slots[number].isToOne {
                other.setToOne(destination(row[number]), at: number)
            } else {
                other.setValue(row[number], at: number)
            }
        }
    }

    private func setDestinations(of object: ManagedObject, in copy: ManagedObject) {
        guard let row = object.row else { return }
        for slot in object.layout.toOneSlots where !row[slot].isNull {
            copy.setToOne(destination(row[slot]), at: slot)
        }
    }

    private func destination(_ value: AttributeValue) -> ManagedObject? {
        guard case .object(let id) = value else { return nil }
        // An object that was deleted before its first save has no record to refer to.
        if id.isTemporaryID, child.registeredObject(for: id)?.wasNeverSaved == true { return nil }
        return parent.object(with: id)
    }

    /// Members of a relationship with a to-one inverse are set already, and only need their order.
    private func setMembers(of object: ManagedObject, in other: ManagedObject) {
        for slot in object.layout.toManySlots {
            guard let mine = object.extras?.toMany[slot], mine.hasChanges else { continue }
            let theirs = other.relationship(at: slot)
            if mine.property.inverseSlot == nil || mine.property.inverseIsToMany {
                for member in mine.lost.objects { theirs.remove(inParent(member)) }
                for member in mine.gained.objects where !member.isDeleted {
                    theirs.add(inParent(member))
                }
            }
            if mine.property.relationship?.isOrdered ?? false {
                theirs.arrange(mine.objects.map(inParent))
            }
        }
    }

    private func inParent(_ object: ManagedObject) -> ManagedObject {
        parent.object(with: object.objectID)
    }
}

extension ChildSave {
    /// Reads what the changes need from the parent's store, before the first change.
    ///
    /// - Returns: the objects that were read, to be retained until the changes are made.
    /// - Throws: errors of the store.
    func readAhead(
        _ counterparts: [ManagedObject?], _ toDelete: [ManagedObject]
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
        for object in toDelete { objects += consequences(of: object) }
        for object in objects { object.fireIfNeeded() }
        try parent.throwRememberedError()
        return objects
    }

    /// The parent's destinations of to-one relationships whose inverse must be read.
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

    /// Reads the members of relationships that are changed, or ordered, at this end.
    private func readMembers(of object: ManagedObject, in other: ManagedObject) {
        for slot in object.layout.toManySlots {
            guard let mine = object.extras?.toMany[slot], mine.hasChanges else { continue }
            let isOrdered = mine.property.relationship?.isOrdered ?? false
            if isOrdered || mine.property.inverseSlot == nil || mine.property.inverseIsToMany {
                _ = other.relationship(at: slot).objects
            }
        }
    }

    /// The objects that a deletion cascades to or is removed from.
    private func consequences(of object: ManagedObject) -> [ManagedObject] {
        object.layout.slots.flatMap { slot -> [ManagedObject] in
            switch slot.relationship?.deleteRule {
            case .cascade, .nullify: object.destinations(of: slot)
            case .deny, .noAction, nil: []
            }
        }
    }
}
