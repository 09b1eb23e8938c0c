extension ManagedObjectContext {
    /// Takes back the last step of the undo manager, if there is one.
    ///
    /// What was saved meanwhile stays in the store until the next save. An error of the store is
    /// thrown by the context at the next occasion.
    public func undo() {
        undoManager?.undo()
    }

    /// Does the step again that was undone last, if there is one.
    public func redo() {
        undoManager?.redo()
    }

    // MARK: - Recording

    /// Records what a value was; called with each change.
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

    /// Records the order of a relationship; called before each change.
    func record(
        orderOf slot: Int, of object: ManagedObject, _ order: () -> RelationshipOrder
    ) {
        recorder?.register { group in
            group.appendFirst(of: slot, in: object) {
                ObjectChange(context: self, object: object, kind: .order(slot, order()))
            }
        }
    }

    /// Does what the library does by itself, and nobody takes back.
    func withoutUndoRegistration<T>(_ body: () throws -> T) rethrows -> T {
        guard recorder != nil else { return try body() }
        recorder = nil
        defer { recorder = undoManager }
        return try body()
    }

    // MARK: - Taking back

    /// Takes back an insertion.
    func withdraw(_ object: ManagedObject) {
        guard object.context === self, !object.isDeleted else { return }
        if recorder != nil { record(.vanished(object.remains()), of: object) }
        markDeleted(object)
    }

    /// Takes back a deletion, whether it was saved or not.
    func bringBack(_ object: ManagedObject, _ remains: ObjectRemains) {
        if object.context === self, object.isDeleted {
            object.state.subtract([.deleted, .deletionPropagated])
            object.rejoinMembers()
        } else if object.context == nil {
            object.reinsert(into: self, remains)
            reborn.append((object, remains))
        } else {
            return
        }
        list(object)
        changeTick &+= 1
        record(.appeared, of: object)
        events?.noteInsertion(of: object)
    }

    /// Sees to what the taking back of a step left behind in the objects that it changed.
    func settle(_ objects: [ManagedObject]) {
        for (object, remains) in reborn { object.keepRelated(remains) }
        reborn = []
        var settled: Set<ObjectIdentifier> = []
        for object in objects where object.context === self {
            if object.isInserted, object.isDeleted {
                forget(object)
                object.leaveContext()
            } else if object.isUnchanged {
                object.dropCommittedRow()
            } else {
                continue
            }
            settled.insert(ObjectIdentifier(object))
        }
        guard !settled.isEmpty else { return }
        changed.removeAll { settled.contains(ObjectIdentifier($0)) }
    }
}
