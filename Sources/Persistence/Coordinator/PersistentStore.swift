/// A store of records: an SQLite file, a database on a server, or memory.
///
/// Coordinators and contexts use stores only through this protocol.
public protocol PersistentStore: AnyObject, Sendable {
    /// The store's UUID, in upper case.
    var identifier: String { get }
    /// The path of the store's file; nil without one.
    var path: String? { get }
    /// The store's location. Default: its file, or memory without one.
    var location: StoreLocation { get }
    /// Whether the store is read-only.
    var isReadOnly: Bool { get }
    /// Increases with every save through this store, and with those of others as they become known;
    /// for a file that may be shared, they are looked for when this is read.
    var changeCount: Int { get }
    /// The part of `changeCount` that is of others. Default: 0.
    var otherChangeCount: Int { get }
    /// The store's entities, which make object IDs.
    var storeEntities: StoreEntities { get }

    /// Runs a closure with a session that sees one state of the store from its first read to its
    /// end.
    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T

    /// Special features of the store. Default: none.
    var capabilities: StoreCapabilities { get }

    /// Whether a closure of this thread is reading the store, so that closing it would wait
    /// forever. Default: false.
    var isReadByThisThread: Bool { get }

    /// Runs a closure with the only write session. Others wait, unless the store's capabilities
    /// allow concurrent writers. A nested call on the same thread gets the same session.
    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T

    /// The number of the last known transaction in the history, of this program or of others.
    /// Default: nil, for unknown.
    var latestTransaction: Int64? { get }
    /// The number of the last transaction up to which all observers of other writers were notified.
    /// Default: nil, for unknown.
    var notifiedTransaction: Int64? { get }
    /// The number of the last transaction of another writer that was received. Default: nil, for
    /// unknown.
    var receivedTransaction: Int64? { get }

    /// Calls a closure, on any thread, after others have written to the store; one call may be for
    /// many transactions, or for none. `changeCount` has increased by then. Default: never called.
    ///
    /// - Returns: the observation; the store listens as long as there is one.
    func observeOtherWriters(_ body: @escaping @Sendable () -> Void) -> CoordinatorObservation

    /// Claims work that only one program at a time does, until the lease is released or its holder
    /// ends.
    ///
    /// - Parameter name: the name of the work.
    /// - Returns: nil if another program has it. Default: a lease without a lock, for a store with
    ///   a single program.
    /// - Throws: errors of the store.
    func claim(_ name: String) throws -> StoreLease?

    /// Writes the log back to the store's file, so that no deleted data is left in the log. Returns
    /// whether that was possible; readers of an older state may prevent it.
    func checkpoint() throws -> Bool

    /// Erases deleted texts from the full-text indexes, which otherwise keep their letters for
    /// long, by rebuilding them. Default: does nothing.
    func eraseDeletedTexts() throws

    /// Gathers statistics for query planning. Default: does nothing.
    func analyze() throws

    /// Frees the space of deleted records. Default: throws.
    func vacuum() throws

    /// Copies the current state to a path while others read and write. Default: throws.
    ///
    /// - Parameter progress: receives the completed fraction, from 0 to 1.
    func backUp(to path: String, progress: ((Double) -> Void)?) throws

    /// Does one deferred task of a migration. Returns whether there was one. Default: false.
    func finishDeferredMigrationTask() throws -> Bool

    /// Closes files and frees memory. No other call may follow.
    func close() throws
}

extension PersistentStore {
    /// True, because there is no log.
    public func checkpoint() throws -> Bool { true }

    /// Does nothing.
    public func eraseDeletedTexts() throws {}

    /// 0, because others are unknown.
    public var otherChangeCount: Int { 0 }

    /// The file, or memory without one.
    public var location: StoreLocation { path.map(StoreLocation.file) ?? .memory }

    /// None: one writer, whose values are written at once.
    public var capabilities: StoreCapabilities { [] }

    /// Nil, for unknown.
    public var latestTransaction: Int64? { nil }

    /// Nil, for unknown.
    public var notifiedTransaction: Int64? { nil }

    /// Nil, for unknown.
    public var receivedTransaction: Int64? { nil }

    /// Never calls the closure.
    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        CoordinatorObservation {}
    }

    /// A lease without a lock.
    public func claim(_ name: String) throws -> StoreLease? { StoreLease {} }

    /// False.
    public var isReadByThisThread: Bool { false }

    /// False, because there are none.
    public func finishDeferredMigrationTask() throws -> Bool { false }

    /// Does nothing.
    public func analyze() throws {}

    /// Throws, because there is no file.
    public func vacuum() throws { throw PersistenceError.misuse("The store is in no file") }

    /// Throws, because there is no file.
    public func backUp(to path: String, progress: ((Double) -> Void)?) throws {
        throw PersistenceError.misuse("The store is in no file")
    }
}

/// A store's entities, which make object IDs.
public struct StoreEntities: Sendable {
    /// By number − 1.
    package let all: [StoreEntity]

    /// Makes the entities of a store.
    ///
    /// - Parameters:
    ///   - storeIdentifier: the store's UUID, in upper case.
    ///   - storeIndex: the index of the store in its coordinator.
    public init(layout: ModelLayout, storeIdentifier: String, storeIndex: Int) {
        all = layout.entities.map { entity in
            StoreEntity(
                storeIdentifier: storeIdentifier, storeIndex: storeIndex, layout: entity,
                rootIndex: storeIndex * layout.entities.count + entity.rootNumber - 1)
        }
    }

    /// The store's UUID; empty for a model without entities.
    package var storeIdentifier: String { all.first?.storeIdentifier ?? "" }

    /// The ID of a record.
    public func objectID(entityNumber: Int, key: Int64) -> ManagedObjectID {
        ManagedObjectID(storeEntity: all[entityNumber - 1], key: key)
    }
}

/// Special features of a store.
public struct StoreCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A transaction is written or checked at its end, where it may fail. A save to several stores
    /// ends such transactions first, beginning with stores that have ``writesConcurrently``.
    public static let writesAtEnd = StoreCapabilities(rawValue: 1 << 0)
    /// There are concurrent writers, and a transaction may fail with
    /// `PersistenceError.collision(isUndone:)`. What is undone runs again: the closure of `write`,
    /// or a context's save outside of one.
    public static let writesConcurrently = StoreCapabilities(rawValue: 1 << 1)
}

extension PersistentStoreCoordinator {
    /// Whether one of the stores has concurrent writers.
    package var isWrittenAtOnce: Bool {
        stores.contains { $0.capabilities.contains(.writesConcurrently) }
    }
}

/// The reads that a server's replica, which may lag behind, is allowed to answer.
///
/// ```swift
/// try await ReplicaReading.$minimumTransaction.withValue(0) {
///     try await container.read { … }
/// }
/// ```
///
/// With any number, a store reads a replica (``StoreDescription/replica``) only once it has all
/// transactions that this program knows, so that caches are never filled from older records.
public enum ReplicaReading {
    /// The number of a history transaction that a replica must have, such as that of a save through
    /// another server. Nil, the default, reads the store itself.
    @TaskLocal public static var minimumTransaction: Int64?
}

/// The state of a replica.
public enum ReplicaState: Sendable, Hashable {
    /// The replica responds.
    case present
    /// The replica does not respond or cannot be read. Reads use the store itself until it responds
    /// again.
    case absent(reason: String)
}

/// An error of a store that may be unreachable, such as a server that is down or has no free
/// connections.
public protocol StoreAvailability: Error {
    /// Whether a retry may succeed once the store is reachable.
    var isStoreUnavailable: Bool { get }

    /// Whether it is unknown if data was saved, because the store became unreachable during the
    /// save. Default: false.
    var isOutcomeUnknown: Bool { get }
}

extension StoreAvailability {
    /// False: a failed save has saved nothing.
    public var isOutcomeUnknown: Bool { false }
}

/// The empty placeholder of a store that was removed from its coordinator.
final class RemovedStore: PersistentStore {
    /// Empty, because another store may have the former identifier.
    let identifier = ""
    let path: String?
    let location: StoreLocation
    let isReadOnly = true
    let changeCount: Int
    let formerEntities: StoreEntities
    private let contents: MemoryContents

    init(_ store: any PersistentStore, at index: Int, layout: ModelLayout) {
        path = store.path
        location = store.location
        changeCount = store.changeCount
        formerEntities = store.storeEntities
        contents = MemoryContents(
            MemoryState(layout: layout),
            storeEntities: StoreEntities(layout: layout, storeIdentifier: "", storeIndex: index))
    }

    var storeEntities: StoreEntities { contents.storeEntities }

    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try contents.withReadSession(body)
    }

    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        throw PersistenceError.misuse("The store \(location) was removed")
    }

    func close() throws {}
}
