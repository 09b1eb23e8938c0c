/// A weak reference to a child context.
struct ChildContext {
    weak var context: ManagedObjectContext?
}

extension ManagedObjectContext {
    /// The children that still exist.
    var children: [ManagedObjectContext] { childContexts.compactMap(\.context) }

    func adoptChild(_ child: ManagedObjectContext) {
        childContexts.removeAll { $0.context == nil }
        childContexts.append(ChildContext(context: child))
    }

    /// The objects of a child's fetch.
    func objects(_ fetch: StoreFetch) throws -> [ManagedObject] {
        hasPendingChanges(in: fetch.entity)
            ? try fetchWithPendingChanges(fetch) : try fetchStored(fetch, refreshing: false)
    }

    /// Inserts a copy of a child's new object, with the same ID and without relationships.
    func adoptCopy(of original: ManagedObject) -> ManagedObject {
        let row = original.row?.copy() ?? RowSnapshot(count: original.layout.valueCount, version: 0)
        for slot in original.layout.toOneSlots { row[slot] = .null }
        for number in original.layout.slots.count..<row.count { row[number] = .null }
        let id = coordinator.localized(original.objectID)
        let copy = object(forNewRecord: id, row)
        list(copy)
        changeTick &+= 1
        if recorder != nil { record(.appeared, of: copy) }
        events?.recordInsertion(of: copy)
        return copy
    }

    /// The object for a record that a child inserted: an existing fault, or a new object.
    private func object(forNewRecord id: ManagedObjectID, _ row: RowSnapshot) -> ManagedObject {
        if let known = registeredObject(for: id), known.state.isDisjoint(with: .pending) {
            known.row = row
            known.state.subtract([.fault, .inaccessible])
            known.state.insert(.inserted)
            return known
        }
        displace(id)
        return instantiate(id, row: row, state: .inserted)
    }

    /// Notifies the other children of a save into this context.
    func notifyChildren(_ notification: SaveNotification, except saver: ManagedObjectContext) {
        for child in children where child !== saver { child.pendingMerges?.put(notification) }
    }

    // MARK: - Permanent IDs

    /// Gives new objects their permanent IDs before they are saved.
    ///
    /// ```swift
    /// try context.obtainPermanentIDs(for: [recipe])
    /// let address = recipe.objectID.uriRepresentation
    /// ```
    /// The IDs are reserved even if the objects are never saved. Parents and children of the
    /// context use them too.
    /// - Throws: errors of the store, and `PersistenceError.misuse` in a read context.
    public func obtainPermanentIDs(for objects: [ManagedObject]) throws {
        let root = rootContext
        try root.requireWritable(to: "give IDs")
        let new = objects.filter { $0.context === self && $0.objectID.isTemporaryID }
        var keys: [ManagedObjectID: ManagedObjectID] = [:]
        for group in Dictionary(grouping: new, by: { $0.objectID.storeEntity.rootIndex }).values {
            try root.reserveKeys(for: group.map(\.objectID), in: &keys)
        }
        root.changeIDs(keys)
    }

    private func reserveKeys(
        for ids: [ManagedObjectID], in keys: inout [ManagedObjectID: ManagedObjectID]
    ) throws {
        guard let storeEntity = ids.first?.storeEntity else { return }
        let first = try withWriteSession(of: storeEntity.storeIndex) { session in
            try session.transaction {
                try $0.allocateKeys(rootNumber: storeEntity.layout.rootNumber, count: ids.count)
            }
        }
        for (offset, id) in ids.enumerated() {
            keys[id] = ManagedObjectID(storeEntity: id.storeEntity, key: first + Int64(offset))
        }
    }

    /// Replaces IDs of objects in this context and its children, and in their references.
    func changeIDs(_ ids: [ManagedObjectID: ManagedObjectID]) {
        guard !ids.isEmpty else { return }
        for (old, new) in ids {
            guard let object = registeredObject(for: old) else { continue }
            map(of: object.objectID.storeEntity).remove(old.key)
            object.objectID = coordinator.localized(new)
            displace(object.objectID)
            map(of: object.objectID.storeEntity).insert(object, for: new.key)
        }
        for object in objectsInMemory {
            object.changeDestinationIDs(ids)
        }
        events?.idObservers.notify(())
        for child in children { child.changeIDs(ids) }
    }
}

extension ManagedObject {
    fileprivate func changeDestinationIDs(_ ids: [ManagedObjectID: ManagedObjectID]) {
        for row in [row, committedRow].compactMap({ $0 }) {
            for slot in layout.toOneSlots {
                guard case .object(let id) = row[slot], id.isTemporaryID, let new = ids[id] else {
                    continue
                }
                row[slot] = .object(new)
            }
        }
    }
}
