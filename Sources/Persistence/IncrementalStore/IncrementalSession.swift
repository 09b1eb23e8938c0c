/// A conversation with an incremental store. What was read once stays as it was to the end.
final class IncrementalSession: StoreSession {
    let access: IncrementalStoreAccess
    var deadline: ContinuousClock.Instant?
    var cancellation: ReadCancellation?
    private let canWrite: Bool
    private var transaction: IncrementalTransaction?
    private var nodes: [StoreReference: IncrementalStoreNode?] = [:]

    init(_ access: IncrementalStoreAccess, canWrite: Bool) {
        self.access = access
        self.canWrite = canWrite
    }

    private var layout: ModelLayout { access.layout }

    // MARK: - Reading

    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        for row in try rows(request) { try visit(row) }
    }

    func count(_ request: StoreFetch) throws -> Int {
        var request = request
        request.sortDescriptors = []
        request.includesValues = false
        let result = try access.store.execute(request)
        return result.isComplete ? result.references.count : try rows(request).count
    }

    func fetchDictionaries(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [RowSnapshot] {
        var whole = request
        whole.limit = 0
        whole.offset = 0
        let values = try columns.dictionaries(
            of: rows(whole).map(subject), request.entity, in: layout)
        return request.window(values).map { RowSnapshot($0) }
    }

    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)? {
        guard let node = try node(StoreReference(entityNumber: entity.number, key: key)),
            layout.entity(node.reference.entityNumber).isKind(of: entity)
        else { return nil }
        return IncrementalRow(node, access)
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        try access.store.newValue(
            forRelationship: slot,
            forObjectWith: StoreReference(entityNumber: entity.number, key: key))
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        Dictionary(
            try keys.map { ($0, try destinations(of: slot, from: entity, key: $0)) },
            uniquingKeysWith: { first, _ in first })
    }

    func value(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> AttributeValue {
        try row(of: entity, key: key)?.snapshot()[slot.number] ?? .null
    }

    func isPristine() throws -> Bool {
        try layout.entities.filter { $0.superNumber == 0 }.allSatisfy { root in
            var request = StoreFetch(entity: root)
            request.limit = 1
            return try access.store.execute(request).references.isEmpty
        }
    }

    /// A record, read at most once.
    func node(_ reference: StoreReference) throws -> IncrementalStoreNode? {
        let root = layout.entity(reference.entityNumber).rootNumber
        let place = StoreReference(entityNumber: root, key: reference.key)
        if let known = nodes[place] { return known }
        let node = try access.store.newValues(forObjectWith: reference)
        nodes[place] = .some(node)
        return node
    }

    private func rows(_ request: StoreFetch) throws -> [IncrementalRow] {
        let result = try access.store.execute(request)
        let rows = try result.references.compactMap { reference in
            try checkLimits()
            return try node(reference).map { IncrementalRow($0, access) }
        }
        guard !result.isComplete else { return rows }
        let wanted = try rows.map(subject).enumerated().filter { index, subject in
            let entity = layout.entity(rows[index].entityNumber)
            guard
                request.includesSubentities
                    ? entity.isKind(of: request.entity) : entity.number == request.entity.number
            else { return false }
            return try request.predicate?.evaluate(with: subject) ?? true
        }.map { IndexedSubject(index: $0.offset, subject: $0.element) }
        // Without an order, records come by their keys.
        let byKey = wanted.sorted { rows[$0.index].key < rows[$1.index].key }
        let sorted =
            request.sortDescriptors.isEmpty
            ? byKey : try byKey.sorted(using: request.sortDescriptors)
        return request.window(sorted.map { rows[$0.index] })
    }

    private func subject(_ row: IncrementalRow) -> StoreRecordSubject {
        StoreRecordSubject(
            in: self, homes: access.homes, entityNumber: row.entityNumber, key: row.key,
            row: row.snapshot())
    }

    // MARK: - Writing

    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        guard canWrite else {
            throw PersistenceError.misuse("A session for reading has no transactions")
        }
        if let transaction { return try transaction.join(body) }
        let transaction = IncrementalTransaction(self)
        self.transaction = transaction
        nodes = [:]
        defer {
            self.transaction = nil
            nodes = [:]
        }
        let result = try body(transaction)
        if let request = try transaction.request() { try access.save(request) }
        return result
    }
}

/// A record with its place among others.
private struct IndexedSubject: PredicateSubject {
    let index: Int
    let subject: StoreRecordSubject

    var predicateObjectID: ManagedObjectID? { subject.predicateObjectID }

    func predicateValue(forKey key: String) throws -> PredicateValue {
        try subject.predicateValue(forKey: key)
    }

    func predicateKeyCount(at keys: ArraySlice<String>) -> Int {
        subject.predicateKeyCount(at: keys)
    }
}

/// A record of an incremental store, as contexts see it.
final class IncrementalRow: StoreRow {
    private let node: IncrementalStoreNode
    private let access: IncrementalStoreAccess

    init(_ node: IncrementalStoreNode, _ access: IncrementalStoreAccess) {
        self.node = node
        self.access = access
    }

    var entityNumber: Int { node.reference.entityNumber }
    var key: Int64 { node.reference.key }
    var version: Int64 { node.version }

    func snapshot() -> RowSnapshot {
        let entity = access.layout.entity(entityNumber)
        let row = RowSnapshot(count: entity.valueCount, version: version)
        for (number, value) in node.values.prefix(entity.valueCount).enumerated() {
            row[number] = value
        }
        for number in entity.toOneSlots {
            guard let destination = node.destinations[number]?.first else { continue }
            row[number] = .object(
                access.homes.objectID(
                    entityNumber: destination.entityNumber, key: destination.key))
        }
        return row
    }
}
