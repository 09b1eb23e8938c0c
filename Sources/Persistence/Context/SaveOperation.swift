/// One save of a context's changes to its stores.
final class SaveOperation {
    private let context: ManagedObjectContext
    /// The changes of each store; if some stores have failed, of those that have committed.
    private var parts: [StoreSave]

    init(_ context: ManagedObjectContext) {
        self.context = context
        let (changed, deleted) = (context.changed, context.deletedObjects)
        parts = context.coordinator.stores.indices.map { index in
            StoreSave(
                context, storeIndex: index, changed: changed.of(index), deleted: deleted.of(index),
                guarded: context.guarded.of(index))
        }
    }

    /// The results of `run`.
    var outcome: SaveOutcome {
        SaveOutcome(
            saved: parts.flatMap(\.inserted) + parts.flatMap(\.updated),
            dropped: parts.flatMap(\.deleted), notification: notification)
    }

    /// Whether one of several stores has committed.
    var isPartlyFinished: Bool { parts.contains(where: \.isFinished) }

    /// The notification for other contexts; nil if nothing was written.
    private var notification: SaveNotification? {
        guard parts.contains(where: \.writesAnything) else { return nil }
        let inserted = parts.flatMap(\.inserted).map(\.objectID)
        let updated = parts.flatMap(\.written).map(\.objectID)
        let deleted = parts.flatMap(\.deleted).map(\.objectID)
        let others = Set(parts.flatMap(\.derivedIDs)).subtracting(inserted + updated + deleted)
        return SaveNotification(
            inserted: inserted, updated: updated + others, deleted: deleted,
            source: ObjectIdentifier(context))
    }

    /// Writes everything, or nothing if it throws or returns conflicts. If it throws after one of
    /// several stores has committed, only the committed parts are left.
    func run() throws -> SaveConflicts? {
        if parts.count > 1 { for part in parts { try part.checkDestinations() } }
        let concerned = parts.filter(\.writesAnything)
        do {
            if concerned.count > 1 {
                try saveToAll(concerned)
            } else {
                try save(concerned[...])
            }
        } catch is StoreSave.StaleData {
            for part in parts { part.takeBack() }
            return parts.reduce(into: SaveConflicts()) { $0.add($1.conflicts) }
        } catch {
            for part in parts where !part.isFinished { part.takeBack() }
            if isPartlyFinished {
                parts.removeAll { !$0.isFinished }
                finish()
            }
            throw error
        }
        finish()
        context.historyAnnotations = [:]
        return nil
    }

    /// Writes the parts in nested transactions, one for each store, so that all or none are written
    /// unless a commit fails.
    private func save(_ parts: ArraySlice<StoreSave>) throws {
        try parts.first?.run { try save(parts.dropFirst()) }
    }

    /// Looks for conflicts in all stores before writing to any, so that all are known at once.
    private func saveToAll(_ parts: [StoreSave]) throws {
        try context.withWriteSessions(of: parts.map(\.storeIndex)[...]) { sessions in
            for part in parts {
                if let session = sessions[part.storeIndex] { try part.findConflicts(session) }
            }
            guard parts.allSatisfy(\.conflicts.isEmpty) else { throw StoreSave.StaleData() }
            try save(inOrder(parts)[...])
        }
    }

    /// The last part commits first: it is the one most likely to fail late, above all by conflicts
    /// with other processes.
    private func inOrder(_ parts: [StoreSave]) -> [StoreSave] {
        Dictionary(grouping: parts) { lateFailures(of: context.coordinator.stores[$0.storeIndex]) }
            .sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// The rank of a store by the risk that its commit fails.
    private func lateFailures(of store: any PersistentStore) -> Int {
        guard store.capabilities.contains(.writesAtEnd) else { return 0 }
        return store.capabilities.contains(.writesConcurrently) ? 2 : 1
    }

    /// Registers new objects by their permanent IDs, and sets derived values.
    private func finish() {
        let assignments = parts.flatMap(\.assignments)
        for assignment in assignments {
            for (object, temporaryKey) in zip(assignment.objects, assignment.temporaryKeys) {
                context.changeKey(of: object, from: temporaryKey)
            }
        }
        let children = context.children
        if !children.isEmpty {
            let ids = Dictionary(
                assignments.flatMap(\.changes), uniquingKeysWith: { first, _ in first })
            for child in children { child.changeIDs(ids) }
        }
        for part in parts { part.applyDerivedValues() }
    }
}

extension [ManagedObject] {
    /// The objects of a store.
    fileprivate func of(_ storeIndex: Int) -> [ManagedObject] {
        if allSatisfy({ $0.objectID.storeEntity.storeIndex == storeIndex }) { return self }
        return filter { $0.objectID.storeEntity.storeIndex == storeIndex }
    }
}

/// The permanent keys that a save gives to the new objects of one root entity.
struct KeyAssignment {
    let objects: [ManagedObject]
    let temporaryKeys: [Int64]
    private let firstKey: Int64

    /// Assigns permanent IDs with consecutive keys.
    init(_ objects: [ManagedObject], from firstKey: Int64) {
        self.objects = objects
        self.firstKey = firstKey
        temporaryKeys = objects.map(\.objectID.key)
        for (offset, object) in objects.enumerated() {
            object.objectID = ManagedObjectID(
                storeEntity: object.objectID.storeEntity, key: firstKey + Int64(offset))
        }
    }

    /// The temporary and permanent ID of each object.
    var changes: [(ManagedObjectID, ManagedObjectID)] {
        zip(objects, temporaryKeys).map { object, key in
            (ManagedObjectID(storeEntity: object.objectID.storeEntity, key: key), object.objectID)
        }
    }

    /// The former ID of one of these objects; nil for other IDs.
    func temporaryID(for id: ManagedObjectID) -> ManagedObjectID? {
        let offset = Int(id.key - firstKey)
        guard objects.indices.contains(offset), objects[offset].objectID == id else { return nil }
        return ManagedObjectID(storeEntity: id.storeEntity, key: temporaryKeys[offset])
    }

    /// Restores the temporary IDs.
    func takeBack() {
        for (object, key) in zip(objects, temporaryKeys) {
            object.objectID = ManagedObjectID(storeEntity: object.objectID.storeEntity, key: key)
        }
    }
}
