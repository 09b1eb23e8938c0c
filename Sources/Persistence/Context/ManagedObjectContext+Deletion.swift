import ObjectModel

extension ManagedObjectContext {
    /// Applies delete rules, ends the undo manager's step, and notifies observers. Saves and
    /// fetches do this themselves.
    public func processPendingChanges() {
        propagateDeletions()
        undoManager?.endEvent()
        events?.post()
    }

    func propagateDeletions() {
        while let object = unpropagatedDeletions.popLast() {
            guard object.isDeleted, !object.state.contains(.deletionPropagated) else { continue }
            object.state.insert(.deletionPropagated)
            propagateDeletion(of: object)
        }
    }

    /// Applies the delete rules to objects that others have related to deleted ones.
    func repeatDeletions(_ objects: some Sequence<ManagedObject>) {
        for object in objects where object.isDeleted {
            for relationship in object.extras?.toMany.values.map({ $0 }) ?? [] {
                relationship.turnIntoFault()
            }
            object.state.remove(.deletionPropagated)
            unpropagatedDeletions.append(object)
        }
    }

    private func propagateDeletion(of object: ManagedObject) {
        for slot in object.layout.slots {
            guard let rule = slot.relationship?.deleteRule else { continue }
            switch rule {
            case .noAction, .deny: break
            case .cascade:
                for destination in object.destinations(of: slot) where !destination.isDeleted {
                    record(.cascaded(destination), of: object)
                    delete(destination)
                }
            case .nullify: nullify(slot, of: object)
            }
        }
    }

    private func record(_ consequence: DeletionConsequence, of object: ManagedObject) {
        guard mergePolicy.revivesDeletions else { return }
        deletionConsequences[ObjectIdentifier(object), default: []].append(consequence)
    }

    /// Removes a deleted object from the inverses of its destinations.
    private func nullify(_ slot: PropertySlot, of object: ManagedObject) {
        guard let inverse = slot.inverseSlot else { return }
        for destination in object.destinations(of: slot) where !destination.isDeleted {
            guard destination.extras?.toMany[inverse]?.lost.contains(object) != true else {
                continue  // The deletion was propagated before.
            }
            record(.nullified(destination, destination.layout.slots[inverse]), of: object)
            if slot.inverseIsToMany {
                destination.relationship(at: inverse).lose(object)
            } else if destination.destination(at: inverse) === object {
                destination.setToOneValue(nil, at: inverse)
            }
        }
    }
}

extension ManagedObject {
    final func destinations(of slot: PropertySlot) -> [ManagedObject] {
        if slot.isToMany { return relationship(at: slot.number).objects }
        return destination(at: slot.number).map { [$0] } ?? []
    }
}

/// The effect of a deletion on another object, which can be reverted.
enum DeletionConsequence {
    /// The object was deleted too.
    case cascaded(ManagedObject)
    /// The object's relationship was cleared.
    case nullified(ManagedObject, PropertySlot)
}

extension ManagedObjectContext {
    /// Reverts a deletion and its effects, because others have changed the record.
    func takeBackDeletion(of object: ManagedObject, storedAs row: RowSnapshot) {
        guard object.isDeleted else { return }
        var affected = [object]
        rollback(object)
        rebase(object, onto: row, unsaved: nil)
        events?.recordInsertion(of: object)
        takeBackConsequences(of: object, &affected)
        updateStates(of: affected)
    }

    private func takeBackConsequences(of object: ManagedObject, _ affected: inout [ManagedObject]) {
        let consequences = deletionConsequences.removeValue(forKey: ObjectIdentifier(object)) ?? []
        for consequence in consequences.reversed() {
            switch consequence {
            case .cascaded(let other):
                guard other.isDeleted else { continue }
                other.state.subtract([.deleted, .deletionPropagated])
                other.rejoinMembers()
                affected.append(other)
                events?.recordInsertion(of: other)
                takeBackConsequences(of: other, &affected)
            case .nullified(let other, let inverse):
                affected.append(other)
                other.regain(object, inverse)
            }
        }
        object.rejoinMembers()
    }
}

extension ManagedObject {
    /// Restores a reference to an object that is no longer deleted, unless there is another
    /// destination by now.
    fileprivate func regain(_ object: ManagedObject, _ slot: PropertySlot) {
        if slot.isToMany {
            let relationship = relationship(at: slot.number)
            if relationship.lost.contains(object) { relationship.gain(object) }
        } else if destination(at: slot.number) == nil {
            setToOneValue(object, at: slot.number)
            restorePosition(of: slot)
        }
    }

    /// Restores the position of an object that has its former destination again.
    final func restorePosition(of slot: PropertySlot) {
        guard let orderSlot = slot.orderSlot, let committedRow,
            row?[slot.number] == committedRow[slot.number]
        else { return }
        setValue(committedRow[orderSlot], at: orderSlot)
    }
}

extension MergePolicy {
    /// Whether changes of others revert a deletion.
    var revivesDeletions: Bool {
        switch self {
        case .rollback, .mergeByPropertyStoreTrump: true
        case .error, .overwrite, .mergeByPropertyObjectTrump, .custom: false
        }
    }
}
