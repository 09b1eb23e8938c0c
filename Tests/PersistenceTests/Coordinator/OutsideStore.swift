import Foundation
import Persistence
import Synchronization

/// A store that uses only the public interface: its records are in another store, by default in
/// memory, under different IDs.
final class OutsideStore: PersistentStore {
    /// The error at the end of a transaction.
    struct Failure: Error {}

    let identifier: String
    let path: String? = nil
    let location: StoreLocation
    let isReadOnly = false
    let storeEntities: StoreEntities
    let capabilities: StoreCapabilities
    /// The errors of the next transactions, in order.
    private let failures: Mutex<[any Error]>
    private let layout: ModelLayout
    private let records: any PersistentStore

    init(
        layout: ModelLayout, storeIndex: Int = 0, identifier: String = UUID().uuidString,
        location: StoreLocation = .memory, capabilities: StoreCapabilities = [],
        failures: [any Error] = [], records: (any PersistentStore)? = nil
    ) {
        self.layout = layout
        self.identifier = identifier
        self.location = location
        self.capabilities = capabilities
        self.failures = Mutex(failures)
        self.records = records ?? MemoryStore(layout: layout, storeIndex: storeIndex)
        storeEntities = StoreEntities(
            layout: layout, storeIdentifier: identifier, storeIndex: storeIndex)
    }

    var changeCount: Int { records.changeCount }

    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try records.withReadSession { try body(Session(self, $0)) }
    }

    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try records.withWriteSession { try body(Session(self, $0)) }
    }

    func close() throws { try records.close() }

    /// Makes the next transactions fail at their ends, one after the other.
    func fail(with errors: [any Error]) {
        failures.withLock { $0 = errors }
    }

    fileprivate func throwNextFailure() throws {
        let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let failure { throw failure }
    }

    /// A row with the IDs of another store.
    private func row(_ row: RowSnapshot, in storeEntities: StoreEntities) -> RowSnapshot {
        let values = (0..<row.count).map { slot -> AttributeValue in
            guard case .object(let id) = row[slot], let key = id.recordNumber,
                let entity = layout.entity(named: id.entityName)
            else { return row[slot] }
            return .object(storeEntities.objectID(entityNumber: entity.number, key: key))
        }
        return RowSnapshot(values, version: row.version)
    }

    // MARK: - Reading

    private final class Row: StoreRow {
        private let store: OutsideStore
        private let row: any StoreRow

        init(_ store: OutsideStore, _ row: any StoreRow) {
            self.store = store
            self.row = row
        }

        var entityNumber: Int { row.entityNumber }
        var key: Int64 { row.key }
        var version: Int64 { row.version }

        func snapshot() throws -> RowSnapshot {
            store.row(try row.snapshot(), in: store.storeEntities)
        }
    }

    private final class Session: StoreSession {
        private let store: OutsideStore
        private let session: any StoreSession

        init(_ store: OutsideStore, _ session: any StoreSession) {
            self.store = store
            self.session = session
        }

        func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
            try session.fetch(request) { try visit(Row(store, $0)) }
        }

        func count(_ request: StoreFetch) throws -> Int { try session.count(request) }

        func fetchDictionaries(
            _ request: StoreFetch, _ columns: StoreColumns
        ) throws -> [RowSnapshot] {
            try session.fetchDictionaries(request, columns).map {
                store.row($0, in: store.storeEntities)
            }
        }

        func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)? {
            try session.row(of: entity, key: key).map { Row(store, $0) }
        }

        func destinations(
            of slot: PropertySlot, from entity: EntityLayout, key: Int64
        ) throws -> [StoreReference] {
            try session.destinations(of: slot, from: entity, key: key)
        }

        func destinations(
            of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
        ) throws -> [Int64: [StoreReference]] {
            try session.destinations(of: slot, from: entity, keys: keys)
        }

        func value(
            of slot: PropertySlot, entity: EntityLayout, key: Int64
        ) throws -> AttributeValue {
            try session.value(of: slot, entity: entity, key: key)
        }

        func isPristine() throws -> Bool { try session.isPristine() }

        func lastKeys() throws -> [Int: Int64] { try session.lastKeys() }

        func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
            try session.transaction { transaction in
                let result = try body(Transaction(store, transaction))
                try store.throwNextFailure()
                return result
            }
        }
    }

    // MARK: - Writing

    private final class Transaction: StoreTransaction {
        private let store: OutsideStore
        private let transaction: any StoreTransaction

        init(_ store: OutsideStore, _ transaction: any StoreTransaction) {
            self.store = store
            self.transaction = transaction
        }

        func setOrigin(_ origin: StoreTransactionOrigin) { transaction.setOrigin(origin) }

        func allocateKeys(rootNumber: Int, count: Int) throws -> Int64 {
            try transaction.allocateKeys(rootNumber: rootNumber, count: count)
        }

        func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws {
            let rows = rows.map { row in
                var row = row
                row.row = store.row(row.row, in: store.records.storeEntities)
                return row
            }
            try transaction.insert(rows, into: entity)
        }

        func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict] {
            let rows = rows.map { row in
                var row = row
                row.row = store.row(row.row, in: store.records.storeEntities)
                return row
            }
            return try transaction.update(rows, of: entity).map(own)
        }

        func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict] {
            try transaction.delete(rows, of: entity).map(own)
        }

        private func own(_ conflict: StoreConflict) -> StoreConflict {
            StoreConflict(
                key: conflict.key,
                persisted: conflict.persisted.map { store.row($0, in: store.storeEntities) })
        }

        func updateJoins(
            _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
        ) throws {
            try transaction.updateJoins(changes, of: slot, in: entity)
        }
    }
}
