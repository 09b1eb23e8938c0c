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
    var storeEntities: StoreEntities { get }

    /// Runs a closure with a session that sees one state of the store from the first thing that it
    /// reads to the end.
    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T

    /// The ways in which the store differs from most. Default: none.
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
    var notifiedTransaction: Int64? { get }
    /// The number of the last transaction of another writer's that was heard of. Default: nil, for a store that does
    /// not say.
    var receivedTransaction: Int64? { get }

    /// Calls a closure, on any thread, whenever others have written to the store: once for many
    /// transactions, or for none. `changeCount` has risen then. A store that does not hear of others never
    /// calls it. Default: no one is heard of.
    ///
    /// - Returns: the observation, while which the store listens if that takes something.
    func observeOtherWriters(_ body: @escaping @Sendable () -> Void) -> CoordinatorObservation

    /// Claims a piece of work that one program at a time does, until the lease is released or its holder
    /// ends.
    ///
    /// - Parameter name: what is claimed.
    /// - Returns: nil if another program has it. Default: a lease that holds nothing, for a store that one
    ///   program alone has open.
    /// - Throws: errors of the store.
    func claim(_ name: String) throws -> StoreLease?

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

    /// No one is heard of.
    public var otherChangeCount: Int { 0 }

    /// In its file, or in memory.
    public var location: StoreLocation { path.map(StoreLocation.file) ?? .memory }

    /// None: written values are in the transaction at once, and there is one writer.
    public var capabilities: StoreCapabilities { [] }

    /// It does not say.
    public var latestTransaction: Int64? { nil }

    /// It does not say.
    public var notifiedTransaction: Int64? { nil }

    /// It does not say.
    public var receivedTransaction: Int64? { nil }

    /// No one is heard of.
    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        CoordinatorObservation {}
    }

    /// No one else could have it.
    public func claim(_ name: String) throws -> StoreLease? { StoreLease {} }

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

/// A store's entities, by which it makes object IDs.
public struct StoreEntities: Sendable {
    /// By their numbers − 1.
    package let all: [StoreEntity]

    /// The entities of a store.
    ///
    /// - Parameters:
    ///   - storeIdentifier: the store's UUID, in upper case.
    ///   - storeIndex: the place of the store among those of its coordinator, from 0 on.
    public init(layout: ModelLayout, storeIdentifier: String, storeIndex: Int) {
        self.init(
            layout.entities.map { entity in
                StoreEntity(
                    storeIdentifier: storeIdentifier, storeIndex: storeIndex, layout: entity,
                    rootIndex: storeIndex * layout.entities.count + entity.rootNumber - 1)
            })
    }

    init(_ all: [StoreEntity]) { self.all = all }

    /// The store's UUID; empty for a model without entities.
    package var storeIdentifier: String { all.first?.storeIdentifier ?? "" }

    /// The ID of the record with a number.
    public func objectID(entityNumber: Int, key: Int64) -> ManagedObjectID {
        ManagedObjectID(storeEntity: all[entityNumber - 1], key: key)
    }
}

/// The ways in which a store differs from most.
public struct StoreCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A transaction writes everything when it ends, or is decided about then, and may fail: a save that
    /// concerns several stores ends such transactions first, those of stores that ``writesConcurrently`` before
    /// all others.
    public static let writesAtEnd = StoreCapabilities(rawValue: 1 << 0)
    /// Several write at the same time, and a transaction may fail with
    /// `PersistenceError.collision(isUndone:)`. What is undone runs again: the closure of `write`, or
    /// the save of a context outside of one.
    public static let writesConcurrently = StoreCapabilities(rawValue: 1 << 1)
}

extension PersistentStoreCoordinator {
    /// Whether several write one of the stores at the same time.
    package var isWrittenAtOnce: Bool {
        stores.contains { $0.capabilities.contains(.writesConcurrently) }
    }
}

/// Which reads may be answered by a replica of a store's server, which may be behind.
///
/// ```swift
/// try await ReplicaReading.$minimumTransaction.withValue(0) {
///     try await container.read { … }
/// }
/// ```
///
/// With any number, a store reads a replica (``StoreDescription/replica``) only once the replica has
/// all that this program knows of, so that no value in memory beside the store is made from older
/// records.
public enum ReplicaReading {
    /// The number of a transaction of the history that a replica must have at least, for example the one by
    /// which someone has saved through another server. Nil, the default, for reads of the store itself.
    @TaskLocal public static var minimumTransaction: Int64?
}

/// The state of a replica that is to be read.
public enum ReplicaState: Sendable, Hashable {
    /// It answers.
    case present
    /// It does not answer, or cannot be read, and why. What was to be read from it is read from the store itself,
    /// and it is asked again.
    case absent(reason: String)
}

/// An error of a store that may be out of reach: a server that is away, or takes no one else.
public protocol StoreAvailability: Error {
    /// Whether the same may succeed in a while, when the store can be reached again.
    var isStoreUnavailable: Bool { get }

    /// Whether no one knows if what was to be saved is saved: the store went away in the middle of it, and
    /// cannot be asked; or after some of it was saved. Default: no.
    var isOutcomeUnknown: Bool { get }
}

extension StoreAvailability {
    /// False: a failed save has saved nothing.
    public var isOutcomeUnknown: Bool { false }
}

/// The placeholder of a store that was removed from its coordinator: it has no records, and takes
/// none.
final class RemovedStore: PersistentStore {
    /// None: another store may have the one that this one had.
    let identifier = ""
    let path: String?
    let location: StoreLocation
    let isReadOnly = true
    let changeCount: Int
    /// Those of the store that was removed.
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
