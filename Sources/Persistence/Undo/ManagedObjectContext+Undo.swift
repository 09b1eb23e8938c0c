extension ManagedObjectContext {
    /// Undoes the last step of the undo manager. Does nothing without one.
    ///
    /// Saved changes are undone in the context, and in the store with the next save. An error of
    /// the store is thrown by the next call that can throw.
    public func undo() {
        undoManager?.undo()
    }

    /// Redoes the step that was undone last. Does nothing without one.
    public func redo() {
        undoManager?.redo()
    }

    // MARK: - Recording

    /// Records the old value of a property, with each change.
    func record(_ number: Int, of object: ManagedObject, was old: AttributeValue) {
        guard !object.state.contains(.awaking) else { return }
        recorder?.register { group in
            group.appendFirst(of: number, in: object) {
                ObjectChange(
                    context: self, object: object, kind: self.kind(number, of: object, was: old))
            }
        }
    }

    private func kind(
        _ number: Int, of object: ManagedObject, was old: AttributeValue
    ) -> ObjectChange.Kind {
        guard number < object.layout.slots.count, object.layout.slots[number].isToOne else {
            return .value(number, old)
        }
        if case .object(let id) = old { return .destination(number, self.object(with: id)) }
        return .destination(number, nil)
    }

    func record(_ kind: ObjectChange.Kind, of object: ManagedObject) {
        recorder?.register { group in
            group.append(ObjectChange(context: self, object: object, kind: kind))
        }
    }

    /// Records the order of a relationship, before each change.
    func record(orderOf slot: Int, of object: ManagedObject, _ order: () -> RelationshipOrder) {
        recorder?.register { group in
            group.appendFirst(of: slot, in: object) {
                ObjectChange(context: self, object: object, kind: .order(slot, order()))
            }
        }
    }

    /// Runs the library's own changes, which are not undone.
    func withoutUndoRegistration<T>(_ body: () throws -> T) rethrows -> T {
        guard recorder != nil else { return try body() }
        recorder = nil
        defer { recorder = undoManager }
        return try body()
    }

    // MARK: - Undoing

    /// Undoes an insertion.
    func undoInsertion(_ object: ManagedObject) {
        guard object.context === self, !object.isDeleted else { return }
        if recorder != nil { record(.vanished(object.remains()), of: object) }
        markDeleted(object)
    }

    /// Undoes a deletion, saved or not.
    func undoDeletion(_ object: ManagedObject, _ remains: ObjectRemains) {
        if object.context === self, object.isDeleted {
            object.state.subtract([.deleted, .deletionPropagated])
            object.rejoinMembers()
        } else if object.context == nil {
            object.reinsert(into: self, remains)
            reinserted.append((object, remains))
        } else {
            return
        }
        list(object)
        changeTick &+= 1
        record(.appeared, of: object)
        events?.recordInsertion(of: object)
    }

    /// Updates the state of the objects that an undone step has changed.
    func updateStates(of objects: [ManagedObject]) {
        for (object, remains) in reinserted { object.keepRelated(remains) }
        reinserted = []
        var visited: Set<ObjectIdentifier> = []
        for object in objects where object.context === self {
            if object.isInserted, object.isDeleted {
                forget(object)
                object.leaveContext()
            } else if object.isUnchanged {
                object.dropCommittedRow()
            } else {
                continue
            }
            visited.insert(ObjectIdentifier(object))
        }
        guard !visited.isEmpty else { return }
        changed.removeAll { visited.contains(ObjectIdentifier($0)) }
    }
}

extension ManagedObject {
    /// The values and destinations that inserting the object again needs after its deletion is
    /// saved. Reads the missing ones.
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

    /// Reads the orders of this object's relationships while they still contain it.
    private func loadInverse(of slot: PropertySlot) {
        guard let inverse = slot.inverseSlot else { return }
        for destination in destinations(of: slot) {
            _ = destination.relationship(at: inverse).objects
        }
    }

    /// Inserts the object again, as a new one with its old values.
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

    /// Adds the object back to relationships that were read while it was deleted.
    final func rejoinMembers() {
        for slot in layout.slots where slot.inverseIsToMany {
            guard let inverse = slot.inverseSlot else { continue }
            for destination in destinations(of: slot) {
                destination.extras?.toMany[inverse]?.rejoin(self)
            }
        }
    }

    /// Limits the relationships of an object that came back to existing objects.
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

    /// Whether the object counts as changed although it has its read or saved values.
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
