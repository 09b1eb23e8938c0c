/// The writing part of a memory store's session.
final class MemoryTransaction: JoinableTransaction {
    private unowned let session: MemorySession
    var failure: (any Error)?
    private var derived: [MemoryState.DerivedValueKey: AttributeValue] = [:]

    init(_ session: MemorySession) {
        self.session = session
    }

    func prepareCommit() throws {
        if let failure { throw failure }
    }

    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64 {
        session.state.allocateKeys(rootNumber: rootNumber, count: count)
    }

    func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws {
        for insert in rows {
            guard session.state.table(of: entity)[insert.key] == nil else {
                throw PersistenceError.takenID(of: session.state.layout.entity(entity.rootNumber))
            }
            let row = insert.row.copy()
            for slot in entity.slots where !entity.isStored(slot.number) {
                row[slot.number] = .null
            }
            try session.state.set(
                MemoryRecord(entityNumber: entity.number, row: row), of: entity, key: insert.key)
            try derive { try $0.derive(after: nil, row, of: entity, key: insert.key) }
        }
    }

    func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult {
        var result = StoreInsertResult()
        for insert in rows {
            guard conflict != .fail, let holder = session.state.holder(of: insert.row, entity),
                let record = session.state.record(of: entity, key: holder)
            else {
                try self.insert([insert], into: entity)
                result.inserted.append(insert.key)
                continue
            }
            guard conflict == .update else { continue }
            let row = insert.row.copy()
            row.version = record.row.version + 1
            _ = try update(
                [StoreUpdate(key: holder, expectedVersion: nil, row: row, changed: given)],
                of: entity)
            result.updated.append(holder)
        }
        return result
    }

    func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict] {
        var conflicts: [StoreConflict] = []
        for update in rows {
            guard
                let stored = current(update.key, of: entity, update.expectedVersion, &conflicts)
            else { continue }
            let row = stored.row.copy()
            for number in update.changed where entity.isWritten(number) {
                row[number] = update.row[number]
            }
            row.version = update.row.version
            try session.state.set(
                MemoryRecord(entityNumber: stored.entityNumber, row: row), of: entity,
                key: update.key)
            let concrete = session.state.layout.entity(stored.entityNumber)
            try derive {
                try $0.derive(after: stored.row, row, of: concrete, key: update.key)
            }
        }
        return conflicts
    }

    func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict] {
        var conflicts: [StoreConflict] = []
        for delete in rows {
            guard
                let record = current(delete.key, of: entity, delete.expectedVersion, &conflicts)
            else { continue }
            let concrete = session.state.layout.entity(record.entityNumber)
            let counters = joinSources(of: concrete, key: delete.key)
            try session.state.set(nil, of: entity, key: delete.key)
            session.state.removeJoins(of: entity, key: delete.key)
            try derive {
                try $0.derive(after: record.row, nil, of: concrete, key: delete.key)
            }
            for (slot, key) in counters {
                try derive { try $0.derive(afterChangeOf: slot, key: key) }
            }
        }
        return conflicts
    }

    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        for change in changes {
            session.state.updateJoin(change, of: slot)
            try derive { try $0.derive(afterChangeOf: slot, key: change.key) }
            guard let inverse = slot.inverseSlot else { continue }
            let other = session.state.layout.entity(slot.destinationNumber).slots[inverse]
            for key in change.added + change.removed {
                try derive { try $0.derive(afterChangeOf: other, key: key) }
            }
        }
    }

    func takeDerivedValues() -> [StoreDerivedValue] {
        defer { derived = [:] }
        return derived.map { location, value in
            StoreDerivedValue(
                entityNumber: location.entityNumber, key: location.key, slot: location.slot,
                value: value)
        }
    }

    private func derive(
        _ body: (inout MemoryState) throws -> [MemoryState.DerivedValueKey: AttributeValue]
    ) throws {
        guard !session.state.layout.derivations.isEmpty else { return }
        let changes = try body(&session.state)
        for (location, value) in changes {
            let slot = session.state.layout.entity(location.entityNumber).slots[location.slot]
            let error = PersistenceError.outOfRange(
                value, at: slot,
                of: session.store.storeEntities.objectID(
                    entityNumber: location.entityNumber, key: location.key))
            if let error { throw error }
        }
        derived.merge(changes) { $1 }
    }

    /// The records whose derived attributes may follow a many-to-many relationship to a record.
    private func joinSources(
        of entity: EntityLayout, key: Int64
    ) -> [(slot: PropertySlot, key: Int64)] {
        let layout = session.state.layout
        return layout.derivations.flatMap { derivation -> [(slot: PropertySlot, key: Int64)] in
            guard let number = derivation.relationship else { return [] }
            let slot = layout.entity(derivation.entityNumber).slots[number]
            guard slot.hasJoinTable, entity.isKind(of: layout.entity(slot.destinationNumber))
            else { return [] }
            return session.state.sources(of: slot, to: key).map { (slot, $0) }
        }
    }

    /// The record with a key if its version is the expected one; otherwise a conflict is recorded.
    private func current(
        _ key: Int64, of entity: EntityLayout, _ version: Int64?, _ conflicts: inout [StoreConflict]
    ) -> MemoryRecord? {
        let record = session.state.record(of: entity, key: key)
        guard let record, version == nil || record.row.version == version else {
            conflicts.append(StoreConflict(key: key, persisted: record?.row.copy()))
            return nil
        }
        return record
    }
}
