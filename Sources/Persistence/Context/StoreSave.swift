import ObjectModel

/// The part of a save that goes to one store.
///
/// Objects get their permanent keys before the transaction ends, because rows refer to each other
/// by them; if it fails, they get their temporary IDs back.
final class StoreSave {
    let storeIndex: Int
    let inserted: [ManagedObject]
    let updated: [ManagedObject]
    let deleted: [ManagedObject]
    /// The updated objects that differ from the store.
    let written: [ManagedObject]
    /// Whether the store has committed.
    private(set) var isFinished = false
    private(set) var conflicts = SaveConflicts()
    private let context: ManagedObjectContext
    /// Objects whose records must be unchanged, although they are not written.
    private let guarded: [ManagedObject]
    /// The versions of the deleted records whose IDs new objects have.
    private let formerVersions: [ObjectIdentifier: Int64]
    private(set) var assignments: [KeyAssignment] = []
    /// References to objects that were deleted before their first save.
    private var clearedReferences: [(object: ManagedObject, slot: Int, id: ManagedObjectID)] = []
    /// The store's new values of derived attributes.
    private var derived: [StoreDerivedValue] = []

    /// - Parameters:
    ///   - changed: the changed objects of the store.
    ///   - deleted: those of them that are deleted and have records.
    ///   - guarded: objects whose records must be unchanged.
    init(
        _ context: ManagedObjectContext, storeIndex: Int, changed: [ManagedObject],
        deleted: [ManagedObject], guarded: [ManagedObject]
    ) {
        self.context = context
        self.storeIndex = storeIndex
        inserted = changed.filter { $0.isInserted && !$0.isDeleted }
        formerVersions = inserted.formerVersions
        updated = changed.filter(\.isUpdated)
        written = updated.filter(\.hasStoredChanges)
        self.deleted = deleted
        self.guarded = guarded.filter { object in
            object.context === context && !object.isInserted && !object.isDeleted
                && !object.changedValueNumbers.contains(where: object.layout.isWritten)
        }
    }

    /// Ends a transaction because of conflicts.
    struct StaleData: Error {}

    private var saved: [ManagedObject] { inserted + updated }

    var writesAnything: Bool { !(inserted.isEmpty && written.isEmpty && deleted.isEmpty) }

    // MARK: - Before anything is written

    /// Records refer only to records of the same store.
    func checkDestinations() throws {
        for object in saved {
            for slot in object.layout.slots where slot.relationship != nil && !slot.isTransient {
                guard !slot.isToMany || object.extras?.toMany[slot.number]?.hasChanges == true
                else { continue }
                for destination in object.destinations(of: slot) {
                    try object.objectID.storeEntity.checkStore(of: destination.objectID, at: slot)
                }
            }
        }
    }

    /// Finds all conflicts, before any store is written to.
    func findConflicts(_ session: any StoreSession) throws {
        try conflicts.compareVersions(updated: written, deleted: deletions(deleted), session)
        try findUnnoticedConflicts(session)
    }

    /// Finds conflicts that neither a deletion nor an update would detect.
    private func findUnnoticedConflicts(_ session: any StoreSession) throws {
        try conflicts.compareVersions(updated: guarded, deleted: [], session)
        try conflicts.findDanglingReferences(of: saved, in: context, session)
        try conflicts.findReferrers(
            on: deleted, in: context, context.coordinator.storeEntities[storeIndex], session)
    }

    // MARK: - Writing

    /// Writes everything in one transaction.
    ///
    /// Records may exchange unique values, so that the first one written duplicates the other's.
    /// The save then restarts, and clears all of these values first.
    ///
    /// - Parameter next: called before the transaction ends.
    /// - Throws: ``StaleData`` if there are conflicts; errors of the store.
    func run(_ next: () throws -> Void) throws {
        var isWritten = false
        func finish() throws {
            isWritten = true
            try next()
        }
        do {
            try write(freesValues: false, finish)
        } catch PersistenceError.constraintConflict where !isWritten && mayExchangeValues() {
            takeBack()
            conflicts = SaveConflicts()
            try write(freesValues: true, finish)
        }
        isFinished = true
    }

    /// - Parameter freesValues: whether to clear changing unique values first.
    private func write(freesValues: Bool, _ next: () throws -> Void) throws {
        try context.withWriteSession(of: storeIndex) { session in
            try session.saveTransaction { transaction in
                transaction.setOrigin(context.saveOrigin(of: storeIndex))
                try findUnnoticedConflicts(session)
                try assignKeys(transaction)
                try resolveReferences()
                try delete(transaction)
                if freesValues {
                    try freeUniqueValues(transaction)
                    guard conflicts.isEmpty else { throw StaleData() }
                }
                try update(transaction)
                guard conflicts.isEmpty else { throw StaleData() }
                try insert(transaction)
                try updateJoins(transaction)
                derived = try transaction.takeDerivedValues()
                try next()
            }
        }
    }

    private func assignKeys(_ transaction: any StoreTransaction) throws {
        let new = inserted.filter(\.objectID.isTemporaryID)
        for group in new.grouped(by: \.layout.rootNumber) {
            let first = try transaction.allocateKeys(
                rootNumber: group[0].layout.rootNumber, count: group.count)
            assignments.append(KeyAssignment(group, from: first))
        }
    }

    /// Replaces temporary IDs in to-one relationships by permanent ones. None may remain, because
    /// no record has such a key. The context still finds new objects by their temporary IDs.
    private func resolveReferences() throws {
        for object in saved {
            guard let row = object.row else { continue }
            for slot in object.layout.toOneSlots {
                guard case .object(let id) = row[slot], id.isTemporaryID else { continue }
                let destination = context.registeredObject(for: id)
                guard let destination, !destination.objectID.isTemporaryID else {
                    try clearReference(
                        slot, of: object, from: id, isDeleted: destination?.isDeleted == true)
                    continue
                }
                row[slot] = .object(destination.objectID)
            }
        }
    }

    /// Clears a reference to an object that was deleted before its first save. Any other object
    /// without a permanent ID belongs to another context.
    private func clearReference(
        _ number: Int, of object: ManagedObject, from id: ManagedObjectID, isDeleted: Bool
    ) throws {
        let slot = object.layout.slots[number]
        // A stored destination is not part of this save.
        let isNew =
            object.isInserted || object.committedRow.map { $0[number] != .object(id) } ?? false
        guard isNew, !slot.isTransient else { return }
        guard isDeleted else { throw foreignDestination(slot, of: object.layout) }
        object.row?[number] = .null
        clearedReferences.append((object, number, id))
    }

    private func foreignDestination(_ slot: PropertySlot, of entity: EntityLayout) -> any Error {
        PersistenceError.misuse(
            "\(entity.name).\(slot.name) leads to a new object that is not in this context")
    }

    // MARK: - Rows

    private func delete(_ transaction: any StoreTransaction) throws {
        for group in deleted.grouped(by: \.layout.number) {
            let rows = deletions(group).map(\.row)
            for conflict in try transaction.delete(rows, of: group[0].layout) {
                guard let persisted = conflict.persisted,
                    let object = group.first(where: { $0.objectID.key == conflict.key })
                else { continue }  // Others deleted it: the save wants the same.
                conflicts.deleted.append((object, persisted))
            }
        }
    }

    private func deletions(
        _ objects: [ManagedObject]
    ) -> [(object: ManagedObject, row: StoreDelete)] {
        let checks = context.mergePolicy.checksDeletions
        return objects.map { object in
            // A fault has no version to compare.
            let known = object.committedRow ?? object.row
            let version = checks ? known?.version : nil
            return (object, StoreDelete(key: object.objectID.key, expectedVersion: version))
        }
    }

    /// Clears the unique values that will change. Versions stay, because the following update
    /// compares and increases them.
    private func freeUniqueValues(_ transaction: any StoreTransaction) throws {
        try update(written, transaction) { entity in
            let unique = uniqueValueNumbers(of: entity)
            return { object in
                let changed = object.changedValueNumbers.filter(unique.contains)
                guard !changed.isEmpty, let committed = object.committedRow else { return nil }
                let row = committed.copy()
                for number in changed { row[number] = .null }
                return StoreUpdate(
                    key: object.objectID.key, expectedVersion: committed.version, row: row,
                    changed: changed)
            }
        }
    }

    /// Whether a duplicate value may be one that another record gives up.
    private func mayExchangeValues() -> Bool {
        var known: [Int: Set<Int>] = [:]
        let changing = written.lazy.filter { object in
            let number = object.layout.number
            let unique = known[number] ?? self.uniqueValueNumbers(of: object.layout)
            known[number] = unique
            return object.changedValueNumbers.contains(where: unique.contains)
        }
        return changing.prefix(2).count == 2
    }

    /// The numbers of the values that are unique, alone or with others.
    private func uniqueValueNumbers(of entity: EntityLayout) -> Set<Int> {
        let model = context.coordinator.layout.model
        let names = model.lineage(of: entity.name).flatMap { $0.uniquenessConstraints.joined() }
        return Set(names.compactMap { entity.slot(named: $0)?.number })
    }

    private func update(_ transaction: any StoreTransaction) throws {
        try update(updated, transaction) { _ in
            { object in
                guard let row = object.row, let committed = object.committedRow else { return nil }
                let changed = object.changedValueNumbers.filter(object.layout.isWritten)
                guard !changed.isEmpty || object.state.contains(.versionRaised) else { return nil }
                row.version = committed.version + 1
                return StoreUpdate(
                    key: object.objectID.key, expectedVersion: committed.version, row: row,
                    changed: changed)
            }
        }
    }

    /// Updates records, and records conflicts.
    ///
    /// - Parameter change: the change of an object; nil for none.
    private func update(
        _ objects: [ManagedObject], _ transaction: any StoreTransaction,
        _ change: (EntityLayout) -> (ManagedObject) -> StoreUpdate?
    ) throws {
        for group in objects.grouped(by: \.layout.number) {
            let entity = group[0].layout
            let rows = group.compactMap(change(entity))
            guard !rows.isEmpty else { continue }
            let found = try transaction.update(rows, of: entity)
            guard !found.isEmpty else { continue }
            let byKey = Dictionary(
                group.map { ($0.objectID.key, $0) }, uniquingKeysWith: { first, _ in first })
            for conflict in found {
                if let object = byKey[conflict.key] { conflicts.add(object, conflict.persisted) }
            }
        }
    }

    private func insert(_ transaction: any StoreTransaction) throws {
        for group in inserted.grouped(by: \.layout.number) {
            let rows = group.compactMap { object -> StoreInsert? in
                guard let row = object.row else { return nil }
                row.version = formerVersion(of: object) + 1
                return StoreInsert(key: object.objectID.key, row: row)
            }
            try transaction.insert(rows, into: group[0].layout)
        }
    }

    /// The version of the deleted record whose ID a new object has; 0 if there is none.
    private func formerVersion(of object: ManagedObject) -> Int64 {
        formerVersions[ObjectIdentifier(object)] ?? 0
    }

    /// Writes all pairs of many-to-many relationships before any order, because the other end may
    /// add a pair.
    private func updateJoins(_ transaction: any StoreTransaction) throws {
        let changes = try saved.flatMap { object in
            try object.changedJoins.map { join in
                guard !join.leadsToAnotherContext else {
                    throw foreignDestination(join.property, of: object.layout)
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

    // MARK: - Afterwards

    /// Restores the objects after a failed save.
    func takeBack() {
        for object in saved where !assignments.isEmpty {
            guard let row = object.row else { continue }
            for slot in object.layout.toOneSlots {
                guard case .object(let id) = row[slot],
                    let old = assignments.lazy.compactMap({ $0.temporaryID(for: id) }).first
                else { continue }
                row[slot] = .object(old)
            }
        }
        for assignment in assignments { assignment.takeBack() }
        assignments = []
        for (object, slot, id) in clearedReferences { object.row?[slot] = .object(id) }
        clearedReferences = []
        for object in inserted { object.row?.version = formerVersion(of: object) }
        for object in updated {
            if let committed = object.committedRow { object.row?.version = committed.version }
        }
    }

    /// The records with new derived values.
    var derivedIDs: [ManagedObjectID] {
        let storeEntities = context.coordinator.storeEntities[storeIndex]
        return derived.map { $0.objectID(in: storeEntities) }
    }

    /// Sets derived values of saved objects and of those that depend on them.
    func applyDerivedValues() {
        for (value, id) in zip(derived, derivedIDs) {
            guard let object = context.registeredObject(for: id), !object.isDeleted,
                let row = object.row
            else { continue }
            // A row that was only read is shared, even if members of the object have changed.
            let isOwn = object.isInserted || object.committedRow != nil
            let own = isOwn ? row : row.copy()
            own[value.slot] = value.value
            object.row = own
            context.events?.recordRefresh(of: object)
        }
    }
}

extension MergePolicy {
    /// Whether changes of others revert a deletion.
    fileprivate var checksDeletions: Bool {
        switch self {
        case .error, .rollback, .mergeByPropertyStoreTrump, .custom: true
        case .overwrite, .mergeByPropertyObjectTrump: false
        }
    }
}

extension [ManagedObject] {
    /// Groups of objects with the same number, in ascending order.
    fileprivate func grouped(by number: (ManagedObject) -> Int) -> [[ManagedObject]] {
        guard let first = first.map(number) else { return [] }
        if allSatisfy({ number($0) == first }) { return [self] }
        return Dictionary(grouping: self, by: number).sorted { $0.key < $1.key }.map(\.value)
    }
}
