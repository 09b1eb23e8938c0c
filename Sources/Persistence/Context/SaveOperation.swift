/// One save: the changes of a context on their way into the stores.
///
/// Permanent keys are written into objects before the transaction ends, because rows refer to each
/// other by them; if it fails, the objects get their temporary IDs back.
final class SaveOperation {
    private let context: ManagedObjectContext
    private let inserted: [ManagedObject]
    private let updated: [ManagedObject]
    private var deleted: [ManagedObject]
    /// Of the updated objects, those that differ from the store.
    private let written: [ManagedObject]
    /// New objects that were deleted again before anybody saved them.
    private let stillborn: [ManagedObject]
    private var assignments: [KeyAssignment] = []
    private var conflicts: [MergeConflict] = []
    /// Deleted objects that stay, because someone else changed them and the policy lets that win.
    private var revived: [(object: ManagedObject, row: RowSnapshot)] = []
    /// What a merge policy replaced, to be put back if the save fails.
    private var resolved: [(object: ManagedObject, row: RowSnapshot?, committed: RowSnapshot?)] = []
    /// What the stores made of derived attributes.
    private var derived = DerivedValues()

    init(_ context: ManagedObjectContext) {
        self.context = context
        let objects = context.changed
        inserted = objects.filter { $0.isInserted && !$0.isDeleted }
        updated = objects.filter(\.isUpdated)
        written = updated.filter(\.hasStoredChanges)
        deleted = objects.filter { $0.isDeleted && !$0.isInserted }
        stillborn = objects.filter { $0.isDeleted && $0.isInserted }
    }

    /// What is left to be done after `run`.
    var outcome: SaveOutcome {
        SaveOutcome(
            saved: saved, dropped: deleted + stillborn, revived: revived, decided: decided,
            notification: notification)
    }

    /// The objects that are in the store now.
    private var saved: [ManagedObject] { inserted + updated }

    /// The objects about which a merge policy decided.
    private var decided: [ManagedObject] { resolved.map(\.object) }

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

    func run() throws {
        try checkStores()
        do {
            for index in context.coordinator.stores.indices where concerns(index) {
                try save(to: index)
            }
        } catch {
            takeBack()
            throw error
        }
        register()
        derived.apply(to: context)
        let staying = Set(revived.map(\.object))
        deleted.removeAll(where: staying.contains)
    }

    /// Records refer to others of the same store.
    private func checkStores() throws {
        guard context.coordinator.stores.count > 1 else { return }
        for object in inserted + updated {
            for slot in object.layout.slots where slot.relationship != nil && !slot.isTransient {
                guard !slot.isToMany || object.extras?.toMany[slot.number]?.hasChanges == true
                else { continue }
                for destination in object.destinations(of: slot)
                where destination.objectID.home.storeIndex != object.objectID.home.storeIndex {
                    throw PersistenceError.misuse(
                        "\(object.layout.name).\(slot.name) leads to an object of another store")
                }
            }
        }
    }

    private func concerns(_ storeIndex: Int) -> Bool {
        [inserted, written, deleted].joined().contains {
            $0.objectID.home.storeIndex == storeIndex
        }
    }

    private func save(to storeIndex: Int) throws {
        try context.withWriteSession(of: storeIndex) { session in
            try session.transaction { transaction in
                transaction.setOrigin(self.context.transactionOrigin)
                try self.assignKeys(self.inserted.of(storeIndex), transaction)
                self.resolveReferences(self.inserted.of(storeIndex))
                self.resolveReferences(self.updated.of(storeIndex))
                try self.delete(self.deleted.of(storeIndex), transaction)
                try self.update(self.updated.of(storeIndex), transaction)
                try self.insert(self.inserted.of(storeIndex), transaction)
                try self.updateJoins(storeIndex, transaction)
                self.derived.add(try transaction.takeDerivedValues(), storeIndex)
                if !self.conflicts.isEmpty {
                    throw PersistenceError.mergeConflicts(self.conflicts)
                }
            }
        }
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
    /// new objects by their temporary IDs.
    private func resolveReferences(_ objects: [ManagedObject]) {
        guard !assignments.isEmpty else { return }
        for object in objects {
            guard let row = object.row else { continue }
            for slot in object.layout.toOneSlots {
                guard case .object(let id) = row[slot], id.isTemporaryID,
                    let destination = context.registeredObject(for: id)
                else { continue }
                row[slot] = .object(destination.objectID)
            }
        }
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
    private func takeBack() {
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
        for (object, row, committed) in resolved {
            object.row = row
            object.committedRow = committed
        }
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
                row.version = 1
                return StoreInsert(key: object.objectID.key, row: row)
            }
            try transaction.insert(rows, into: entity)
        }
    }

    private func update(_ objects: [ManagedObject], _ transaction: any StoreTransaction) throws {
        for (_, group) in objects.grouped(by: { $0.layout.number }) {
            guard let entity = group.first?.layout else { continue }
            let objects = Dictionary(
                group.map { ($0.objectID.key, $0) }, uniquingKeysWith: { first, _ in first })
            var rows = group.compactMap(storeUpdate)
            while !rows.isEmpty {
                let found = try transaction.update(rows, of: entity)
                rows = try found.compactMap { conflict in
                    try objects[conflict.key].flatMap { try self.resolve(conflict, $0) }
                }
            }
        }
    }

    private func storeUpdate(_ object: ManagedObject) -> StoreUpdate? {
        guard let row = object.row, let committed = object.committedRow else { return nil }
        let changed = object.changedValueNumbers.filter { object.layout.isWritten($0) }
        guard !changed.isEmpty else { return nil }
        row.version = committed.version + 1
        return StoreUpdate(
            key: object.objectID.key, expectedVersion: committed.version, row: row,
            changed: changed)
    }

    private func delete(_ objects: [ManagedObject], _ transaction: any StoreTransaction) throws {
        for (_, group) in objects.grouped(by: { $0.layout.number }) {
            guard let entity = group.first?.layout else { continue }
            let checks = context.mergePolicy.checksDeletions
            let rows = group.map { object in
                // A fault that was never filled has no version to compare.
                let known = object.committedRow ?? object.row
                return StoreDelete(
                    key: object.objectID.key, expectedVersion: checks ? known?.version : nil)
            }
            for conflict in try transaction.delete(rows, of: entity) {
                guard let persisted = conflict.persisted,
                    let object = group.first(where: { $0.objectID.key == conflict.key })
                else { continue }  // Somebody else deleted it: the save wants the same.
                switch context.mergePolicy {
                case .error, .custom: note(object, newVersion: persisted.version)
                default: revived.append((object, persisted))
                }
            }
        }
    }

    // MARK: - Conflicts

    /// Merges an object with what someone else saved, as the merge policy says; nil if there is
    /// nothing to write, or a conflict to report.
    private func resolve(
        _ conflict: StoreConflict, _ object: ManagedObject
    ) throws -> StoreUpdate? {
        guard let persisted = conflict.persisted, let mine = object.row,
            let base = object.committedRow
        else {
            note(object, newVersion: 0)
            return nil
        }
        let merged = persisted.copy()
        switch context.mergePolicy {
        case .error:
            if object.changedValueNumbers.isEmpty { break }
            note(object, newVersion: persisted.version)
            return nil
        case .rollback: break
        case .mergeByPropertyStoreTrump:
            for number in object.changedValueNumbers where persisted[number] == base[number] {
                merged[number] = mine[number]
            }
        case .mergeByPropertyObjectTrump:
            for number in object.changedValueNumbers { merged[number] = mine[number] }
        case .overwrite:
            for number in 0..<mine.count where !mine[number].isDeferred {
                merged[number] = mine[number]
            }
        case .custom(let decide):
            try fill(merged, of: object, as: decide, original: base)
        }
        resolved.append((object, mine, base))
        object.row = merged
        object.committedRow = persisted
        guard let update = storeUpdate(object) else {
            merged.version = persisted.version
            return nil
        }
        return update
    }

    /// Fills a row with what a policy of the application's own decides.
    private func fill(
        _ merged: RowSnapshot, of object: ManagedObject,
        as decide: (MergeCandidate) throws -> [String: AttributeValue], original: RowSnapshot
    ) throws {
        guard let mine = object.row else { return }
        let layout = object.layout
        let candidate = MergeCandidate(
            objectID: object.objectID, original: layout.valuesByName(original),
            unsaved: layout.valuesByName(mine), persisted: layout.valuesByName(merged))
        for (name, value) in try decide(candidate) {
            guard let slot = layout.slot(named: name), !slot.isToMany else {
                throw PersistenceError.unknownProperty(entity: layout.name, property: name)
            }
            merged[slot.number] = value
        }
        // Places in orders have no name: the context's go with the relationships it set.
        for number in object.changedValueNumbers where number >= layout.slots.count {
            merged[number] = mine[number]
        }
    }

    private func note(_ object: ManagedObject, newVersion: Int64) {
        conflicts.append(
            MergeConflict(
                objectID: object.objectID,
                oldVersion: (object.committedRow ?? object.row)?.version ?? 0,
                newVersion: newVersion))
    }

    // MARK: - Many-to-many relationships

    /// Writes all pairs before any order of them: the other end of a pair may be the one that adds
    /// it.
    private func updateJoins(_ storeIndex: Int, _ transaction: any StoreTransaction) throws {
        let changes = saved.of(storeIndex).flatMap { object in
            object.changedJoins.map { (object.layout, $0.property, $0.storeChange(of: object)) }
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
    func isStored(_ number: Int) -> Bool {
        number >= slots.count || !(slots[number].isTransient || slots[number].isToMany)
    }

    /// Whether a value, by its number, is the application's to write.
    func isWritten(_ number: Int) -> Bool {
        isStored(number) && !derivedSlots.contains(number)
    }
}

extension [ManagedObject] {
    fileprivate func of(_ storeIndex: Int) -> [ManagedObject] {
        if allSatisfy({ $0.objectID.home.storeIndex == storeIndex }) { return self }
        return filter { $0.objectID.home.storeIndex == storeIndex }
    }

    /// The objects by a number, in rising order of it.
    fileprivate func grouped(by number: (ManagedObject) -> Int) -> [(Int, [ManagedObject])] {
        guard let first = first.map(number) else { return [] }
        if allSatisfy({ number($0) == first }) { return [(first, self)] }
        return Dictionary(grouping: self, by: number).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }
}
