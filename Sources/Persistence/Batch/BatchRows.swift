import ObjectModel

/// Creates rows from the dictionaries or objects of a batch insertion.
final class BatchRows {
    /// Rows that set the same properties.
    struct Batch {
        var rows: [RowSnapshot]
        /// The slot numbers of the given values, in ascending order.
        var given: [Int]
    }

    private static let maximumCount = 500
    private let storeEntity: StoreEntity
    private let stores: StoreTable
    private let context: ManagedObjectContext
    private let source: BatchInsertRequest.Source
    private var waiting: (row: RowSnapshot, given: [Int])?
    private var isAtEnd = false

    init(
        _ storeEntity: StoreEntity, _ context: ManagedObjectContext,
        _ source: BatchInsertRequest.Source
    ) {
        self.storeEntity = storeEntity
        stores = context.coordinator.current
        self.context = context
        self.source = source
    }

    func nextBatch() throws -> Batch? {
        guard let first = try nextRow() else { return nil }
        var batch = Batch(rows: [first.row], given: first.given)
        while batch.rows.count < Self.maximumCount, let row = try nextRow() {
            guard row.given == batch.given else {
                waiting = row
                break
            }
            batch.rows.append(row.row)
        }
        return batch
    }

    private func nextRow() throws -> (row: RowSnapshot, given: [Int])? {
        if let row = waiting {
            waiting = nil
            return row
        }
        guard !isAtEnd else { return nil }
        let row =
            switch source {
            case .dictionaries(let next): try self.row(from: next)
            case .objects(let fill): try self.row(filledBy: fill)
            }
        isAtEnd = row == nil
        return row
    }

    private func row(
        from next: (inout [String: any Sendable]) throws -> Bool
    ) throws -> (row: RowSnapshot, given: [Int])? {
        var values: [String: any Sendable] = [:]
        guard try !next(&values) else { return nil }
        let row = RowSnapshot(storeEntity.layout.defaults, version: 1)
        var given: [Int] = []
        for (name, value) in values {
            guard let slot = storeEntity.layout.slot(named: name) else {
                throw storeEntity.layout.unknownProperty(name)
            }
            row[slot.number] = try converted(value, for: slot)
            given.append(slot.number)
        }
        return (row, given.sorted())
    }

    private func row(
        filledBy fill: (ManagedObject) throws -> Bool
    ) throws -> (row: RowSnapshot, given: [Int])? {
        let object = storeEntity.layout.objectClass.init(
            context.instantiation(insertingInto: storeEntity))
        object.context = nil
        let isEnd = try fill(object)
        try context.throwRememberedError()
        guard !isEnd, let values = object.row else { return nil }
        let row = RowSnapshot(storeEntity.layout.defaults, version: 1)
        var given: [Int] = []
        for slot in storeEntity.layout.slots {
            if slot.relationship != nil, !isUntouched(slot, of: object) {
                throw PersistenceError.misuse(
                    "An object of a batch insertion has no relationships: \(storeEntity.layout.name)."
                        + "\(slot.name) is for a dictionary to set, by ID")
            }
            let value = values[slot.number]
            guard storeEntity.layout.isWritten(slot.number),
                value != storeEntity.layout.defaults[slot.number]
            else { continue }
            row[slot.number] = try stored(value, of: slot)
            given.append(slot.number)
        }
        return (row, given)
    }

    private func isUntouched(_ slot: PropertySlot, of object: ManagedObject) -> Bool {
        if slot.isToMany { return object.extras?.toMany[slot.number]?.hasChanges != true }
        return object.row?[slot.number].isNull ?? true
    }

    private func converted(_ value: any Sendable, for slot: PropertySlot) throws -> AttributeValue {
        guard !slot.isToMany, !slot.isTransient, slot.attribute?.isDerived != true,
            storeEntity.layout.sortKeyTexts[slot.number] == nil
        else {
            throw PersistenceError.misuse(
                "A batch insertion cannot set \(storeEntity.layout.name).\(slot.name)")
        }
        if let value = value as? AttributeValue, value.isNull { return .null }
        guard let attribute = slot.attribute else { return try destination(value, for: slot) }
        guard let value = AttributeValue(value, as: attribute.attributeType) else {
            throw slot.wrongType(in: storeEntity.layout, found: ManagedObject.typeName(of: value))
        }
        return try stored(value, of: slot)
    }

    /// The value for the store: a transformable one as data.
    private func stored(_ value: AttributeValue, of slot: PropertySlot) throws -> AttributeValue {
        guard case .transformable(let content) = value, let attribute = slot.attribute else {
            return value
        }
        return .data(
            try context.coordinator.transformers.data(
                from: content.base, for: attribute, of: storeEntity.layout.name))
    }

    private func destination(
        _ value: any Sendable, for slot: PropertySlot
    ) throws -> AttributeValue {
        guard slot.orderSlot == nil, slot.inverseSlot == nil || slot.inverseIsToMany else {
            throw PersistenceError.misuse(
                "A batch insertion cannot set \(storeEntity.layout.name).\(slot.name): the other end would "
                    + "have to be changed too")
        }
        let id: ManagedObjectID? =
            if case .object(let id)? = value as? AttributeValue { id } else {
                value as? ManagedObjectID
            }
        guard let id, !id.isTemporaryID else {
            throw PersistenceError.wrongType(
                entity: storeEntity.layout.name, property: slot.name,
                expected: "the ID of a saved object",
                found: ManagedObject.typeName(of: value))
        }
        guard let own = stores.localized(id) else { throw PersistenceError.objectNotFound(id) }
        try storeEntity.checkStore(of: own, at: slot)
        return .object(own)
    }
}
