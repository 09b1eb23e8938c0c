import ObjectModel

/// A session of a memory store.
final class MemorySession: StoreSession {
    /// The records that the session sees; a writing session changes them.
    var state: MemoryState
    let store: MemoryContents
    var deadline: ContinuousClock.Instant?
    var cancellation: ReadCancellation?
    private let canWrite: Bool
    private var transaction: MemoryTransaction?

    init(_ store: MemoryContents, state: MemoryState, canWrite: Bool) {
        self.store = store
        self.state = state
        self.canWrite = canWrite
    }

    // MARK: - Reading

    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        for row in try rows(request) { try visit(row) }
    }

    func count(_ request: StoreFetch) throws -> Int {
        var request = request
        request.sortDescriptors = []
        return try rows(request).count
    }

    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)? {
        guard let record = state.record(of: entity, key: key) else { return nil }
        return MemoryRow(
            key, record, entity: state.layout.entity(record.entityNumber), in: view)
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        state.destinations(of: slot, key: key)
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        Dictionary(
            keys.map { ($0, state.destinations(of: slot, key: $0)) },
            uniquingKeysWith: { first, _ in first })
    }

    func value(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> AttributeValue {
        state.record(of: entity, key: key)?.row[slot.number] ?? .null
    }

    func isPristine() throws -> Bool { state.isPristine }

    /// The rows of a request, in its order.
    func rows(_ request: StoreFetch) throws -> [MemoryRow] {
        let rows = try selected(request)
        guard !request.sortDescriptors.isEmpty else { return request.window(rows) }
        return request.window(try rows.sorted(using: request.sortDescriptors))
    }

    private var view: MemoryView { MemoryView(state, storeEntities: store.storeEntities) }

    /// The rows of a request, in the order of their keys.
    private func selected(_ request: StoreFetch) throws -> [MemoryRow] {
        let view = view
        let entity = request.entity
        let wanted =
            entity.number...(request.includesSubentities ? entity.lastNumber : entity.number)
        let isSorted = !request.sortDescriptors.isEmpty
        let enough =
            isSorted || request.limit == 0 ? Int.max : request.offset + request.limit
        var rows: [MemoryRow] = []
        func consider(_ key: Int64, _ record: MemoryRecord) throws -> Bool {
            try checkLimits()
            guard wanted.contains(record.entityNumber) else { return true }
            let row = MemoryRow(
                key, record, entity: view.state.layout.entity(record.entityNumber), in: view)
            if try request.predicate?.evaluate(with: row) ?? true { rows.append(row) }
            return rows.count < enough
        }
        let table = view.state.table(of: entity)
        guard let keys = request.predicate?.candidateKeys else {
            try table.visit(consider)
            return rows
        }
        for key in keys.sorted() {
            guard let record = table[key] else { continue }
            guard try consider(key, record) else { break }
        }
        return rows
    }

    // MARK: - Writing

    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        guard canWrite else {
            throw PersistenceError.misuse("A session for reading has no transactions")
        }
        if let transaction { return try transaction.join(body) }
        let before = state
        let transaction = MemoryTransaction(self)
        self.transaction = transaction
        defer { self.transaction = nil }
        do {
            let result = try body(transaction)
            try transaction.prepareCommit()
            try store.publish(state)
            return result
        } catch {
            state = before
            throw error
        }
    }
}

extension FetchPredicate {
    /// The keys of the only records that the predicate can select; nil if it names none.
    fileprivate var candidateKeys: Set<Int64>? {
        switch self {
        case .and(let parts):
            return parts.lazy.compactMap(\.candidateKeys).first
        case .comparison(let comparison):
            guard comparison.left == .evaluatedObject, comparison.modifier == .direct else {
                return nil
            }
            switch (comparison.op, comparison.right) {
            case (.equal, .constant(.object(let id))): return [id.key]
            case (.in, .aggregate(let members)):
                let keys = members.compactMap { member -> Int64? in
                    if case .constant(.object(let id)) = member { id.key } else { nil }
                }
                return keys.count == members.count ? Set(keys) : nil
            default: return nil
            }
        default: return nil
        }
    }
}

/// One state of a memory store, with what its rows need to make object IDs.
final class MemoryView {
    let state: MemoryState
    let storeEntities: StoreEntities

    init(_ state: MemoryState, storeEntities: StoreEntities) {
        self.state = state
        self.storeEntities = storeEntities
    }

    func row(_ reference: StoreReference) -> MemoryRow {
        let entity = state.layout.entity(reference.entityNumber)
        return MemoryRow(
            reference.key, state.record(of: entity, key: reference.key), entity: entity, in: self)
    }
}

/// A record of a memory store, for contexts and predicates.
final class MemoryRow: StoreRow, PredicateSubject {
    let key: Int64
    private let record: MemoryRecord?
    private let entity: EntityLayout
    private let view: MemoryView

    /// - Parameters:
    ///   - record: the record; nil for the missing destination of a reference.
    ///   - entity: the record's concrete entity.
    init(_ key: Int64, _ record: MemoryRecord?, entity: EntityLayout, in view: MemoryView) {
        self.key = key
        self.record = record
        self.entity = entity
        self.view = view
    }

    var entityNumber: Int { entity.number }
    var version: Int64 { record?.row.version ?? 0 }

    /// A copy, because contexts write into rows when an object awakes.
    func snapshot() -> RowSnapshot {
        record?.row.copy() ?? RowSnapshot(count: entity.valueCount, version: 0)
    }

    var predicateObjectID: ManagedObjectID? {
        view.storeEntities.objectID(entityNumber: entity.number, key: key)
    }

    func predicateValue(forKey key: String) throws -> PredicateValue {
        guard let slot = entity.slot(named: key) else {
            if key == "entity" { return record == nil ? .null : .value(.string(entity.name)) }
            if key == IndexedText.key {
                return entity.indexedText { record?.row[$0] ?? .null }
            }
            throw entity.unknownProperty(key)
        }
        guard let record else { return slot.isToMany ? .collection([]) : .null }
        if slot.isToMany {
            return .collection(
                view.state.destinations(of: slot, key: self.key).map { .subject(view.row($0)) })
        }
        let value = entity.attributeValue(slot.number) { record.row[$0] }
        guard case .object(let id) = value, slot.isToOne else { return .value(value) }
        return .subject(
            view.row(StoreReference(entityNumber: id.storeEntity.layout.number, key: id.key)))
    }

    func predicateKeyCount(at keys: ArraySlice<String>) -> Int { entity.keyCount(at: keys) }
}

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
                let id = store.storeEntities.objectID(entityNumber: row.entityNumber, key: row.key)
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
    fileprivate func newValue(for row: MemoryRow, _ id: ManagedObjectID) throws -> AttributeValue {
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

extension MemorySession {
    func fetchDictionaries(_ request: StoreFetch, _ columns: StoreColumns) throws -> [RowSnapshot] {
        var whole = request
        whole.limit = 0
        whole.offset = 0
        let rows = try columns.dictionaries(of: rows(whole), request.entity, in: state.layout)
        return request.window(rows).map { RowSnapshot($0) }
    }
}
