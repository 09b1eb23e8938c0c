extension ManagedObject {
    /// What has to be known to insert the object again after its deletion was saved. Reads what
    /// was not read yet.
    final func remains() -> ObjectRemains {
        fireIfNeeded()
        var remains = ObjectRemains()
        for slot in layout.slots {
            if slot.isToMany {
                remains.members[slot.number] = relationship(at: slot.number).objects
            } else if slot.isToOne {
                remains.destinations[slot.number] = destination(at: slot.number)
            } else if row?[slot.number].isDeferred ?? false {
                _ = value(at: slot.number)
            }
            if slot.inverseIsOrdered { loadInverse(of: slot) }
        }
        return remains
    }

    /// Reads the orders that this object is part of while it still counts in them.
    private func loadInverse(of slot: PropertySlot) {
        guard let inverse = slot.inverseSlot else { return }
        for destination in destinations(of: slot) {
            _ = destination.relationship(at: inverse).objects
        }
    }

    /// Comes back as a new object of a context, with its old values.
    final func reinsert(into context: ManagedObjectContext, _ remains: ObjectRemains) {
        self.context = context
        row = row?.copy()
        row?.version = 0
        committedRow = nil
        extras?.toMany = [:]
        for (slot, destination) in remains.destinations {
            row?[slot] = .object(destination.objectID)
        }
        for (slot, members) in remains.members where !members.isEmpty {
            relationship(at: slot).startAgain(with: members)
        }
        state = state.intersection(.observed).union(.inserted)
        context.register(self)
        context.list(self)
    }

    /// Others that were read while this object was deleted count it among their destinations again.
    final func rejoinMembers() {
        for slot in layout.slots where slot.inverseIsToMany {
            guard let inverse = slot.inverseSlot else { continue }
            for destination in destinations(of: slot) {
                destination.extras?.toMany[inverse]?.rejoin(self)
            }
        }
    }

    /// An object that came back is related to those only that did not go for good.
    final func keepRelated(_ remains: ObjectRemains) {
        for (slot, destination) in remains.destinations
        where destination.context !== context && row?[slot] == .object(destination.objectID) {
            row?[slot] = .null
        }
        for slot in remains.members.keys {
            guard let relationship = extras?.toMany[slot] else { continue }
            relationship.startAgain(with: relationship.objects.filter { $0.context === context })
        }
    }

    /// Whether the context counts the object as changed, and it is as it was read or saved.
    final var isUnchanged: Bool {
        guard state.contains(.listed) else { return false }
        guard hasChanges else { return true }
        return state.intersection([.inserted, .updated, .deleted, .inaccessible]) == .updated
            && changedValueNumbers.isEmpty
            && !(extras?.toMany.values.contains(where: \.hasChanges) ?? false)
    }

    final func dropCommittedRow() {
        state.subtract([.updated, .listed])
        guard let committedRow else { return }
        row = committedRow
        self.committedRow = nil
    }
}
