/// A conversation with a store in memory.
final class MemorySession: StoreSession {
    /// What the session sees; a session that writes works on it.
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

    /// The records that a request selects, in its order.
    func rows(_ request: StoreFetch) throws -> [MemoryRow] {
        let rows = try selected(request)
        guard !request.sortDescriptors.isEmpty else { return request.window(rows) }
        return request.window(try rows.sorted(using: request.sortDescriptors))
    }

    private var view: MemoryView { MemoryView(state, homes: store.homes) }

    /// The records that a request selects, in the order of their keys.
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
    /// The keys of the only records for which the predicate can hold; nil where it does not name
    /// them.
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
