public import ObjectModel
import Synchronization

/// What stands between contexts and stores: the model, the stores, and who hears of saves.
public final class PersistentStoreCoordinator: Sendable {
    /// The model with its slots.
    public let layout: ModelLayout
    /// The stores, in the order in which they were given.
    public let stores: [any PersistentStore]
    /// The homes of each store's entities, by store and entity number − 1.
    let homes: [[EntityHome]]
    /// The number of identity maps that a context needs.
    let rootCount: Int
    let transformers: TransformerRegistry
    /// By entity number − 1, the store that new objects go to.
    private let storeIndices: [Int]
    /// By store, the numbers of the entities that it is for.
    private let entityNumbers: [Set<Int>]
    let observers = SaveObservers()
    let remoteObservers = RemoteChangeObservers()

    /// Makes a coordinator over open stores, each opened with this layout and with its place among
    /// them as store index.
    ///
    /// - Parameter configurations: the configuration of the model that each store is for, nil for all
    ///   entities. New objects of an entity go to the first store that is for it and may be written
    ///   to.
    public init(
        layout: ModelLayout, stores: [any PersistentStore],
        transformers: [String: any AttributeTransformer] = [:], configurations: [String?] = []
    ) {
        self.layout = layout
        self.stores = stores
        self.transformers = TransformerRegistry(transformers)
        homes = stores.map(\.homes.homes)
        let numbers = stores.indices.map { store in
            Set(
                layout.entities.filter { entity in
                    guard store < configurations.count, let name = configurations[store] else {
                        return true
                    }
                    return layout.model.configurations.contains {
                        $0.name == name && $0.entityNames.contains(entity.name)
                    }
                }.map(\.number))
        }
        entityNumbers = numbers
        storeIndices = layout.entities.map { entity in
            let fitting = stores.indices.filter { numbers[$0].contains(entity.number) }
            return fitting.first { !stores[$0].isReadOnly } ?? fitting.first ?? 0
        }
        rootCount = stores.count * layout.entities.count
    }

    /// The model that the coordinator works with.
    public var managedObjectModel: ManagedObjectModel { layout.model }

    /// Rises with every save, for caches.
    public var changeCount: Int { stores.reduce(0) { $0 + $1.changeCount } }

    /// The ID that a URI names, or nil if the URI is none, or of another store.
    public func managedObjectID(forURIRepresentation uri: String) -> ManagedObjectID? {
        let prefix = "x-coredata://"
        guard uri.hasPrefix(prefix) else { return nil }
        let parts = uri.dropFirst(prefix.count).split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].first == "p", let key = Int64(parts[2].dropFirst()),
            key > 0, let store = stores.firstIndex(where: { $0.identifier == parts[0] }),
            let entity = layout.entity(named: String(parts[1]))
        else { return nil }
        return ManagedObjectID(home: homes[store][entity.number - 1], key: key)
    }

    /// The ID of a record of the store that new objects of the entity go to.
    ///
    /// - Throws: `PersistenceError.unknownEntity`.
    public func objectID(entityName: String, recordNumber: Int64) throws -> ManagedObjectID {
        ManagedObjectID(home: try home(ofEntityNamed: entityName), key: recordNumber)
    }

    // MARK: - Homes

    func home(of objectClass: ManagedObject.Type) -> EntityHome? {
        guard let entity = layout.entity(of: objectClass) else { return nil }
        return home(of: entity)
    }

    /// The home of an entity's new objects.
    private func home(of entity: EntityLayout) -> EntityHome? {
        let index = storeIndices[entity.number - 1]
        return index < homes.count ? homes[index][entity.number - 1] : nil
    }

    /// Whether a store is for an entity.
    func store(_ index: Int, isFor entity: EntityLayout) -> Bool {
        entityNumbers[index].contains(entity.number)
    }

    func home(ofEntityNamed name: String) throws -> EntityHome {
        guard let entity = layout.entity(named: name), let home = home(of: entity) else {
            throw PersistenceError.unknownEntity(name)
        }
        return home
    }

    func concreteHome(ofEntityNamed name: String) throws -> EntityHome {
        let home = try home(ofEntityNamed: name)
        guard !home.layout.description.isAbstract else {
            throw PersistenceError.misuse("\(name) is abstract: insert one of its subentities")
        }
        return home
    }

    /// This coordinator's home for an ID, which may come from another coordinator.
    func home(of id: ManagedObjectID) -> EntityHome {
        let home = id.home
        if home.storeIndex < homes.count, homes[home.storeIndex][home.layout.number - 1] === home {
            return home
        }
        let own = homes.lazy.joined().first {
            $0.storeIdentifier == home.storeIdentifier && $0.layout.name == home.layout.name
        }
        return own ?? home
    }

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
        // Beside others, a store that may only be read takes part in writing all the same.
        let isReading = purpose == .reading || store.isReadOnly && self.stores.count > 1
        return isReading ? try store.withReadSession(next) : try store.withWriteSession(next)
    }

    /// Closes all stores.
    ///
    /// - Throws: the first error, after all were tried.
    public func close() throws {
        var failure: (any Error)?
        for store in stores {
            do { try store.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

/// What a session is for.
enum SessionPurpose {
    case reading
    case writing
}
