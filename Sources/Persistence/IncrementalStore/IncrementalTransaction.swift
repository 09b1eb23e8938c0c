/// Gathers what a save writes into an incremental store, which gets it as a whole.
final class IncrementalTransaction: JoinableTransaction {
    private unowned let session: IncrementalSession
    private var inserted: [StoreReference: IncrementalStoreNode] = [:]
    private var updated: [StoreReference: IncrementalStoreNode] = [:]
    private var deleted: [StoreReference: StoreReference] = [:]
    private var order: [StoreReference] = []
    var failure: (any Error)?

    init(_ session: IncrementalSession) {
        self.session = session
    }

    private var layout: ModelLayout { session.access.layout }

    /// What was gathered; nil if that is nothing.
    func request() throws -> IncrementalSaveRequest? {
        if let failure { throw failure }
        guard !(inserted.isEmpty && updated.isEmpty && deleted.isEmpty) else { return nil }
        return IncrementalSaveRequest(
            inserted: order.compactMap { inserted[$0] }, updated: order.compactMap { updated[$0] },
            deleted: order.compactMap { deleted[$0] })
    }

    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64 {
        try session.access.store.obtainPermanentKeys(
            for: layout.entity(rootNumber), count: count)
    }

    func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws {
        for insert in rows {
            var node = IncrementalStoreNode(entity: entity, key: insert.key)
            fill(&node, with: insert.row, entity.storedNumbers)
            let place = place(entity, insert.key)
            order.append(place)
            inserted[place] = node
        }
    }

    func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict] {
        var conflicts: [StoreConflict] = []
        for update in rows {
            guard
                var node = try current(
                    update.key, of: entity, update.expectedVersion, &conflicts)
            else { continue }
            fill(&node, with: update.row, update.changed)
            note(node)
        }
        return conflicts
    }

    func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict] {
        var conflicts: [StoreConflict] = []
        for delete in rows {
            guard
                let node = try current(
                    delete.key, of: entity, delete.expectedVersion, &conflicts)
            else { continue }
            let place = place(entity, delete.key)
            // The store need not know of a record that came and went within the transaction.
            if inserted.removeValue(forKey: place) != nil { continue }
            if updated.removeValue(forKey: place) == nil { order.append(place) }
            deleted[place] = node.reference
        }
        return conflicts
    }

    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        for change in changes {
            guard var node = try known(change.key, of: entity) else { continue }
            let isNew = inserted[place(entity, change.key)] != nil
            let old =
                try node.destinations[slot.number]
                ?? (isNew ? [] : session.destinations(of: slot, from: entity, key: change.key))
            let (removed, named) = (Set(change.removed), change.order ?? [])
            let known = Set(old.map(\.key)).union(named)
            let new = (named + change.added.filter { !known.contains($0) }).map {
                StoreReference(entityNumber: slot.destinationNumber, key: $0)
            }
            let placed = Set(named)
            let kept = old.filter { !removed.contains($0.key) && !placed.contains($0.key) }
            let destinations = change.order == nil ? kept + new : new + kept
            node.destinations[slot.number] = destinations
            note(node)
        }
    }

    // MARK: - Records

    private func place(_ entity: EntityLayout, _ key: Int64) -> StoreReference {
        StoreReference(entityNumber: entity.rootNumber, key: key)
    }

    private func note(_ node: IncrementalStoreNode) {
        let place = place(layout.entity(node.reference.entityNumber), node.reference.key)
        if inserted[place] != nil {
            inserted[place] = node
        } else {
            if updated[place] == nil { order.append(place) }
            updated[place] = node
        }
    }

    /// A record as it will be after what was gathered.
    private func known(_ key: Int64, of entity: EntityLayout) throws -> IncrementalStoreNode? {
        let place = place(entity, key)
        if let node = inserted[place] ?? updated[place] { return node }
        return deleted[place] == nil
            ? try session.node(StoreReference(entityNumber: entity.number, key: key)) : nil
    }

    /// A record if it is as expected; else a conflict is noted.
    private func current(
        _ key: Int64, of entity: EntityLayout, _ version: Int64?,
        _ conflicts: inout [StoreConflict]
    ) throws -> IncrementalStoreNode? {
        let node = try known(key, of: entity)
        guard let node, version == nil || node.version == version else {
            conflicts.append(
                StoreConflict(
                    key: key,
                    persisted: node.map { IncrementalRow($0, session.access).snapshot() }))
            return nil
        }
        return node
    }

    private func fill(
        _ node: inout IncrementalStoreNode, with row: RowSnapshot, _ numbers: [Int]
    ) {
        let entity = layout.entity(node.reference.entityNumber)
        node.version = row.version
        for number in numbers where entity.isStored(number) {
            guard number < entity.slots.count, entity.slots[number].isToOne else {
                node.values[number] = row[number]
                continue
            }
            guard case .object(let id) = row[number] else {
                node.destinations[number] = nil
                continue
            }
            node.destinations[number] = [
                StoreReference(entityNumber: id.home.layout.number, key: id.key)
            ]
        }
    }
}

extension EntityLayout {
    /// The numbers of the values that stores keep.
    fileprivate var storedNumbers: [Int] { (0..<valueCount).filter(isStored) }
}
