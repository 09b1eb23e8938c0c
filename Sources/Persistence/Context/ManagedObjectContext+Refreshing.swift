extension ManagedObjectContext {
    /// Replaces an object's values by the stored ones.
    ///
    /// ```swift
    /// try context.refresh(recipe, mergeChanges: false)
    /// ```
    /// An object without changes, or with discarded ones, becomes a fault; otherwise the store is
    /// read at once. An object that was never saved keeps its changes, or becomes a fault without a
    /// record, which no save adds.
    ///
    /// - Parameter mergeChanges: whether unsaved changes are kept over the stored values, or
    ///   discarded. The version is the store's in both cases.
    /// - Throws: errors of the store.
    public func refresh(_ object: ManagedObject, mergeChanges: Bool) throws {
        guard object.context === self, !object.isGone else { return }
        guard !object.isInserted else {
            if !mergeChanges { discardChanges(of: object) }
            return
        }
        guard mergeChanges, object.hasChanges else {
            turnIntoFault(object)
            return
        }
        if let mine = object.row {
            guard let stored = try storedRow(of: object.objectID) else { return }
            let changes = object.changedValueNumbers
            let merged = stored.copy()
            for number in changes { merged[number] = mine[number] }
            withoutUndoRegistration {
                rebase(object, onto: stored, unsaved: changes.isEmpty ? nil : merged)
            }
        }
        for relationship in object.extras?.toMany.values.map({ $0 }) ?? [] {
            relationship.turnIntoFault()
        }
        events?.recordRefresh(of: object)
        object.announce(.refresh)
    }

    /// Refreshes every object of the context, and keeps unsaved changes.
    ///
    /// - Throws: errors of the store.
    public func refreshAllObjects() throws {
        for object in objectsInMemory { try refresh(object, mergeChanges: true) }
    }

    /// Discards all changes since the last save, and the undo steps. Inserted objects leave the
    /// context.
    ///
    /// ```swift
    /// do { try context.save() } catch { context.rollback() }
    /// ```
    /// Values are read again from the store when they are next accessed.
    public func rollback() {
        undoManager?.removeAllActions(withTarget: self)
        let objects = changed
        let deletedIDs = deletedObjects.map(\.objectID)
        changed = []
        guarded = []
        unpropagatedDeletions = []
        deletionConsequences = [:]
        for object in objects {
            object.state.remove(.listed)
            if object.isInserted {
                events?.recordDeletion(of: object)
                forget(object)
                object.leaveContext()
            } else if object.isGone {
                departed.append(ExternallyDeletedObject(object: object))
            } else {
                if object.isDeleted { events?.recordInsertion(of: object) }
                events?.recordRefresh(of: object)
                rollback(object)
            }
        }
        // Lists read meanwhile lack the deleted objects.
        turnRelationshipsIntoFaults(to: deletedIDs)
        for object in objects { object.announce(.rollback) }
        events?.post()
    }

    /// Removes all objects from the context; they lose their values, and unsaved changes are lost.
    ///
    /// ```swift
    /// for part in parts {
    ///     try importRecipes(part, into: context)
    ///     try context.save()
    ///     context.reset()
    /// }
    /// ```
    /// A long import resets its context after each part, so that memory stays flat.
    public func reset() {
        undoManager?.removeAllActions(withTarget: self)
        forgetAll()
        events?.recordReset()
        events?.post()
    }

    func rollback(_ object: ManagedObject) {
        object.state.subtract([.updated, .deleted, .deletionPropagated, .versionRaised])
        if let committed = object.committedRow {
            object.row = committed
            object.committedRow = nil
        }
        object.extras?.transformed = [:]
        for relationship in object.extras?.toMany.values.map({ $0 }) ?? [] {
            relationship.rollback()
        }
    }

    /// An object that was never saved has nothing but its changes.
    private func discardChanges(of object: ManagedObject) {
        withoutUndoRegistration {
            for slot in object.layout.slots where slot.relationship != nil {
                if slot.isToMany {
                    object.setToMany([ManagedObject](), at: slot.number)
                } else {
                    object.setToOne(nil, at: slot.number)
                }
            }
        }
        changed.removeAll { $0 === object }
        object.state.subtract([.inserted, .listed])
        events?.recordDeletion(of: object)
        turnIntoFault(object)
    }

    private func turnIntoFault(_ object: ManagedObject) {
        let wasFault = object.isFault
        if !wasFault { object.willTurnIntoFault() }
        rollback(object)
        object.row = nil
        events?.recordRefresh(of: object)
        object.extras?.prefetched = [:]
        object.state.remove(.inaccessible)
        object.state.insert(.fault)
        if !wasFault { object.didTurnIntoFault() }
    }
}

/// An object whose record others deleted, held weakly.
struct ExternallyDeletedObject {
    weak var object: ManagedObject?
}
