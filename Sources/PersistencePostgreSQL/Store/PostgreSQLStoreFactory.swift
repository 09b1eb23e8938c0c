import Foundation
public import ObjectModel
public import Persistence

/// Opens stores in PostgreSQL databases, at addresses that begin with `postgresql://`.
public struct PostgreSQLStoreFactory: PersistentStoreFactory {
    public init() {}

    /// Makes the kind of store known. More than once does no harm.
    public static func register() {
        PersistentStoreCoordinator.registerStoreFactory(
            PostgreSQLStoreFactory(), forStoreType: .postgreSQL)
    }

    public var schemes: Set<String> { ["postgresql", "postgres"] }

    public func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        try open(opening, replacement: nil)
    }

    /// Makes an empty store for a copy. One that is there is replaced if nothing was ever saved in it;
    /// otherwise it is refused.
    public func makeStore(
        _ opening: StoreOpening, with metadata: PersistentStoreMetadata
    ) throws -> any PersistentStore {
        try open(
            opening,
            replacement: metadata.ofCopy(type: .postgreSQL, for: opening.layout.model))
    }

    private func open(
        _ opening: StoreOpening, replacement: PersistentStoreMetadata?
    ) throws -> PostgreSQLStore {
        let description = opening.description
        var options =
            description.options as? PostgreSQLStoreOptions ?? PostgreSQLStoreOptions()
        options.isReadOnly = options.isReadOnly || description.isReadOnly
        options.tracksHistory = options.tracksHistory || description.tracksHistory
        options.writersTakeTurns = options.writersTakeTurns || description.writersTakeTurns
        if options.replica == nil, case .address(let replica) = description.replica {
            options.replica = replica
        }
        options.replicaObserver = options.replicaObserver ?? description.replicaObserver
        options.indexingProgress = options.indexingProgress ?? description.indexingProgress
        options.textIndexObserver = options.textIndexObserver ?? description.textIndexObserver
        options.isSynchronous = options.isSynchronous && description.isSynchronousFull
        options.trace = options.trace ?? description.trace
        if description.options == nil { options.readerCount = opening.readerCount }
        func openStore() throws -> PostgreSQLStore {
            let store = try PostgreSQLStore(
                address(description.location), layout: opening.layout, options: options,
                storeIndex: opening.storeIndex, replacement: replacement)
            if description.analyzesWhenOpened, !options.isReadOnly { try store.analyze() }
            return store
        }
        do {
            return try openStore()
        } catch PersistenceError.cannotOpen(_, .incompatibleModel)
            where description.shouldMigrateStoreAutomatically && !options.isReadOnly
        {
            try StoreMigrator(
                address: ServerAddress(address(description.location)), layout: opening.layout,
                description: description
            ).run()
            return try openStore()
        }
    }

    public func metadata(at location: StoreLocation) throws -> PersistentStoreMetadata {
        try StoreReader.read(ServerAddress(address(location))) { try $0.metadata() }
    }

    public func setMetadata(
        at location: StoreLocation,
        _ values: (PersistentStoreMetadata) throws -> [String: AttributeValue]
    ) throws {
        try StoreReader.read(ServerAddress(address(location))) { try $0.setMetadata(values) }
    }

    public func storedModel(at location: StoreLocation) throws -> ManagedObjectModel {
        try StoreReader.read(ServerAddress(address(location))) { try $0.model() }
    }

    public func destroyStore(at location: StoreLocation) throws {
        try StoreRemoval(address(location)).run()
    }

    public func moveStore(
        from source: StoreLocation, to target: StoreLocation, puttingAsideAs name: String,
        whenMoved: () throws -> Void
    ) throws -> StoreLocation? {
        try StoreMove(from: address(source), to: address(target)).run(
            puttingAsideAs: name, whenMoved: whenMoved)
    }

    private func address(_ location: StoreLocation) throws -> String {
        guard case .address(let address) = location else {
            throw PersistenceError.misuse("A PostgreSQL store is at an address")
        }
        return address
    }
}

extension StoreDescription {
    /// A store in a PostgreSQL database.
    ///
    /// - Parameters:
    ///   - address: as `PostgreSQLStore` takes it.
    ///   - options: what only this kind of store knows.
    public static func postgreSQL(
        _ address: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) -> StoreDescription {
        PostgreSQLStoreFactory.register()
        var description = StoreDescription(type: .postgreSQL, location: .address(address))
        description.options = options
        return description
    }
}
