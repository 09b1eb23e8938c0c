import ObjectModel

/// Deletes many records of a memory store by the delete rules.
struct MemoryDeletion {
    private let session: MemorySession
    private let transaction: any StoreTransaction
    /// The records to delete, by root entity and key, with their concrete entities.
    private var toDelete: [RecordKey: Int] = [:]

    private struct RecordKey: Hashable {
        var root: Int
        var key: Int64
    }

    init(_ session: MemorySession, _ transaction: any StoreTransaction) {
        self.session = session
        self.transaction = transaction
    }

    private var layout: ModelLayout { session.state.layout }

    mutating func run(_ rows: [MemoryRow]) throws -> StoreBatchResult {
        gather(rows.map { StoreReference(entityNumber: $0.entityNumber, key: $0.key) })
        try checkDenial()
        let updated = try nullify()
        let deleted = toDelete.map { StoreReference(entityNumber: $1, key: $0.key) }
            .sorted { ($0.entityNumber, $0.key) < ($1.entityNumber, $1.key) }
        for reference in deleted {
            _ = try transaction.delete(
                [StoreDelete(key: reference.key, expectedVersion: nil)],
                of: layout.entity(reference.entityNumber))
        }
        return StoreBatchResult(count: deleted.count, updated: updated, deleted: deleted)
    }

    /// Adds records and those that cascading deletes.
    private mutating func gather(_ references: [StoreReference]) {
        var waiting = references
        while let reference = waiting.popLast() {
            let entity = layout.entity(reference.entityNumber)
            let recordKey = RecordKey(root: entity.rootNumber, key: reference.key)
            guard toDelete.updateValue(reference.entityNumber, forKey: recordKey) == nil else {
                continue
            }
            for slot in entity.slots where slot.relationship?.deleteRule == .cascade {
                waiting += destinations(of: slot, entity, reference.key)
            }
        }
    }

    private func destinations(
        of slot: PropertySlot, _ entity: EntityLayout, _ key: Int64
    ) -> [StoreReference] {
        guard !slot.isTransient else { return [] }
        if slot.isToMany { return session.state.destinations(of: slot, key: key) }
        guard case .object(let id)? = session.state.record(of: entity, key: key)?.row[slot.number],
            let destination = session.state.record(
                of: layout.entity(slot.destinationNumber), key: id.key)
        else { return [] }
        return [StoreReference(entityNumber: destination.entityNumber, key: id.key)]
    }

    private func stays(_ reference: StoreReference) -> Bool {
        let root = layout.entity(reference.entityNumber).rootNumber
        return toDelete[RecordKey(root: root, key: reference.key)] == nil
    }

    private func checkDenial() throws {
        for (record, number) in toDelete {
            let entity = layout.entity(number)
            for slot in entity.slots where slot.relationship?.deleteRule == .deny {
                let staying = destinations(of: slot, entity, record.key).count(where: stays)
                guard staying > 0 else { continue }
                throw PersistenceError.deletionDenied(
                    by: slot,
                    of: session.store.storeEntities.objectID(entityNumber: number, key: record.key),
                    staying: staying)
            }
        }
    }

    /// Clears the references to the deleted records, and removes their many-to-many pairs.
    private func nullify() throws -> [StoreReference] {
        var changed: [StoreReference: Set<Int>] = [:]
        for (record, number) in toDelete {
            let entity = layout.entity(number)
            for slot in entity.slots {
                guard let inverse = slot.inverseSlot, !slot.inverseIsToMany,
                    slot.relationship?.deleteRule != .noAction
                else { continue }
                for reference in destinations(of: slot, entity, record.key) where stays(reference) {
                    let other = layout.entity(reference.entityNumber)
                    guard refers(reference, other, inverse, to: record.key) else { continue }
                    guard other.slots[inverse].isOptional else {
                        throw PersistenceError.valueRequired(
                            at: other.slots[inverse],
                            of: session.store.storeEntities.objectID(
                                entityNumber: reference.entityNumber, key: reference.key))
                    }
                    changed[reference, default: []].insert(inverse)
                }
            }
        }
        for (reference, slots) in changed { try clear(slots, of: reference) }
        return changed.keys.sorted { ($0.entityNumber, $0.key) < ($1.entityNumber, $1.key) }
    }

    private func refers(
        _ reference: StoreReference, _ entity: EntityLayout, _ slot: Int, to key: Int64
    ) -> Bool {
        guard
            case .object(let id)? = session.state.record(of: entity, key: reference.key)?.row[slot]
        else { return false }
        return id.key == key
    }

    private func clear(_ slots: Set<Int>, of reference: StoreReference) throws {
        let entity = layout.entity(reference.entityNumber)
        guard let row = session.state.record(of: entity, key: reference.key)?.row.copy() else {
            return
        }
        var changed = slots
        for slot in slots {
            row[slot] = .null
            guard let orderSlot = entity.slots[slot].orderSlot else { continue }
            row[orderSlot] = .null
            changed.insert(orderSlot)
        }
        row.version += 1
        let update = StoreUpdate(
            key: reference.key, expectedVersion: nil, row: row, changed: changed.sorted())
        _ = try transaction.update([update], of: entity)
    }
}
