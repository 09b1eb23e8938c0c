public import Foundation

/// A session with a store, used by one thread at a time.
public protocol StoreSession: AnyObject {
    /// The time after which a read ends with `PersistenceError.timeLimitExceeded`; nil for never. A
    /// store that always responds quickly may ignore it.
    var deadline: ContinuousClock.Instant? { get set }

    /// Ends a read with `CancellationError`; nil for never. A store that always responds quickly
    /// may ignore it.
    var cancellation: ReadCancellation? { get set }

    /// Calls the closure with each selected record, in order.
    ///
    /// The row is valid only during the call.
    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws

    /// The number of selected records, within limit and offset.
    func count(_ request: StoreFetch) throws -> Int

    /// Rows of expressions instead of records.
    func fetchDictionaries(_ request: StoreFetch, _ columns: StoreColumns) throws -> [RowSnapshot]

    /// The record with a key; nil if there is none. It is valid until the session's next call.
    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)?

    /// The destinations of a to-many relationship, ordered if it is.
    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws
        -> [StoreReference]

    /// The destinations of a to-many relationship of many records at once.
    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws
        -> [Int64: [StoreReference]]

    /// The value of a deferred slot; null if the record is gone.
    func value(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> AttributeValue

    /// The size of a deferred value; 0 if the record is gone.
    func byteCount(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> Int

    /// Calls a closure with consecutive pieces of a deferred value; not at all for null or if the
    /// record is gone. Default: the whole value is read first.
    ///
    /// - Parameter size: the size of the pieces; the last one may be smaller.
    func readPieces(
        of slot: PropertySlot, entity: EntityLayout, key: Int64, size: Int,
        _ body: (Data) throws -> Void
    ) throws

    /// The number of the concrete entity of a record of a root entity or its subentities; nil if
    /// there is no such record.
    func entityNumber(of key: Int64, in root: EntityLayout) throws -> Int?

    /// The query plan of a fetch; nil if the store has none.
    func plan(for request: StoreFetch) throws -> FetchPlan?

    /// Whether no record was ever saved, not even a deleted one.
    func isPristine() throws -> Bool

    /// The greatest keys ever used, by the numbers of root entities, as far as the store knows.
    /// Default: none.
    func lastKeys() throws -> [Int: Int64]

    /// The faults of the store, a sentence each. Default: none.
    func faults() throws -> [String]

    /// Runs a closure in a transaction, which an error rolls back. Only write sessions have
    /// transactions.
    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T

    /// Runs a closure in a transaction whose statements change a record each. Default: a
    /// transaction like any other.
    func saveTransaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T

    /// Changes many records in one transaction.
    ///
    /// - Parameter wantsReferences: whether the result lists the records.
    func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult

    /// Starts a history, if the store can. Returns whether it has one. Default: false.
    func beginHistory() throws -> Bool

    /// The history transactions that a request selects.
    func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction]

    /// Deletes transactions, and returns their number. Without any, nothing is written.
    func deleteHistory(before end: StoreHistoryEnd) throws -> Int

    /// Deletes the changes of some records, and returns their number. The transactions stay.
    /// Without any, nothing is written.
    func deleteHistory(of records: [ManagedObjectID]) throws -> Int

    /// Renames the authors of transactions. Returns their number. If no author changes, nothing is
    /// written.
    ///
    /// - Parameter replacement: returns the new author; nil to keep one.
    func replaceHistoryAuthors(_ replacement: (String) throws -> String?) throws -> Int

    /// The number of the last transaction; nil without a history.
    func lastHistoryNumber() throws -> Int64?
}

extension StoreSession {
    /// Nil, and ignored.
    public var deadline: ContinuousClock.Instant? {
        get { nil }
        set {}
    }

    /// Nil, and ignored.
    public var cancellation: ReadCancellation? {
        get { nil }
        set {}
    }

    /// A transaction like any other.
    public func saveTransaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        try transaction(body)
    }

    /// Throws: the store has no batches.
    public func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult {
        throw PersistenceError.misuse("The store does not support batch requests")
    }

    /// Reads the value for its size.
    public func byteCount(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> Int {
        guard case .data(let data) = try value(of: slot, entity: entity, key: key) else { return 0 }
        return data.count
    }

    /// Reads the whole value.
    public func readPieces(
        of slot: PropertySlot, entity: EntityLayout, key: Int64, size: Int,
        _ body: (Data) throws -> Void
    ) throws {
        guard case .data(let data) = try value(of: slot, entity: entity, key: key) else { return }
        try data.forEachPiece(of: size, body)
    }

    /// Reads the record for its entity.
    public func entityNumber(of key: Int64, in root: EntityLayout) throws -> Int? {
        try row(of: root, key: key)?.entityNumber
    }

    /// None.
    public func plan(for request: StoreFetch) throws -> FetchPlan? { nil }

    /// None are known.
    public func lastKeys() throws -> [Int: Int64] { [:] }

    /// None are looked for.
    public func faults() throws -> [String] { [] }
}

extension StoreSession {
    /// A fetch of the same records by key, after evaluating in memory a predicate that SQL cannot
    /// express.
    ///
    /// - Parameter storeEntities: the entities of the store.
    package func naming(_ request: StoreFetch, _ storeEntities: StoreEntities) throws -> StoreFetch
    {
        var ids: [ManagedObjectID] = []
        try fetch(request.allInAnyOrder) { row in
            ids.append(storeEntities.objectID(entityNumber: row.entityNumber, key: row.key))
        }
        var named = request
        named.predicate = .isOne(of: ids)
        return named
    }
}

/// A reference to a record.
public struct StoreReference: Sendable, Hashable {
    /// The number of the record's concrete entity.
    public var entityNumber: Int
    /// The record's key.
    public var key: Int64

    /// Makes a reference to a record of a concrete entity.
    public init(entityNumber: Int, key: Int64) {
        self.entityNumber = entityNumber
        self.key = key
    }
}

/// The current record of a session.
public protocol StoreRow: AnyObject {
    /// The number of the record's concrete entity.
    var entityNumber: Int { get }
    /// The record's key.
    var key: Int64 { get }
    /// The record's version (`Z_OPT`).
    var version: Int64 { get }
    /// The record's values.
    func snapshot() throws -> RowSnapshot
}
