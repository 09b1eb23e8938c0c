import Foundation
public import ObjectModel
import Synchronization

/// The layer between contexts and stores, with the model, the stores, and the observers of saves.
///
/// ```swift
/// let coordinator = container.coordinator
/// let id = coordinator.managedObjectID(forURIRepresentation: address)
/// let archive = try coordinator.addPersistentStore(with: .xml(path: path))
/// ```
/// A container has one. It is thread-safe.
public final class PersistentStoreCoordinator: Sendable {
    /// The model's layout.
    public let layout: ModelLayout
    let transformers: TransformerRegistry
    let table: Mutex<StoreTable>
    /// The generation of the table, which readers compare without a lock.
    let generation = Atomic<Int>(0)
    // Recursive, because observers of a change may change the stores too.
    private let storesLock = NSRecursiveLock()
    let observers = CoordinatorObservers<SaveNotification>()
    let remoteObservers = CoordinatorObservers<RemoteChangeNotification>()
    /// The last transaction of each store that observers of remote changes need not be notified of.
    let notifiedNumbers = Mutex<[String: Int64]>([:])
    let storesObservers = CoordinatorObservers<StoresNotification>()
    let writerObservers = CoordinatorObservers<Void>()
    /// The observation of each store, if there are observers.
    let storeObservations = Mutex<[ObjectIdentifier: CoordinatorObservation]>([:])

    /// Makes a coordinator for open stores, each opened with this layout and with its index here as
    /// store index.
    ///
    /// - Parameter configurations: the model's configuration of each store; nil for all entities.
    ///   New objects are saved to the first writable store with their entity.
    public init(
        layout: ModelLayout, stores: [any PersistentStore],
        transformers: [String: any AttributeTransformer] = [:], configurations: [String?] = []
    ) {
        self.layout = layout
        self.transformers = TransformerRegistry(transformers)
        table = Mutex(StoreTable(layout, stores: stores, configurations: configurations))
    }

    var current: StoreTable { table.withLock { $0 } }

    /// The stores in the order of their addition. A removed store is replaced by an empty
    /// placeholder, so that indexes stay valid; ``persistentStores`` does not contain these.
    public var stores: [any PersistentStore] { current.stores }

    /// The store entities, by store and entity number − 1.
    var storeEntities: [[StoreEntity]] { current.storeEntities }

    /// The number of identity maps that a context needs.
    var rootCount: Int { current.rootCount }

    /// Runs a closure that adds or removes stores, under the lock.
    func changingStores<T>(_ body: () throws -> T) rethrows -> T {
        storesLock.lock()
        defer { storesLock.unlock() }
        return try body()
    }

    /// The coordinator's model.
    public var managedObjectModel: ManagedObjectModel { layout.model }

    /// Increases with every save and with every change of the stores, for caches.
    public var changeCount: Int {
        let current = current
        return current.stores.reduce(current.generation) { $0 + $1.changeCount }
    }

    /// The number of the last known transaction in the store's history; nil for several stores and
    /// for unknown.
    public var latestTransaction: Int64? {
        let stores = current.stores
        return stores.count == 1 ? stores[0].latestTransaction : nil
    }

    /// The number of the last transaction up to which all observers of other writers were notified;
    /// nil as above.
    public var notifiedTransaction: Int64? {
        let stores = current.stores
        return stores.count == 1 ? stores[0].notifiedTransaction : nil
    }

    /// The token up to which a reader of the history has all transactions: at most the last
    /// received one, because later ones are yet to be announced.
    ///
    /// - Parameters:
    ///   - end: the end of the range that was read.
    ///   - start: its beginning.
    /// - Returns: the end, for several stores and for one that does not know what it has received.
    public func receivedToken(
        upTo end: PersistentHistoryToken, notBefore start: PersistentHistoryToken
    ) -> PersistentHistoryToken {
        let stores = current.stores
        guard stores.count == 1, let heard = stores[0].receivedTransaction else { return end }
        let identifier = stores[0].identifier
        var token = end
        token.transactionNumbers[identifier] = end.transactionNumbers[identifier].map { number in
            max(min(number, heard), start.transactionNumbers[identifier] ?? 0)
        }
        return token
    }

    /// The ID of a URI; nil if the URI is invalid or of another store.
    ///
    /// The URI may name a parent entity of the record's entity.
    ///
    /// ```swift
    /// let id = coordinator.managedObjectID(forURIRepresentation: "x-coredata://STORE/Recipe/p7")
    /// ```
    /// The record need not exist. If the named entity has subentities, the record is read to find
    /// its own entity.
    public func managedObjectID(forURIRepresentation uri: String) -> ManagedObjectID? {
        let prefix = "x-coredata://"
        guard uri.hasPrefix(prefix) else { return nil }
        let parts = uri.dropFirst(prefix.count).split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].first == "p", let key = Int64(parts[2].dropFirst()),
            key > 0, !parts[0].isEmpty,
            let storeEntities = storeEntities.first(where: {
                $0.first?.storeIdentifier == String(parts[0])
            }),
            let entity = layout.entity(named: String(parts[1]))
        else { return nil }
        return objectID(of: storeEntities[entity.number - 1], key)
    }

    /// The ID of a record, with the record's own entity if the named one has subentities.
    private func objectID(of storeEntity: StoreEntity, _ key: Int64) -> ManagedObjectID {
        guard storeEntity.layout.hasSubentities else {
            return ManagedObjectID(storeEntity: storeEntity, key: key)
        }
        // An error of the store is thrown when the object is read.
        let number = try? stores[storeEntity.storeIndex].withReadSession { session in
            try session.row(of: storeEntity.layout, key: key)?.entityNumber
        }
        let storeEntities = storeEntities[storeEntity.storeIndex]
        return ManagedObjectID(
            storeEntity: storeEntities[(number ?? storeEntity.layout.number) - 1], key: key)
    }

    /// The ID of a record in the store of the entity's new objects, with the record's own entity if
    /// the named one has subentities.
    ///
    /// - Throws: `PersistenceError.unknownEntity`.
    public func objectID(entityName: String, recordNumber: Int64) throws -> ManagedObjectID {
        objectID(of: try storeEntity(ofEntityNamed: entityName), recordNumber)
    }

    // MARK: - Homes

    func storeEntity(of objectClass: ManagedObject.Type) -> StoreEntity? {
        guard let entity = layout.entity(of: objectClass) else { return nil }
        return storeEntity(of: entity)
    }

    /// The store entity of an entity's new objects.
    private func storeEntity(of entity: EntityLayout) -> StoreEntity? {
        current.storeEntity(of: entity)
    }

    func store(_ index: Int, isFor entity: EntityLayout) -> Bool {
        current.entityNumbers[index].contains(entity.number)
    }

    func storeEntity(ofEntityNamed name: String) throws -> StoreEntity {
        guard let entity = layout.entity(named: name), let storeEntity = storeEntity(of: entity)
        else {
            throw layout.unknownEntity(name)
        }
        return storeEntity
    }

    func concreteEntity(ofEntityNamed name: String) throws -> StoreEntity {
        let storeEntity = try storeEntity(ofEntityNamed: name)
        guard !storeEntity.layout.description.isAbstract else {
            throw PersistenceError.misuse("\(name) is abstract: insert one of its subentities")
        }
        return storeEntity
    }

    /// This coordinator's store entity for an ID, which may be from another coordinator; nil for an
    /// unknown store.
    func storeEntity(of id: ManagedObjectID) -> StoreEntity? { current.storeEntity(of: id) }

    /// The ID with this coordinator's store entity, if it has one.
    func localized(_ id: ManagedObjectID) -> ManagedObjectID { current.localized(id) ?? id }

    // MARK: - Sessions

    /// Runs a closure with one session for each store.
    func withSessions<T>(
        for purpose: SessionPurpose, _ body: ([any StoreSession]) throws -> T
    ) throws -> T {
        try withSessions(for: purpose, of: stores[...], after: [], body)
    }

    private func withSessions<T>(
        for purpose: SessionPurpose, of stores: ArraySlice<any PersistentStore>,
        after sessions: [any StoreSession], _ body: ([any StoreSession]) throws -> T
    ) throws -> T {
        guard let store = stores.first else { return try body(sessions) }
        func next(_ session: any StoreSession) throws -> T {
            try withSessions(
                for: purpose, of: stores.dropFirst(), after: sessions + [session], body)
        }
        // Among others, a read-only store takes part in writing with a read session.
        let isReading = purpose == .reading || store.isReadOnly && self.stores.count > 1
        return isReading ? try store.withReadSession(next) : try store.withWriteSession(next)
    }

    /// Closes all stores.
    ///
    /// - Throws: `PersistenceError.misuse` within a closure that reads one of them, before any is
    ///   closed; otherwise the first error, after all stores were tried.
    public func close() throws {
        try checkMayClose(stores)
        var failure: (any Error)?
        for store in stores {
            do { try store.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

extension PersistentStoreCoordinator {
    /// Throws within a closure that reads one of the stores.
    func checkMayClose(_ stores: [any PersistentStore]) throws {
        for store in stores where store.isReadByThisThread {
            throw PersistenceError.misuse(
                "The store \(store.location) cannot be closed by a closure that reads it")
        }
    }
}

enum SessionPurpose {
    case reading
    case writing
}
