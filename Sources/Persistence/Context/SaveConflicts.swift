import ObjectModel

/// The changes of others since the saving context read the records.
struct SaveConflicts {
    /// Objects that others have changed, with the stored values.
    var changed: [(object: ManagedObject, stored: RowSnapshot)] = []
    /// Changed objects whose records are gone.
    var gone: [ManagedObject] = []
    /// Objects to delete that others have changed, with the stored values.
    var deleted: [(object: ManagedObject, stored: RowSnapshot)] = []
    /// Objects whose records are gone, but that unsaved relationships refer to.
    var dangling: [ManagedObject] = []
    /// Objects to delete that records of others refer to by now.
    var newlyReferenced: Set<ManagedObject> = []
    /// The records that refer to them, if they are objects of the context without the reference.
    var referrers: [ManagedObject] = []

    var isEmpty: Bool {
        changed.isEmpty && gone.isEmpty && deleted.isEmpty && dangling.isEmpty
            && newlyReferenced.isEmpty
    }

    /// Records an object that others changed, or deleted if nothing is stored.
    mutating func add(_ object: ManagedObject, _ stored: RowSnapshot?) {
        if let stored {
            changed.append((object, stored))
        } else {
            gone.append(object)
        }
    }

    /// Adds those of another store.
    mutating func add(_ others: SaveConflicts) {
        changed += others.changed
        gone += others.gone
        deleted += others.deleted
        dangling += others.dangling
        newlyReferenced.formUnion(others.newlyReferenced)
        referrers += others.referrers
    }

    /// The conflicts that a save throws if no policy resolves them.
    var mergeConflicts: [MergeConflict] {
        (changed + deleted).map { MergeConflict($0.object, stored: $0.stored) }
            + (gone + dangling).map { MergeConflict($0, stored: nil) }
    }

    // MARK: - Looking

    /// Compares the stored versions of records with the read ones.
    mutating func compareVersions(
        updated: [ManagedObject], deleted: [(object: ManagedObject, row: StoreDelete)],
        _ session: any StoreSession
    ) throws {
        for object in updated {
            guard let known = object.committedRow ?? object.row else { continue }
            let stored = try session.row(of: object.layout, key: object.objectID.key)
            if stored?.version != known.version { add(object, try stored?.snapshot()) }
        }
        for (object, row) in deleted {
            guard let version = row.expectedVersion,
                let stored = try session.row(of: object.layout, key: row.key),
                stored.version != version
            else { continue }
            self.deleted.append((object, try stored.snapshot()))
        }
    }

    /// Finds destinations of unsaved relationships that are not in the store.
    mutating func findDanglingReferences(
        of saved: [ManagedObject], in context: ManagedObjectContext, _ session: any StoreSession
    ) throws {
        var wanted: Set<ManagedObjectID> = []
        for object in saved { object.addUnsavedDestinations(to: &wanted) }
        // New objects may have permanent IDs already, and a deletion may leave references behind.
        let doubtful = wanted.filter { id in
            context.registeredObject(for: id).map { !($0.isDeleted || $0.isInserted) } ?? true
        }
        for (ids, fetch) in doubtful.fetches(in: context.coordinator.layout) {
            var fetch = fetch
            fetch.includesValues = false
            var found: Set<Int64> = []
            try session.fetch(fetch) { found.insert($0.key) }
            dangling += ids.filter { !found.contains($0.key) }.map(context.object(with:))
        }
    }

    /// Finds records that refer to deleted objects, and whose inverse the delete rules would have
    /// to handle.
    mutating func findReferrers(
        on deleted: [ManagedObject], in context: ManagedObjectContext,
        _ storeEntities: [StoreEntity],
        _ session: any StoreSession
    ) throws {
        for group in Dictionary(grouping: deleted, by: \.layout.number).values {
            guard let layout = group.first?.layout else { continue }
            for slot in layout.slots where slot.isReferredToByDestinations {
                guard let inverse = slot.inverseSlot else { continue }
                let found = try session.destinations(
                    of: slot, from: layout, keys: group.map(\.objectID.key))
                for object in group {
                    for reference in found[object.objectID.key] ?? [] {
                        let id = ManagedObjectID(
                            storeEntity: storeEntities[reference.entityNumber - 1],
                            key: reference.key)
                        let referrer = context.registeredObject(for: id)
                        guard referrer?.hasLeft(object, inverse) != true else { continue }
                        newlyReferenced.insert(object)
                        if let referrer { referrers.append(referrer) }
                    }
                }
            }
        }
    }
}

extension PropertySlot {
    /// Whether a deletion has to handle the destinations, and they hold the reference.
    fileprivate var isReferredToByDestinations: Bool {
        isToMany && !isTransient && inverseSlot != nil && !inverseIsToMany
            && relationship?.deleteRule != .noAction
    }
}

extension ManagedObject {
    /// Whether the object is deleted too, or gets another destination.
    fileprivate func hasLeft(_ object: ManagedObject, _ slot: Int) -> Bool {
        let link = AttributeValue.object(object.objectID)
        return isDeleted || (committedRow?[slot] == link && row?[slot] != link)
    }

    /// Adds the unsaved destinations of saved objects.
    fileprivate func addUnsavedDestinations(to ids: inout Set<ManagedObjectID>) {
        guard let row else { return }
        for slot in layout.toOneSlots where !layout.slots[slot].isTransient {
            guard case .object(let id) = row[slot], !id.isTemporaryID else { continue }
            if isInserted || committedRow.map({ $0[slot] != row[slot] }) ?? false { ids.insert(id) }
        }
        for relationship in changedJoins {
            for member in relationship.gained.objects where !member.objectID.isTemporaryID {
                ids.insert(member.objectID)
            }
        }
    }
}
