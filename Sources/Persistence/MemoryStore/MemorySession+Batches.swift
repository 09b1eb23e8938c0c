import ObjectModel

extension MemorySession {
    func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult {
        try transaction { transaction in
            var result: StoreBatchResult
            switch batch {
            case .update(let fetch, let assignments):
                result = try update(try rows(fetch), assignments, transaction)
            case .delete(let fetch):
                var deletion = MemoryDeletion(self, transaction)
                result = try deletion.run(try rows(fetch))
            }
            if !wantsReferences {
                result.updated = []
                result.deleted = []
            }
            return result
        }
    }

    private func update(
        _ rows: [MemoryRow], _ assignments: [StoreAssignment], _ transaction: any StoreTransaction
    ) throws -> StoreBatchResult {
        let changed = assignments.map(\.slot.number)
        for row in rows {
            let values = row.snapshot()
            for assignment in assignments {
                let id = store.homes.objectID(entityNumber: row.entityNumber, key: row.key)
                let value = try assignment.newValue(for: row, id)
                guard !value.isNull || assignment.slot.isOptional else {
                    throw PersistenceError.valueRequired(at: assignment.slot, of: id)
                }
                values[assignment.slot.number] = value
            }
            values.version += 1
            _ = try transaction.update(
                [StoreUpdate(key: row.key, expectedVersion: nil, row: values, changed: changed)],
                of: state.layout.entity(row.entityNumber))
        }
        return StoreBatchResult(
            count: rows.count,
            updated: rows.map { StoreReference(entityNumber: $0.entityNumber, key: $0.key) })
    }
}

extension StoreAssignment {
    fileprivate func newValue(
        for row: MemoryRow, _ id: ManagedObjectID
    ) throws -> AttributeValue {
        if case .constant(let value) = value { return value }
        let value = try value.value(with: row).attributeValue ?? .null
        guard let attribute = slot.attribute else { return value }
        if let number = value.storedNumber?.attributeValue,
            ExpressionType(attribute).kind == .integer,
            let error = PersistenceError.outOfRange(number, at: slot, of: id)
        {
            throw error
        }
        return value.asStored(in: attribute)
    }
}
