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
            try PostgreSQLStoreMigrator(
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

/// How a PostgreSQL store is opened.
public struct PostgreSQLStoreOptions: StoreOptions {
    /// Whether nothing is written. Default: false.
    public var isReadOnly = false
    /// The greatest number of connections for reading. Two more write and give keys, one listens.
    /// Default: 4.
    public var readerCount = 4
    /// How many seconds to wait for a connection that others use, and for what others have locked. Default: 30.
    public var patience = 30.0
    /// Whether saves of other programs are heard of when they happen, over a connection of its own.
    /// Default: true.
    public var listens = true
    /// Whether the store keeps a history of what is written. One that has a history keeps it in any case.
    /// Default: false.
    public var tracksHistory = false
    /// How many seconds pass before a store with a history is looked at for what others have written and
    /// nobody has told: where the server knows no NOTIFY, or a pool of connections keeps it back. Never is
    /// 0. Default: 1.
    public var pollInterval = 1.0
    /// Whether those who write, in all programs, take turns: each waits for the one before, for
    /// ``patience`` at most, and nothing has to run again. Default: false.
    public var writersTakeTurns = false
    /// Whether a save waits until its data is on the server's disk. Without it the last ones may be lost if the
    /// server fails, as a whole each. Default: true.
    public var isSynchronous = true
    /// Receives the SQL of statements that read and write records. Default: nil.
    public var trace: SQLTrace?
    /// The address of a replica of the server, which is read by those who say so (`ReplicaReading`) while it
    /// has what is known to be saved. It needs a history. Default: nil.
    public var replica: String?
    /// How many seconds the replica may take to say how far it has come, before the store is read instead. Default: 2.
    public var replicaPatience = 2.0
    /// Is told when the replica answers no more, also while the store is opened, and when it answers again.
    /// Default: nil.
    public var replicaObserver: (@Sendable (ReplicaState) -> Void)?
    /// Hears of the part that is done, from 0 to 1, while full-text indexes or sort keys are made. Default: nil.
    public var indexingProgress: (@Sendable (Double) -> Void)?
    /// Is told, when the store is opened, why the server cannot keep full-text indexes, so that searches look at the
    /// records themselves. Default: nil.
    public var textIndexObserver: (@Sendable (String) -> Void)?

    public init() {}

    /// The statements that a connection begins with that is to write. A turn goes with a holder that is not heard
    /// of any more.
    var writerSettings: String {
        let milliseconds = Int32(max(1, min(patience * 1_000, Double(Int32.max))))
        var settings = ["SET lock_timeout TO \(milliseconds)"]
        if writersTakeTurns { settings.append("SET idle_in_transaction_session_timeout TO 120000") }
        if !isSynchronous { settings.append("SET synchronous_commit TO off") }
        return settings.joined(separator: "; ")
    }
}
