import ObjectModel

extension ManagedObjectContext {
    /// Writes all changes to the store, in one transaction, or none of them; with a parent, to
    /// the parent's objects.
    ///
    /// Delete rules, `willSave` and validation come first; every fault that validation finds is in
    /// one error. If anything fails, the context keeps its changes.
    /// - Throws: `PersistenceError.validation`, `PersistenceError.mergeConflicts`,
    ///   `PersistenceError.constraintConflict`, and errors of the store.
    public func save() throws {
        guard !isReadOnly else {
            throw PersistenceError.misuse("A context for reading cannot save: use `write`")
        }
        try throwRememberedError()
        try mergeWaitingChanges()
        try announceSave()
        guard hasChanges else { return }
        if parent == nil, let merge = UniquenessMerge(self), try merge.run() { try announceSave() }
        try validateChanges()
        if let parent {
            let outcome = try ChildSave(self, into: parent).run()
            finish(outcome)
            outcome.notification.map { parent.tellChildren($0, except: self) }
        } else {
            try saveToStores()
        }
    }

    private func saveToStores() throws {
        guard mergePolicy.revivesDeletions else { return try write() }
        let deleted = changed.filter { $0.isDeleted && !$0.isInserted }
        let stores = Set(deleted.map(\.objectID.home.storeIndex))
        try withWriteSessions(of: stores.sorted()[...]) { sessions in
            try reviveContested(sessions)
            try write()
        }
    }

    private func write() throws {
        try withoutUndoRegistration(prepareValues)
        try throwRememberedError()
        let operation = SaveOperation(self)
        try operation.run()
        let outcome = operation.outcome
        finish(outcome)
        outcome.notification.map(coordinator.observers.notify)
        announceRemoteChanges()
    }

    /// Announces the save, and calls `willSave` until no call changes anything any more.
    private func announceSave() throws {
        propagateDeletions()
        if hasChanges { events?.willSaveObservers.notify(()) }
        for _ in 0..<1000 {
            propagateDeletions()
            let tick = changeTick
            for object in changed where object.hasChanges { object.willSave() }
            events?.post()
            if tick == changeTick { return }
        }
        throw PersistenceError.misuse("willSave still changes objects after 1,000 rounds")
    }

    private func validateChanges() throws {
        var faults: [ValidationFault] = []
        for object in changed where object.hasChanges {
            do {
                if object.isDeleted {
                    try object.validateForDelete()
                } else if object.isInserted {
                    try object.validateForInsert()
                } else {
                    try object.validateForUpdate()
                }
            } catch PersistenceError.validation(let found) {
                faults += found
            }
        }
        if !faults.isEmpty { throw PersistenceError.validation(faults) }
    }

    /// Turns what objects hold into what a store holds: places in orders, data of transformables.
    private func prepareValues() throws {
        for object in changed where object.hasChanges && !object.isDeleted {
            for slot in object.layout.toManySlots {
                if let relationship = object.extras?.toMany[slot] {
                    relationship.assignPlaces()
                }
            }
        }
        var faults: [ValidationFault] = []
        for object in changed where object.hasChanges && !object.isDeleted {
            faults += object.transformValues(coordinator.transformers)
        }
        if !faults.isEmpty { throw PersistenceError.validation(faults) }
    }

    private func finish(_ operation: SaveOutcome) {
        changed = []
        unpropagatedDeletions = []
        deletionConsequences = [:]
        saveCount += 1
        undoManager?.endEvent()
        for object in operation.saved { object.becomeSaved() }
        for object in operation.dropped { object.leaveAfterDeletion() }
        for (object, row) in operation.revived { object.revive(row) }
        for object in operation.decided { object.announce(.mergePolicy) }
        for object in operation.saved + operation.dropped { object.didSave() }
        for object in operation.dropped { object.leaveContext() }
        if let events { events.post(operation.notification) }
    }
}

extension ManagedObject {
    fileprivate func becomeSaved() {
        state.subtract([.inserted, .updated, .listed])
        committedRow = nil
        for relationship in extras?.toMany.values.map({ $0 }) ?? [] { relationship.didSave() }
    }

    /// Stays after all, as someone else saved it.
    final func revive(_ stored: RowSnapshot) {
        context?.rollback(self)
        state.remove(.listed)
        row = stored
    }

    fileprivate func leaveAfterDeletion() {
        if state.contains(.registered) { context?.forget(self) }
        state.subtract([
            .registered, .inserted, .updated, .deleted, .deletionPropagated, .listed,
        ])
    }

    fileprivate func transformValues(_ transformers: TransformerRegistry) -> [ValidationFault] {
        guard let row else { return [] }
        var faults: [ValidationFault] = []
        for slot in layout.attributeSlots {
            guard case .transformable(let value) = row[slot],
                let attribute = layout.slots[slot].attribute, !attribute.isTransient
            else { continue }
            do {
                row[slot] = .data(
                    try transformers.data(
                        from: value.base, for: attribute, of: layout.name))
                requireExtras().transformed[slot] = value.base
            } catch {
                faults.append(
                    fault(
                        .managedObjectValidation, key: attribute.name,
                        reason: "\(attribute.name) cannot be stored: \(error)"))
            }
        }
        return faults
    }
}
