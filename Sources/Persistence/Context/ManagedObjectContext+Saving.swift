import ObjectModel

extension ManagedObjectContext {
    /// Writes all changes to the store in one transaction or, with a parent, to the parent's
    /// objects. Without changes it does nothing.
    ///
    /// ```swift
    /// do {
    ///     try context.save()
    /// } catch PersistenceError.validation(let faults) {
    ///     for fault in faults { print(fault.entity, fault.key ?? "", fault.reason) }
    /// }
    /// ```
    /// Delete rules, `willSave` and validation come first; one error contains all validation
    /// faults. On an error the context keeps its changes; but if one of several stores fails to
    /// commit, those of the stores that have committed are saved. Only changed records are written.
    /// - Throws: `PersistenceError.validation`, `PersistenceError.mergeConflicts`,
    ///   `PersistenceError.constraintConflict`, and errors of the store.
    public func save() throws {
        try requireWritable(to: "save")
        try throwRememberedError()
        try mergeWaitingChanges()
        try announceSave()
        guard hasChanges else { return dropDeleted() }
        try mergeDoubledValues()
        try validateChanges()
        if let parent {
            let outcome = try ChildSave(self, into: parent).run()
            finish(outcome)
            outcome.notification.map { parent.notifyChildren($0, except: self) }
        } else {
            try coordinator.repeatingCollisions(saveToStores)
        }
    }

    /// Writes the changes. The merge policy resolves conflicts and duplicate unique values, and the
    /// rest is tried again.
    private func saveToStores() throws {
        var decided: [ManagedObject] = []
        do {
            for _ in 0..<100 {
                do {
                    guard let conflicts = try write(&decided) else { return }
                    decided += try ConflictResolution(conflicts, in: self).run()
                } catch {
                    guard case PersistenceError.constraintConflict = error,
                        try mergeDoubledValues()
                    else { throw error }
                }
                propagateDeletions()
                try validateChanges()
            }
            throw PersistenceError.misuse("Others keep changing the records of the save")
        } catch {
            for object in decided { object.announce(.mergePolicy) }
            throw error
        }
    }

    /// Writes the changes, or nothing if it returns conflicts.
    private func write(_ decided: inout [ManagedObject]) throws -> SaveConflicts? {
        try withoutUndoRegistration(prepareValues)
        try throwRememberedError()
        let operation = SaveOperation(self)
        do {
            if let conflicts = try operation.run() { return conflicts }
        } catch {
            if operation.isPartlyFinished { finish(partly: operation.outcome) }
            throw error
        }
        var outcome = operation.outcome
        outcome.decided = decided
        decided = []
        finish(outcome)
        outcome.notification.map(coordinator.observers.notify)
        announceRemoteChanges()
        return nil
    }

    /// Records the changes of stores that have committed when another store failed, so that another
    /// attempt does not write them again.
    private func finish(partly outcome: SaveOutcome) {
        let finished = Set(outcome.saved + outcome.dropped)
        changed.removeAll(where: finished.contains)
        unpropagatedDeletions.removeAll(where: finished.contains)
        completeSave(outcome)
        outcome.notification.map(coordinator.observers.notify)
        announceRemoteChanges()
    }

    /// Announces the save, and calls `willSave` until nothing changes.
    private func announceSave() throws {
        propagateDeletions()
        if hasChanges { events?.willSaveObservers.notify(()) }
        try callWillSave()
    }

    private func callWillSave() throws {
        for _ in 0..<1000 {
            propagateDeletions()
            let tick = changeTick
            for object in changed where object.hasChanges { object.willSave() }
            events?.post()
            if tick == changeTick { return }
        }
        throw PersistenceError.misuse("willSave still changes objects after 1,000 rounds")
    }

    /// Merges objects into records with the same unique values. Returns whether there were any.
    @discardableResult
    private func mergeDoubledValues() throws -> Bool {
        guard parent == nil, let merge = UniquenessMerge(self) else { return false }
        for round in 0..<100 {
            guard try merge.run() else { return round > 0 }
            try callWillSave()
        }
        return true
    }

    /// Validates until nothing changes, because validators may change and insert objects.
    private func validateChanges() throws {
        for _ in 0..<1000 {
            let tick = changeTick
            try validateOnce()
            propagateDeletions()
            if tick == changeTick { return }
            try callWillSave()
            try mergeDoubledValues()
        }
        throw PersistenceError.misuse("Validation still changes objects after 1,000 rounds")
    }

    private func validateOnce() throws {
        var faults: [ValidationFault] = []
        // The save itself reports an object whose record is gone.
        for object in changed where object.hasChanges && !object.state.contains(.inaccessible) {
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

    /// Removes deleted objects that were never saved or whose records are gone.
    private func dropDeleted() {
        let dropped =
            changed.filter { $0.wasNeverSaved || $0.isGone }
            + departed.compactMap(\.object).filter { $0.isGone && !$0.state.contains(.listed) }
        departed = []
        guard !dropped.isEmpty else { return }
        changed.removeAll { $0.wasNeverSaved || $0.isGone }
        for object in dropped {
            object.leaveAfterDeletion()
            object.leaveContext()
        }
    }

    /// Prepares stored values: positions and data of transformable attributes.
    private func prepareValues() throws {
        for object in changed where object.hasChanges && !object.isDeleted {
            for slot in object.layout.toManySlots {
                if let relationship = object.extras?.toMany[slot] {
                    relationship.assignPositions()
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
        dropDeleted()
        changed = []
        guarded = []
        unpropagatedDeletions = []
        deletionConsequences = [:]
        undoManager?.endEvent()
        completeSave(operation)
    }

    /// Updates objects after a save, and notifies observers.
    private func completeSave(_ operation: SaveOutcome) {
        saveCount += 1
        for object in operation.saved { object.becomeSaved() }
        for object in operation.dropped { object.leaveAfterDeletion() }
        for object in operation.decided { object.announce(.mergePolicy) }
        for object in operation.saved + operation.dropped { object.didSave() }
        for object in operation.dropped { object.leaveContext() }
        if let events { events.post(operation.notification) }
    }
}

extension ManagedObject {
    fileprivate func becomeSaved() {
        state.subtract([.inserted, .updated, .listed, .versionRaised])
        committedRow = nil
        for relationship in extras?.toMany.values.map({ $0 }) ?? [] { relationship.didSave() }
    }

    fileprivate func leaveAfterDeletion() {
        if state.contains(.registered) { context?.forget(self) }
        state.subtract([
            .registered, .inserted, .updated, .deleted, .deletionPropagated, .listed,
            .versionRaised,
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

/// The results of a save for its context.
struct SaveOutcome {
    /// The saved objects.
    var saved: [ManagedObject]
    /// The deleted objects.
    var dropped: [ManagedObject]
    /// The objects with conflicts that a merge policy resolved.
    var decided: [ManagedObject] = []
    /// The notification for other contexts; nil if nothing was written.
    var notification: SaveNotification?
}
