public import Foundation

/// A place that records are kept in: an SQLite file, a database on a server, or memory.
///
/// The coordinator and contexts know stores by this protocol alone.
public protocol PersistentStore: AnyObject, Sendable {
    /// The store's UUID, in upper case.
    var identifier: String { get }
    /// The path of the store's file, or nil for a store without one.
    var path: String? { get }
    /// Where the store is. Default: in its file, or in memory without one.
    var location: StoreLocation { get }
    /// Whether the store refuses to be written to.
    var isReadOnly: Bool { get }
    /// Rises with every save through this store, and with those of others: when they are heard of, and in a
    /// file that may be shared with them, when this is asked for.
    var changeCount: Int { get }
    /// How much of `changeCount` is of others who were heard of. Default: nothing.
    var otherChangeCount: Int { get }
    /// By which object IDs of the store's records are made.
    var homes: StoreHomes { get }

    /// Runs a closure with a session that sees one state of the store from the first thing that it
    /// reads to the end.
    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T

    /// What the store does in another way than most. Default: nothing.
    var capabilities: StoreCapabilities { get }

    /// Whether a closure of this thread reads the store: it must not close it, which would wait for that
    /// closure, or take away what it reads. Default: false.
    var isReadByThisThread: Bool { get }

    /// Runs a closure with the one session that may write. Others wait meanwhile, unless the store's
    /// capabilities say otherwise. A closure that calls this again on the same thread gets the same
    /// session.
    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T

    /// The number of the last transaction of the history that this program knows of, its own and those of
    /// others that it has heard of. Default: nil, for a store that does not say.
    var latestTransaction: Int64? { get }
    /// The number of the last transaction of the history up to which those who observe other writers were
    /// told of all of them. Default: nil, for a store that does not say.
    var toldTransaction: Int64? { get }
    /// The number of the last transaction of somebody else's that was heard of. Default: nil, for a store that does
    /// not say.
    var heardTransaction: Int64? { get }

    /// Calls a closure, on any thread, whenever somebody else has written to the store: once for many
    /// transactions, or for none. `changeCount` has risen then. A store that does not hear of others never
    /// calls it. Default: nobody is heard of.
    ///
    /// - Returns: the observation, while which the store listens if that takes something.
    func observeOtherWriters(_ body: @escaping @Sendable () -> Void) -> CoordinatorObservation

    /// Claims a piece of work that one program at a time does, until the claim is released or its holder
    /// ends.
    ///
    /// - Parameter name: what is claimed.
    /// - Returns: nil if another program has it. Default: a claim that holds nothing, for a store that one
    ///   program alone has open.
    /// - Throws: errors of the store.
    func claim(_ name: String) throws -> StoreClaim?

    /// Brings all that was saved to its final place, so that nothing deleted is left in a log.
    /// Returns whether that was possible; readers of an older state may be in the way.
    func checkpoint() throws -> Bool

    /// Leaves nothing of deleted texts in the full-text indexes, which keep their letters until much else has changed.
    /// It writes the indexes again as a whole. Default: nothing, for a store without such indexes.
    func eraseDeletedTexts() throws

    /// Gathers statistics of the values, by which fetches are planned. Default: nothing.
    func analyze() throws

    /// Gives the space that deleted records have left back. Default: a store that is in no file refuses.
    func vacuum() throws

    /// Copies the newest saved state to a path, while others read and write. Default: a store that is in
    /// no file refuses.
    ///
    /// - Parameter progress: hears of the part that is done, from 0 to 1.
    func backUp(to path: String, progress: ((Double) -> Void)?) throws

    /// Does one task of those that a migration has left for later. Returns whether there was one.
    /// Default: there is none.
    func finishDeferredMigrationTask() throws -> Bool

    /// Lets go of files and memory. Nothing else may be called afterwards.
    func close() throws
}

extension PersistentStore {
    /// Without a log there is nothing to do.
    public func checkpoint() throws -> Bool { true }

    /// There is no index.
    public func eraseDeletedTexts() throws {}

    /// Nobody is heard of.
    public var otherChangeCount: Int { 0 }

    /// In its file, or in memory.
    public var location: StoreLocation { path.map(StoreLocation.file) ?? .memory }

    /// What is written is in the transaction at once, and one alone writes.
    public var capabilities: StoreCapabilities { [] }

    /// It does not say.
    public var latestTransaction: Int64? { nil }

    /// It does not say.
    public var toldTransaction: Int64? { nil }

    /// It does not say.
    public var heardTransaction: Int64? { nil }

    /// Nobody is heard of.
    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        CoordinatorObservation {}
    }

    /// Nobody else could have it.
    public func claim(_ name: String) throws -> StoreClaim? { StoreClaim {} }

    /// It may be closed at any time.
    public var isReadByThisThread: Bool { false }

    /// Nothing is left for later.
    public func finishDeferredMigrationTask() throws -> Bool { false }

    /// There are no statistics.
    public func analyze() throws {}

    /// Refuses: there is no file.
    public func vacuum() throws { throw PersistenceError.misuse("The store is in no file") }

    /// Refuses: there is no file.
    public func backUp(to path: String, progress: ((Double) -> Void)?) throws {
        throw PersistenceError.misuse("The store is in no file")
    }
}

/// The homes of a store's entities, by which a store makes object IDs.
public struct StoreHomes: Sendable {
    package let homes: [EntityHome]

    /// The homes of a store's entities.
    ///
    /// - Parameters:
    ///   - storeIdentifier: the store's UUID, in upper case.
    ///   - storeIndex: the place of the store among those of its coordinator, from 0 on.
    public init(layout: ModelLayout, storeIdentifier: String, storeIndex: Int) {
        self.init(
            homes: layout.entities.map { entity in
                EntityHome(
                    storeIdentifier: storeIdentifier, storeIndex: storeIndex, layout: entity,
                    rootIndex: storeIndex * layout.entities.count + entity.rootNumber - 1)
            })
    }

    init(homes: [EntityHome]) { self.homes = homes }

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

    /// What is wrong in the store, a sentence each. Default: nothing is looked for.
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

    /// Gives the transactions of an author another one. Returns how many there were. Where nobody is
    /// replaced, nothing is written.
    ///
    /// - Parameter replacement: says who takes the place of an author; nil for who stays.
    func replaceHistoryAuthors(_ replacement: (String) throws -> String?) throws -> Int

    /// The number of the last transaction; nil if the store keeps no history.
    func lastHistoryNumber() throws -> Int64?
}

extension StoreSession {
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
