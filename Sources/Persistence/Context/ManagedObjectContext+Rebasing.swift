import ObjectModel

extension ManagedObjectContext {
    /// Bases an object on the stored values, with its unsaved changes on top, and updates inverses.
    ///
    /// - Parameter unsaved: the stored values with the changes; nil without changes.
    func rebase(_ object: ManagedObject, onto stored: RowSnapshot, unsaved: RowSnapshot?) {
        let (old, oldStored) = (object.row, object.committedRow ?? object.row)
        let new = unsaved ?? stored
        object.committedRow = unsaved == nil ? nil : stored
        object.row = new
        object.state.remove(.inaccessible)
        for slot in object.extras?.transformed.keys.map({ $0 }) ?? []
        where old?[slot] != new[slot] {
            object.extras?.transformed[slot] = nil
        }
        for slot in object.layout.toOneSlots {
            let link = ChangedLink(
                from: oldStored?[slot], old?[slot], to: stored[slot], new[slot])
            if !link.isUnchanged { follow(link, object.layout.slots[slot], of: object) }
        }
    }

    private func follow(_ link: ChangedLink, _ slot: PropertySlot, of object: ManagedObject) {
        guard let inverse = slot.inverseSlot else { return }
        for id in link.ids {
            let (isStored, isMember) = (link.isStored(id), link.isWanted(id) && !object.isDeleted)
            guard
                let other = isStored == isMember ? registeredObject(for: id) : self.object(with: id)
            else { continue }
            if !slot.inverseIsToMany {
                if !other.hasChanges { becomeFault(other) }
                follow(object, isMember: isMember, isStored: isStored, in: other, inverse)
            } else if isStored != isMember || other.extras?.toMany[inverse] != nil {
                other.relationship(at: inverse)
                    .setUnsavedState(of: object, isMember: isMember, isStored: isStored)
            }
        }
    }

    /// Both ends of a one-to-one relationship have a value.
    private func follow(
        _ object: ManagedObject, isMember: Bool, isStored: Bool, in other: ManagedObject,
        _ inverse: Int
    ) {
        let leadsHere = other.destination(at: inverse) === object
        if isMember, !isStored, !leadsHere { other.setToOneValue(object, at: inverse) }
        if !isMember, leadsHere { other.setToOneValue(nil, at: inverse) }
    }

    /// An unchanged object is read again on its next use.
    func becomeFault(_ object: ManagedObject) {
        guard !object.hasChanges, !object.isInserted else { return }
        object.row = nil
        object.extras?.transformed = [:]
        object.state.insert(.fault)
        events?.recordRefresh(of: object)
    }

    // MARK: - Deletions by others

    /// Handles objects whose records others deleted: they become deleted, without values and
    /// changes, unsaved
    /// references to them are cleared, and the next save removes them from the context.
    ///
    /// - Parameter restoring: whether to-one relationships return to their former destination
    ///   instead of nil.
    func acceptDeletion(of gone: [ManagedObject], restoring: Bool = false) {
        guard !gone.isEmpty else { return }
        let ids = Set(gone.map(\.objectID))
        for object in changed where !ids.contains(object.objectID) {
            object.forgetUnsavedReferences(to: ids, restoring: restoring)
        }
        for object in gone {
            object.row = RowSnapshot(count: object.layout.valueCount, version: 0)
            object.committedRow = nil
            object.extras?.transformed = [:]
            for relationship in object.extras?.toMany.values.map({ $0 }) ?? [] {
                relationship.rollback()
            }
            object.state.subtract(ObjectState.pending.union([.fault, .listed]))
            object.state.formUnion([.inaccessible, .deleted, .deletionPropagated])
            events?.recordDeletion(of: object)
        }
        changed.removeAll { ids.contains($0.objectID) }
        departed = departed.filter { $0.object != nil } + gone.map(ExternallyDeletedObject.init)
    }
}

/// The old and new destinations of a to-one relationship, in the store and in memory.
private struct ChangedLink {
    private let old: [ManagedObjectID?]
    private let new: [ManagedObjectID?]

    init(
        from oldStored: AttributeValue?, _ old: AttributeValue?, to stored: AttributeValue,
        _ wanted: AttributeValue
    ) {
        self.old = [oldStored?.objectID, old?.objectID]
        new = [stored.objectID, wanted.objectID]
    }

    var isUnchanged: Bool { old == new }

    var ids: Set<ManagedObjectID> { Set((old + new).compactMap { $0 }) }

    func isStored(_ id: ManagedObjectID) -> Bool { new[0] == id }

    func isWanted(_ id: ManagedObjectID) -> Bool { new[1] == id }
}

extension ManagedObject {
    /// Drops unsaved references to destinations.
    fileprivate func forgetUnsavedReferences(to ids: Set<ManagedObjectID>, restoring: Bool) {
        for slot in layout.toOneSlots {
            guard let id = row?[slot].objectID, ids.contains(id),
                isInserted || committedRow.map({ $0[slot].objectID != id }) ?? false
            else { continue }
            if restoring, let before = committedRow?[slot].objectID, !ids.contains(before) {
                setToOne(context?.object(with: before), at: slot)
                restorePosition(of: layout.slots[slot])
            } else {
                setToOneValue(nil, at: slot)
            }
        }
        for relationship in extras?.toMany.values.map({ $0 }) ?? [] {
            for object in relationship.gained.objects + relationship.lost.objects
            where ids.contains(object.objectID) {
                relationship.setUnsavedState(of: object, isMember: false, isStored: false)
            }
        }
    }
}
