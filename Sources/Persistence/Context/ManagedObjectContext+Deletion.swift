import ObjectModel

extension ManagedObjectContext {
    /// Sees to the consequences of deletions for other objects, as the delete rules say, ends the
    /// step of the undo manager, and tells observers what changed.
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

    /// Lets the delete rules see what others have related to deleted objects.
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
                    note(.cascaded(destination), of: object)
                    delete(destination)
                }
            case .nullify: nullify(slot, of: object)
            }
        }
    }

    private func note(_ consequence: DeletionConsequence, of object: ManagedObject) {
        guard mergePolicy.revivesDeletions else { return }
        deletionConsequences[ObjectIdentifier(object), default: []].append(consequence)
    }

    /// Takes a deleted object out of its destinations' inverse.
    private func nullify(_ slot: PropertySlot, of object: ManagedObject) {
        guard let inverse = slot.inverseSlot else { return }
        for destination in object.destinations(of: slot) where !destination.isDeleted {
            guard destination.extras?.toMany[inverse]?.lost.contains(object) != true else {
                continue  // The deletion was propagated before.
            }
            note(.nullified(destination, destination.layout.slots[inverse]), of: object)
            if slot.inverseIsToMany {
                destination.relationship(at: inverse).lose(object)
            } else if destination.destination(at: inverse) === object {
                destination.setToOneValue(nil, at: inverse)
            }
        }
    }
}

extension ManagedObject {
    /// The destinations of a relationship of either kind.
    final func destinations(of slot: PropertySlot) -> [ManagedObject] {
        if slot.isToMany { return relationship(at: slot.number).objects }
        return destination(at: slot.number).map { [$0] } ?? []
    }
}
