/// A place that records are kept in: an SQLite file, or memory.
///
/// The coordinator and contexts know stores by this protocol alone.
public protocol PersistentStore: AnyObject, Sendable {
    /// The store's UUID, in upper case.
    var identifier: String { get }
    /// The path of the store's file, or nil for a store without one.
    var path: String? { get }
    /// Whether the store refuses to be written to.
    var isReadOnly: Bool { get }
    /// Rises with every save through this store, and with those of others in its file if it may be
    /// shared with them.
    var changeCount: Int { get }
    /// By which object IDs of the store's records are made.
    var homes: StoreHomes { get }

    /// Runs a closure with a session that sees one state of the store from the first thing that it
    /// reads to the end.
    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T

    /// Runs a closure with the one session that may write. Others wait meanwhile. A closure that
    /// calls this again on the same thread gets the same session.
    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T

    /// Brings all that was saved to its final place, so that nothing deleted is left in a log.
    /// Returns whether that was possible; readers of an older state may be in the way.
    func checkpoint() throws -> Bool

    /// Lets go of files and memory. Nothing else may be called afterwards.
    func close() throws
}

extension PersistentStore {
    /// Without a log there is nothing to do.
    public func checkpoint() throws -> Bool { true }
}

/// The homes of a store's entities, by which a store makes object IDs.
public struct StoreHomes: Sendable {
    let homes: [EntityHome]

    /// The ID of the record with a number.
    public func objectID(entityNumber: Int, key: Int64) -> ManagedObjectID {
        ManagedObjectID(home: homes[entityNumber - 1], key: key)
    }
}

/// A conversation with a store, confined to one thread at a time.
public protocol StoreSession: AnyObject {
    /// When reading is broken off with `PersistenceError.timeLimitExceeded`; nil for never. A store
    /// whose answers never take long need not observe it.
    var deadline: ContinuousClock.Instant? { get set }

    /// Who says that reading is to be broken off with `CancellationError`; nil for nobody. A store
    /// whose answers never take long need not observe it.
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

    /// Whether no record was ever saved, not even one that is gone.
    func isPristine() throws -> Bool

    /// Runs a closure in one transaction: what it writes is there afterwards as a whole, or, if it
    /// throws, not at all. Only a session that may write has transactions.
    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T

    /// Changes many records in one transaction.
    ///
    /// - Parameter wantsReferences: whether the result is to name the records.
    func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult

    /// The transactions of the store's history that a request selects.
    func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction]

    /// Forgets transactions, and returns how many.
    func deleteHistory(before end: StoreHistoryEnd) throws -> Int

    /// The number of the last transaction; nil if the store keeps no history.
    func lastHistoryNumber() throws -> Int64?
}

extension StoreSession {
    /// Reads the value for its size.
    public func byteCount(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> Int {
        guard case .data(let data) = try value(of: slot, entity: entity, key: key) else { return 0 }
        return data.count
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

/// The writing half of a session, within a transaction.
public protocol StoreTransaction: AnyObject {
    /// Takes note of who writes, for the store's history.
    func setOrigin(_ origin: StoreTransactionOrigin)

    /// Reserves keys for new records of a root entity, and returns the first of them.
    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64

    /// Adds records, all of one entity.
    func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws

    /// Changes records. Returns those that were changed or deleted by someone else since the
    /// version that is expected; none of these is changed.
    func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict]

    /// Deletes records, and their rows in join tables. Returns those that were changed by someone
    /// else since the version that is expected; none of these is deleted.
    func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict]

    /// Changes the destinations of many-to-many relationships.
    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout)
        throws

    /// Adds records, all of one entity, and returns the keys of those that were added or changed.
    ///
    /// - Parameters:
    ///   - given: the numbers of the values that are not defaults.
    ///   - conflict: what happens to a record that would double a unique value.
    func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult

    /// The values that derived attributes got since the transaction began or this was last called.
    func takeDerivedValues() throws -> [StoreDerivedValue]
}

/// A value that the store gave to a derived attribute of a record.
public struct StoreDerivedValue: Sendable, Hashable {
    /// The number of the record's concrete entity.
    public var entityNumber: Int
    /// The record's key.
    public var key: Int64
    /// The attribute's slot.
    public var slot: Int
    /// The new value.
    public var value: AttributeValue
}

extension StoreTransaction {
    /// None: the store has no derived attributes.
    public func takeDerivedValues() throws -> [StoreDerivedValue] { [] }
}

/// A record to be added. The row's version is written as it is.
public struct StoreInsert {
    /// The record’s key.
    public var key: Int64
    /// The values.
    public var row: RowSnapshot
}

/// A record to be changed.
public struct StoreUpdate {
    /// The record’s key.
    public var key: Int64
    /// The version that the record must have in the store; nil where it does not matter.
    public var expectedVersion: Int64?
    /// The record's new values; its version is the new version.
    public var row: RowSnapshot
    /// The numbers of the values to be written, in rising order.
    public var changed: [Int]
}

/// A record to be deleted.
public struct StoreDelete {
    /// The record’s key.
    public var key: Int64
    /// The version that the record must have in the store; nil where it does not matter.
    public var expectedVersion: Int64?
}

/// A record that is not as a save expected it.
public struct StoreConflict {
    /// The record’s key.
    public var key: Int64
    /// The record as it is in the store, or nil if it is not there any more.
    public var persisted: RowSnapshot?
}

/// A change of the destinations of one record in a many-to-many relationship.
public struct StoreJoinChange {
    /// The record’s key.
    public var key: Int64
    /// The destinations that go.
    public var removed: [Int64]
    /// The new destinations. Where this end of the relationship is ordered, places are written by
    /// `order`.
    public var added: [Int64]
    /// For an ordered relationship, all destinations in their order; else nil.
    public var order: [Int64]?
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
}

/// What happens to a new record that would double a unique value.
public enum StoreInsertConflict: Sendable, Hashable {
    /// The transaction fails with `PersistenceError.constraintConflict`.
    case fail
    /// The record that is there stays as it is.
    case keep
    /// The given values go into the record that is there.
    case update
}

/// The records that an insertion wrote, by their keys.
public struct StoreInsertResult: Sendable {
    /// The records that are new.
    public var inserted: [Int64] = []
    /// The records that were there and took values over.
    public var updated: [Int64] = []
}

extension StoreTransaction {
    /// Adds the records. A store that knows no other way fails with a doubled value.
    public func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult {
        try insert(rows, into: entity)
        return StoreInsertResult(inserted: rows.map(\.key))
    }
}
