/// One save: the changes of a context on their way into the stores.
final class SaveOperation {
    private let context: ManagedObjectContext
    /// The changes of each store; of the stores that have taken over theirs, if others have failed.
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

    /// The work that is left after `run`.
    var outcome: SaveOutcome {
        SaveOutcome(
            saved: parts.flatMap(\.inserted) + parts.flatMap(\.updated),
            dropped: parts.flatMap(\.deleted), notification: notification)
    }

    /// Whether one of several stores has taken over its part.
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

    /// Writes everything, or nothing if it throws or returns what others have changed. If it throws
    /// when one of several stores has taken over its part, the operation is left with that part.
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

    /// Writes the parts: each store's transaction is within that of the one before, so that all of them are written
    /// or none, as long as no store fails in ending its transaction.
    private func save(_ parts: ArraySlice<StoreSave>) throws {
        try parts.first?.run { try save(parts.dropFirst()) }
    }

    /// All stores are asked for conflicts before the first one is written to: what has to be decided
    /// about is known as a whole then.
    private func saveToAll(_ parts: [StoreSave]) throws {
        try context.withWriteSessions(of: parts.map(\.storeIndex)[...]) { sessions in
            for part in parts {
                if let session = sessions[part.storeIndex] { try part.findConflicts(session) }
            }
            guard parts.allSatisfy(\.conflicts.isEmpty) else { throw StoreSave.StaleData() }
            try save(inOrder(parts)[...])
        }
    }

    /// The last part ends its transaction first: those that may fail then, and of these those that others may come
    /// between. That happens all the time, and a disk that is full once in a long while.
    private func inOrder(_ parts: [StoreSave]) -> [StoreSave] {
        Dictionary(grouping: parts) { lateFailures(of: context.coordinator.stores[$0.storeIndex]) }
            .sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// How likely it is that a store's transaction fails when it ends.
    private func lateFailures(of store: any PersistentStore) -> Int {
        guard store.capabilities.contains(.writesAtEnd) else { return 0 }
        return store.capabilities.contains(.writesConcurrently) ? 2 : 1
    }

    /// Makes the context find new objects by their permanent IDs, and gives objects their derived values.
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
