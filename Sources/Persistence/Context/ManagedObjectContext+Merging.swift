extension ManagedObjectContext {
    /// Merges the saved changes of another context: unchanged objects are read again on their next
    /// use, changed ones keep their changes over the new values, deleted ones leave the context.
    ///
    /// ```swift
    /// for await notification in other.didSave {
    ///     try context.mergeChanges(fromContextDidSave: notification)
    /// }
    /// ```
    /// ``automaticallyMergesChangesFromParent`` does this for all saves. Objects with changes are
    /// read at once, the others when they are used.
    /// - Throws: errors of the store.
    public func mergeChanges(fromContextDidSave notification: SaveNotification) throws {
        guard notification.source != ObjectIdentifier(self) else { return }
        var changes = ChangedRecords(notification)
        try merge(&changes)
    }

    /// Merges changes. On an error, `changes` are those that were not merged.
    private func merge(_ changes: inout ChangedRecords) throws {
        changes = changes.localized(in: storeTable)
        guard !changes.isEmpty else { return }
        var failure: (any Error)?
        var unmerged: Set<ManagedObjectID> = []
        for id in changes.updated {
            do {
                try mergeUpdate(of: id)
            } catch {
                failure = failure ?? error
                unmerged.insert(id)
            }
        }
        let gone = changes.deleted.compactMap(registeredObject) + objects(of: changes.passed)
        withoutUndoRegistration { acceptDeletion(of: gone) }
        if let events, events.hasListeners {
            for id in changes.inserted { events.recordInsertion(of: object(with: id)) }
        }
        turnRelationshipsIntoFaults(
            toEntities: Set(
                (changes.all.map(\.storeEntity) + changes.passed.all.map(\.storeEntity)).map(
                    \.layout.rootNumber))
        )
        repeatDeletions(changed.filter { $0.isDeleted && $0.hasChanges })
        events?.post()
        changes = ChangedRecords(updated: unmerged)
        if let failure { throw failure }
    }

    /// The objects of records that were inserted and then deleted, which may have been requested by
    /// ID meanwhile.
    private func objects(of passed: InsertedThenDeletedIDs) -> [ManagedObject] {
        passed.all.flatMap { storeEntity, keys in
            map(of: storeEntity).objects.filter { keys.contains($0.objectID.key) }
        }
    }

    private func mergeUpdate(of id: ManagedObjectID) throws {
        if let object = registeredObject(for: id) {
            try refresh(object, mergeChanges: true)
        } else if let events, events.hasListeners {
            // It was unreferenced, but may be in results now.
            events.recordRefresh(of: object(with: id))
        }
    }

    /// Makes to-many relationships faults if their destinations may have changed.
    func turnRelationshipsIntoFaults(to ids: some Collection<ManagedObjectID>) {
        turnRelationshipsIntoFaults(toEntities: Set(ids.map { $0.storeEntity.layout.rootNumber }))
    }

    /// The same for all records of root entities, by their numbers.
    private func turnRelationshipsIntoFaults(toEntities entities: Set<Int>) {
        guard !entities.isEmpty else { return }
        for object in objectsInMemory {
            for relationship in object.extras?.toMany.values.map({ $0 }) ?? [] {
                let destination = coordinator.layout.entity(
                    relationship.property.destinationNumber)
                if entities.contains(destination.rootNumber) { relationship.turnIntoFault() }
            }
        }
    }

    /// Merges the pending saves of other contexts, if the context is set to. Changes that cannot be
    /// merged stay pending.
    func mergeWaitingChanges() throws {
        guard let pendingMerges else { return }
        var changes = pendingMerges.takeAll()
        do {
            try merge(&changes)
        } catch {
            pendingMerges.putBack(changes)
            throw error
        }
    }

    func updatePendingMerges() {
        if automaticallyMergesChangesFromParent {
            guard pendingMerges == nil else { return }
            let new = PendingMerges(of: self)
            saveObservation = coordinator.observeSaves { [weak new] in new?.put($0) }
            pendingMerges = new
        } else {
            saveObservation = nil
            pendingMerges = nil
        }
    }
}
