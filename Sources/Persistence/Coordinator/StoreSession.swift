public import Foundation

/// A conversation with a store, confined to one thread at a time.
public protocol StoreSession: AnyObject {
    /// When reading is broken off with `PersistenceError.timeLimitExceeded`; nil for never. A store
    /// whose answers never take long need not observe it.
    var deadline: ContinuousClock.Instant? { get set }

    /// Tells when reading is to be broken off with `CancellationError`; nil for never. A store whose
    /// answers never take long need not observe it.
    var cancellation: ReadCancellation? { get set }

    /// Calls the closure with each record that a request selects, in order.
    ///
    /// The row is valid during the call only.
    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws

    /// The number of records that a request selects, its limit and offset observed.
    func count(_ request: StoreFetch) throws -> Int

    /// Rows of expressions instead of records.
    func fetchDictionaries(_ request: StoreFetch, _ columns: StoreColumns) throws -> [RowSnapshot]

    /// The record with a key, or nil if there is none. It is valid until the session is asked for
    /// another one.
    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)?

    /// The destinations of a to-many relationship, in its order where it has one.
    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws
        -> [StoreReference]

    /// The destinations of a to-many relationship of many records at once.
    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws
        -> [Int64: [StoreReference]]

    /// The value of a slot that was deferred, or null if the record is gone.
    func value(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> AttributeValue

    /// The size of a value that was deferred without it, or 0 if the record is gone.
    func byteCount(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> Int

    /// Calls a closure with the bytes of a slot that was deferred, piece by piece and in order; not at all
    /// without a value, or if the record is gone. Default: the value is read as a whole before.
    ///
    /// - Parameter size: the size of the pieces; the last one may be smaller.
    func readPieces(
        of slot: PropertySlot, entity: EntityLayout, key: Int64, size: Int,
        _ body: (Data) throws -> Void
    ) throws

    /// The number of the concrete entity of the record with a key, of a root entity or one below it; nil
    /// if there is no such record.
    func entityNumber(of key: Int64, in root: EntityLayout) throws -> Int?

    /// How the store would run a fetch; nil if it has no plans.
    func plan(for request: StoreFetch) throws -> FetchPlan?

    /// Whether no record was ever saved, not even one that is gone.
    func isPristine() throws -> Bool

    /// The greatest keys that were ever given, by the numbers of root entities, as far as the store
    /// knows. Default: none.
    func lastKeys() throws -> [Int: Int64]

    /// The faults of the store, a sentence each. Default: nothing is looked for.
    func faults() throws -> [String]

    /// Runs a closure in one transaction: what it writes is there afterwards as a whole, or, if it
    /// throws, not at all. Only a session that may write has transactions.
    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T

    /// Changes many records in one transaction.
    ///
    /// - Parameter wantsReferences: whether the result is to name the records.
    func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult

    /// Keeps a history from now on, if the store can. Returns whether it keeps one. Default: it cannot.
    func beginHistory() throws -> Bool

    /// The transactions of the store's history that a request selects.
    func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction]

    /// Forgets transactions, and returns how many. Without such transactions nothing is written.
    func deleteHistory(before end: StoreHistoryEnd) throws -> Int

    /// Forgets the changes of some records, and returns how many. The transactions stay. Without such
    /// changes nothing is written.
    func deleteHistory(of records: [ManagedObjectID]) throws -> Int

    /// Gives the transactions of an author another one. Returns how many there were. Where no one is
    /// replaced, nothing is written.
    ///
    /// - Parameter replacement: says who takes the place of an author; nil for who stays.
    func replaceHistoryAuthors(_ replacement: (String) throws -> String?) throws -> Int

    /// The number of the last transaction; nil if the store keeps no history.
    func lastHistoryNumber() throws -> Int64?
}

extension StoreSession {
    /// No deadline.
    public var deadline: ContinuousClock.Instant? {
        get { nil }
        set {}
    }

    /// No cancellation.
    public var cancellation: ReadCancellation? {
        get { nil }
        set {}
    }

    /// Refuses: the store has no way to change many records at once.
    public func execute(
        _ batch: StoreBatch, wantsReferences: Bool
    ) throws -> StoreBatchResult {
        throw PersistenceError.misuse("The store knows no batch requests")
    }

    /// Reads the value for its size.
    public func byteCount(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> Int {
        guard case .data(let data) = try value(of: slot, entity: entity, key: key) else { return 0 }
        return data.count
    }

    /// Reads the value as a whole.
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
    /// The same records, by name: their predicate is evaluated in memory, as SQL cannot say it.
    ///
    /// - Parameter storeEntities: the entities of the store.
    package func naming(_ request: StoreFetch, _ storeEntities: StoreEntities) throws -> StoreFetch
    {
        var records = request
        records.sortDescriptors = []
        records.limit = 0
        records.offset = 0
        records.reporter = nil
        var ids: [ManagedObjectID] = []
        try fetch(records) { row in
            ids.append(storeEntities.objectID(entityNumber: row.entityNumber, key: row.key))
        }
        var named = request
        named.predicate = .isOne(of: ids)
        return named
    }
}

/// A record that another one refers to.
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

/// A record that a session is at.
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
