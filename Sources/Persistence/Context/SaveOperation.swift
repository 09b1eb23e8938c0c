/// One save: the changes of a context on their way into the stores.
///
/// Permanent keys are written into objects before the transaction ends, because rows refer to each
/// other by them; if it fails, the objects get their temporary IDs back.
final class SaveOperation {
    let context: ManagedObjectContext
    private(set) var inserted: [ManagedObject]
    private(set) var updated: [ManagedObject]
    private(set) var deleted: [ManagedObject]
    /// Of the updated objects, those that differ from the store.
    private(set) var written: [ManagedObject]
    /// Objects whose records must be as they were read, though they are not written.
    private let guarded: [ManagedObject]
    private var assignments: [KeyAssignment] = []
    /// The stores whose transactions have ended, by their indexes.
    var finishedStores: Set<Int> = []
    /// What is not in the stores as the context has read it.
    var conflicts = SaveConflicts()
    /// What the stores made of derived attributes.
    private var derived = DerivedValues()
    /// References to objects that were deleted before anybody saved them.
    private var clearedReferences: [(object: ManagedObject, slot: Int, id: ManagedObjectID)] = []
    /// The versions of the deleted records whose IDs new objects have.
    private let formerVersions: [ObjectIdentifier: Int64]

    init(_ context: ManagedObjectContext) {
        self.context = context
        let objects = context.changed
        let inserted = objects.filter { $0.isInserted && !$0.isDeleted }
        self.inserted = inserted
        formerVersions = inserted.formerVersions
        updated = objects.filter(\.isUpdated)
        written = updated.filter(\.hasStoredChanges)
        deleted = context.deletedObjects
        guarded = context.guarded.filter { object in
            object.context === context && !object.isInserted && !object.isDeleted
                && !object.changedValueNumbers.contains(where: object.layout.isWritten)
        }
    }

    /// What is left to be done after `run`.
    var outcome: SaveOutcome {
        SaveOutcome(saved: saved, dropped: deleted, notification: notification)
    }

    /// The objects that are in the store now.
    private var saved: [ManagedObject] { inserted + updated }

    /// What others are told; nil if nothing was written.
    private var notification: SaveNotification? {
        guard !(inserted.isEmpty && written.isEmpty && deleted.isEmpty) else { return nil }
        let updated = written.map(\.objectID)
        let deletedIDs = deleted.map(\.objectID)
        let others = derived.objectIDs(context.coordinator)
            .subtracting(inserted.map(\.objectID) + updated + deletedIDs)
        return SaveNotification(
            inserted: inserted.map(\.objectID), updated: updated + others, deleted: deletedIDs,
            source: ObjectIdentifier(context))
    }

    /// Writes everything, or nothing if it throws or returns what others have changed. If it throws
    /// when one of several stores has taken over its part, the operation is left with that part.
    func run() throws -> SaveConflicts? {
        try checkStores()
        let stores = context.coordinator.stores.indices.filter(concerns)
        do {
            if stores.count > 1 {
                try saveToAll(stores)
            } else {
                try save(to: stores[...])
            }
        } catch is StaleData {
            takeBack { _ in true }
            return conflicts
        } catch {
            takeBack { !self.finishedStores.contains($0) }
            if !finishedStores.isEmpty { keepFinishedPart() }
            throw error
        }
        register()
        derived.apply(to: context)
        context.historyAnnotations = [:]
        return nil
    }

    /// Leaves out what the stores did not take over.
    private func keepFinishedPart() {
        let isFinished = { [finishedStores] (object: ManagedObject) in
            finishedStores.contains(object.objectID.storeEntity.storeIndex)
        }
        inserted = inserted.filter(isFinished)
        updated = updated.filter(isFinished)
        written = written.filter(isFinished)
        deleted = deleted.filter(isFinished)
        derived.keep(finishedStores)
        register()
        derived.apply(to: context)
    }

    /// A transaction ends when what it would change is not as it was read.
    struct StaleData: Error {}

    /// Writes what belongs to one store, in one transaction.
    ///
    /// - Parameters:
    ///   - freesValues: whether records let go of their unique values before they get others, so that
    ///     they may exchange them.
    ///   - next: what is done before the transaction ends.
    func write(to storeIndex: Int, freesValues: Bool, _ next: () throws -> Void) throws {
        try context.withWriteSession(of: storeIndex) { session in
            try session.transaction { transaction in
                transaction.setOrigin(self.context.saveOrigin(of: storeIndex))
                try self.examine(storeIndex, session)
                try self.assignKeys(self.inserted.of(storeIndex), transaction)
                try self.resolveReferences(self.inserted.of(storeIndex))
                try self.resolveReferences(self.updated.of(storeIndex))
                try self.delete(self.deleted.of(storeIndex), transaction)
                if freesValues {
                    try self.freeUniqueValues(storeIndex, transaction)
                    guard self.conflicts.isEmpty else { throw StaleData() }
                }
                try self.update(self.updated.of(storeIndex), transaction)
                guard self.conflicts.isEmpty else { throw StaleData() }
                try self.insert(self.inserted.of(storeIndex), transaction)
                try self.updateJoins(storeIndex, transaction)
                self.derived.add(try transaction.takeDerivedValues(), storeIndex)
                try next()
            }
        }
    }

    /// Looks for what neither a deletion nor an update would notice.
    func examine(_ storeIndex: Int, _ session: any StoreSession) throws {
        let coordinator = context.coordinator
        try conflicts.compareVersions(updated: guarded.of(storeIndex), deleted: [], session)
        try conflicts.findDanglingReferences(of: saved.of(storeIndex), in: context, session)
        try conflicts.findReferrers(
            on: deleted.of(storeIndex), in: context, coordinator.storeEntities[storeIndex], session)
    }

    // MARK: - Identity

    private func assignKeys(_ objects: [ManagedObject], _ transaction: any StoreTransaction) throws
    {
        let new = objects.filter(\.objectID.isTemporaryID)
        for (root, group) in new.grouped(by: { $0.layout.rootNumber }) {
            let first = try transaction.allocateKeys(rootNumber: root, count: group.count)
            assignments.append(KeyAssignment(group, from: first))
        }
    }

    /// Replaces temporary IDs in to-one relationships by permanent ones. The context still finds
    /// new objects by their temporary IDs. None may be left: no record has such a key.
    private func resolveReferences(_ objects: [ManagedObject]) throws {
        for object in objects {
            guard let row = object.row else { continue }
            for slot in object.layout.toOneSlots {
                guard case .object(let id) = row[slot], id.isTemporaryID else { continue }
                let destination = context.registeredObject(for: id)
                guard let destination, !destination.objectID.isTemporaryID else {
                    try sever(slot, of: object, from: id, isDeleted: destination?.isDeleted == true)
                    continue
                }
                row[slot] = .object(destination.objectID)
            }
        }
    }

    /// What was deleted before anybody saved it leaves nothing to lead to. Anything else without a
    /// permanent ID is not the context's.
    private func sever(
        _ number: Int, of object: ManagedObject, from id: ManagedObjectID, isDeleted: Bool
    ) throws {
        let slot = object.layout.slots[number]
        // What the store has is not this save's.
        let isNew =
            object.isInserted || object.committedRow.map { $0[number] != .object(id) } ?? false
        guard isNew, !slot.isTransient else { return }
        guard isDeleted else { throw strangeDestination(slot, of: object.layout) }
        object.row?[number] = .null
        clearedReferences.append((object, number, id))
    }

    private func strangeDestination(_ slot: PropertySlot, of entity: EntityLayout) -> any Error {
        PersistenceError.misuse(
            "\(entity.name).\(slot.name) leads to a new object that is not in this context")
    }

    /// Makes the context find new objects by their permanent IDs.
    private func register() {
        for assignment in assignments {
            for (object, temporaryKey) in zip(assignment.objects, assignment.temporaryKeys) {
                context.changeKey(of: object, from: temporaryKey)
            }
        }
        let children = context.children
        guard !children.isEmpty else { return }
        let ids = Dictionary(
            assignments.flatMap(\.changes), uniquingKeysWith: { first, _ in first })
        for child in children { child.changeIDs(ids) }
    }

    /// Gives objects back what they had before a save that failed.
    ///
    /// - Parameter isMeant: whose objects are meant, by their store's index.
    func takeBack(where isMeant: (Int) -> Bool) {
        let others = assignments.filter { !($0.storeIndex.map(isMeant) ?? true) }
        let assignments = assignments.filter { $0.storeIndex.map(isMeant) ?? true }
        let inserted = inserted.filter { isMeant($0.objectID.storeEntity.storeIndex) }
        let updated = updated.filter { isMeant($0.objectID.storeEntity.storeIndex) }
        for object in inserted + updated where !assignments.isEmpty {
            guard let row = object.row else { continue }
            for slot in object.layout.toOneSlots {
                guard case .object(let id) = row[slot],
                    let old = assignments.lazy.compactMap({ $0.temporaryID(for: id) }).first
                else { continue }
                row[slot] = .object(old)
            }
        }
        for assignment in assignments { assignment.takeBack() }
        self.assignments = others
        for (object, slot, id) in clearedReferences where isMeant(id.storeEntity.storeIndex) {
            object.row?[slot] = .object(id)
        }
        clearedReferences.removeAll { isMeant($0.id.storeEntity.storeIndex) }
        for object in inserted { object.row?.version = formerVersion(of: object) }
        for object in updated {
            if let committed = object.committedRow { object.row?.version = committed.version }
        }
    }

    // MARK: - Rows

    private func insert(_ objects: [ManagedObject], _ transaction: any StoreTransaction) throws {
        for (_, group) in objects.grouped(by: { $0.layout.number }) {
            guard let entity = group.first?.layout else { continue }
            let rows = group.compactMap { object -> StoreInsert? in
                guard let row = object.row else { return nil }
                row.version = self.formerVersion(of: object) + 1
                return StoreInsert(key: object.objectID.key, row: row)
            }
            try transaction.insert(rows, into: entity)
        }
    }

    /// The version of the deleted record whose ID a new object has; 0 if there is none.
    private func formerVersion(of object: ManagedObject) -> Int64 {
        formerVersions[ObjectIdentifier(object)] ?? 0
    }

    private func update(_ objects: [ManagedObject], _ transaction: any StoreTransaction) throws {
        for (_, group) in objects.grouped(by: { $0.layout.number }) {
            guard let entity = group.first?.layout else { continue }
            let rows = group.compactMap(storeUpdate)
            guard !rows.isEmpty else { continue }
            try recordConflicts(transaction.update(rows, of: entity), of: group)
        }
    }

    /// Records the objects whose records are not as they were read.
    func recordConflicts(_ found: [StoreConflict], of objects: [ManagedObject]) {
        guard !found.isEmpty else { return }
        let byKey = Dictionary(
            objects.map { ($0.objectID.key, $0) }, uniquingKeysWith: { first, _ in first })
        for conflict in found {
            if let object = byKey[conflict.key] { conflicts.add(object, conflict.persisted) }
        }
    }

    private func storeUpdate(_ object: ManagedObject) -> StoreUpdate? {
        guard let row = object.row, let committed = object.committedRow else { return nil }
        let changed = object.changedValueNumbers.filter { object.layout.isWritten($0) }
        guard !changed.isEmpty || object.state.contains(.versionRaised) else { return nil }
        row.version = committed.version + 1
        return StoreUpdate(
            key: object.objectID.key, expectedVersion: committed.version, row: row,
            changed: changed)
    }

    private func delete(_ objects: [ManagedObject], _ transaction: any StoreTransaction) throws {
        for (_, group) in objects.grouped(by: { $0.layout.number }) {
            guard let entity = group.first?.layout else { continue }
            for conflict in try transaction.delete(deletions(group).map(\.row), of: entity) {
                guard let persisted = conflict.persisted,
                    let object = group.first(where: { $0.objectID.key == conflict.key })
                else { continue }  // Somebody else deleted it: the save wants the same.
                conflicts.deleted.append((object, persisted))
            }
        }
    }

    func deletions(
        _ objects: [ManagedObject]
    ) -> [(object: ManagedObject, row: StoreDelete)] {
        let checks = context.mergePolicy.checksDeletions
        return objects.map { object in
            // A fault that was never filled has no version to compare.
            let known = object.committedRow ?? object.row
            let version = checks ? known?.version : nil
            return (object, StoreDelete(key: object.objectID.key, expectedVersion: version))
        }
    }

    // MARK: - Many-to-many relationships

    /// Writes all pairs before any order of them: the other end of a pair may be the one that adds
    /// it.
    private func updateJoins(_ storeIndex: Int, _ transaction: any StoreTransaction) throws {
        let changes = try saved.of(storeIndex).flatMap { object in
            try object.changedJoins.map { join in
                guard !join.leadsToAnotherContext else {
                    throw strangeDestination(join.property, of: object.layout)
                }
                return (object.layout, join.property, join.storeChange(of: object))
            }
        }
        for (entity, property, change) in changes {
            var pairs = change
            pairs.order = nil
            guard !(pairs.added.isEmpty && pairs.removed.isEmpty) else { continue }
            try transaction.updateJoins([pairs], of: property, in: entity)
        }
        for (entity, property, change) in changes where change.order != nil {
            var order = change
            order.added = []
            order.removed = []
            try transaction.updateJoins([order], of: property, in: entity)
        }
    }
}

extension MergePolicy {
    /// Whether a deletion gives way to changes of someone else.
    fileprivate var checksDeletions: Bool {
        switch self {
        case .error, .rollback, .mergeByPropertyStoreTrump, .custom: true
        case .overwrite, .mergeByPropertyObjectTrump: false
        }
    }
}

extension AttributeValue {
    var isDeferred: Bool {
        if case .deferred = self { true } else { false }
    }
}

extension EntityLayout {
    /// Whether a value, by its number, has a place in the store.
    package func isStored(_ number: Int) -> Bool {
        number >= slots.count || !(slots[number].isTransient || slots[number].isToMany)
    }

    /// Whether a value, by its number, is the application's to write.
    package func isWritten(_ number: Int) -> Bool {
        isStored(number) && !derivedSlots.contains(number)
    }
}

extension [ManagedObject] {
    func of(_ storeIndex: Int) -> [ManagedObject] {
        if allSatisfy({ $0.objectID.storeEntity.storeIndex == storeIndex }) { return self }
        return filter { $0.objectID.storeEntity.storeIndex == storeIndex }
    }

    /// The objects by a number, in rising order of it.
    func grouped(by number: (ManagedObject) -> Int) -> [(Int, [ManagedObject])] {
        guard let first = first.map(number) else { return [] }
        if allSatisfy({ number($0) == first }) { return [(first, self)] }
        return Dictionary(grouping: self, by: number).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }
}
