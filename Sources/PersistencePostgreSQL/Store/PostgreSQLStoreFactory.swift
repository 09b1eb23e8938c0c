import Foundation
public import ObjectModel
public import Persistence

/// Opens stores in PostgreSQL databases, at addresses that begin with `postgresql://`.
public struct PostgreSQLStoreFactory: PersistentStoreFactory {
    public init() {}

    /// Registers the type of store for addresses. Repeated calls have no effect.
    public static func register() {
        PersistentStoreCoordinator.registerStoreFactory(
            PostgreSQLStoreFactory(), forStoreType: .postgreSQL)
    }

    public var schemes: Set<String> { ["postgresql", "postgres"] }

    public func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        try open(opening, replacement: nil)
    }

    /// Creates an empty store for a copy. An existing store is replaced if nothing was ever saved
    /// in it; otherwise it is refused.
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
        var description = opening.description
        if description.options == nil {
            description.postgreSQL.readerCount = opening.readerCount
        }
        func openStore() throws -> PostgreSQLStore {
            let store = try PostgreSQLStore(
                description, layout: opening.layout, storeIndex: opening.storeIndex,
                replacement: replacement)
            if description.analyzesWhenOpened, !description.isReadOnly { try store.analyze() }
            return store
        }
        do {
            return try openStore()
        } catch PersistenceError.cannotOpen(_, .incompatibleModel)
            where description.shouldMigrateStoreAutomatically && !description.isReadOnly
        {
            try PostgreSQLStoreMigrator(
                address: ServerAddress(description.location), layout: opening.layout,
                description: description, transformers: opening.transformers
            ).run()
            return try openStore()
        }
    }

    public func metadata(at location: StoreLocation) throws -> PersistentStoreMetadata {
        try StoreReader.read(ServerAddress(location)) { try $0.metadata() }
    }

    public func setMetadata(
        at location: StoreLocation,
        _ values: (PersistentStoreMetadata) throws -> [String: AttributeValue]
    ) throws {
        try StoreReader.read(ServerAddress(location)) { try $0.setMetadata(values) }
    }

    public func storedModel(at location: StoreLocation) throws -> ManagedObjectModel {
        try StoreReader.read(ServerAddress(location)) { try $0.model() }
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
        try ServerAddress(location).original
    }
}

extension StoreDescription {
    /// Describes a store in a PostgreSQL database.
    ///
    /// ```swift
    /// var store = StoreDescription.postgreSQL("postgresql://ada@db.example.org/home")
    /// store.postgreSQL.readerCount = 8
    /// ```
    /// - Parameters:
    ///   - address: the address of the database; see `PostgreSQLStore`.
    ///   - options: the options of stores in PostgreSQL databases.
    public static func postgreSQL(
        _ address: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
    ) -> StoreDescription {
        PostgreSQLStoreFactory.register()
        var description = StoreDescription(type: .postgreSQL, location: .address(address))
        description.postgreSQL = options
        return description
    }

    /// The options of stores in PostgreSQL databases.
    public var postgreSQL: PostgreSQLStoreOptions {
        get { options as? PostgreSQLStoreOptions ?? PostgreSQLStoreOptions() }
        set { options = newValue }
    }

    /// The settings of a connection that writes. The server ends the turn of a client that has
    /// vanished.
    var writerSettings: String {
        let milliseconds = Int32(max(1, min(postgreSQL.timeout * 1_000, Double(Int32.max))))
        var settings = ["SET lock_timeout TO \(milliseconds)"]
        if writersTakeTurns { settings.append("SET idle_in_transaction_session_timeout TO 120000") }
        if !isSynchronousFull { settings.append("SET synchronous_commit TO off") }
        return settings.joined(separator: "; ")
    }
}

/// Options of stores in PostgreSQL databases: ``Persistence/StoreDescription/postgreSQL``.
public struct PostgreSQLStoreOptions: StoreOptions {
    /// The maximum number of connections for reading. Two more write and reserve keys, one listens.
    /// Default: 4.
    public var readerCount = 4
    /// The seconds to wait for a free connection, and for locks of others. Default: 30.
    public var timeout = 30.0
    /// Whether to listen for saves of other programs, over a separate connection. Default: true.
    public var listens = true
    /// The seconds between two polls of a store with a history, for changes without a notification:
    /// where the server has no NOTIFY, or a connection pool drops it. 0 turns polling off. Default:
    /// 1.
    public var pollInterval = 1.0
    /// The seconds that the replica may take to say how far it has come, before the store is read
    /// instead. Default: 2.
    public var replicaTimeout = 2.0

    public init() {}
}
