import Foundation
public import Persistence

/// A store in a PostgreSQL database, which several programs on several machines can use at once.
///
/// ```swift
/// let container = try PersistentContainer(
///     model: model, classes: classes, store: .postgreSQL("postgresql://ada@db.example.org/home"))
/// ```
/// Closures run on the calling thread. One connection writes; others read in parallel, each in its
/// own snapshot. Every statement is a round trip to the server, so prefetch relationships and read
/// values in few fetches.
// The writer's lock protects the writing session; the rest is constant or has its own lock.
public final class PostgreSQLStore: PersistentStore, @unchecked Sendable {
    private let contents: PostgreSQLStoreContents
    private let readers: SessionPool<PostgreSQLSession>
    private let replica: StoreReplica?
    private let keys: KeyBlockAllocator
    private let writerLock = FairLock()
    private var writer: PostgreSQLSession?
    private var writerDepth = 0
    private var isClosed = false
    private let listener: ChangeListener?
    private let others: PostgreSQLChangeMonitor
    private let connectToWrite: () throws -> ServerConnection

    /// Opens a store, or creates one in a database without one.
    ///
    /// - Parameters:
    ///   - description: the address of the database, `postgresql://user@host/name` or keys and
    ///     values in libpq's format, and the options. The rest comes from libpq's environment,
    ///     service files and password files. A password in the address is never shown. A URL may
    ///     also have the schema (`schema`), the number of connections for reading (`readers`) and
    ///     whether to listen for changes by others (`listens`, yes or no), which take precedence
    ///     over the options.
    ///   - layout: the model that the store was written with.
    ///   - storeIndex: the position of the store in its coordinator.
    /// - Throws: `PersistenceError.cannotOpen` with the cause; `PostgreSQLAddressError`.
    public convenience init(
        _ description: StoreDescription, layout: ModelLayout, storeIndex: Int = 0
    ) throws {
        try self.init(description, layout: layout, storeIndex: storeIndex, replacement: nil)
    }

    /// Opens a store, or creates one.
    ///
    /// - Parameter replacement: the metadata of a new store that replaces one without records; nil
    ///   to open the existing one.
    init(
        _ description: StoreDescription, layout: ModelLayout, storeIndex: Int,
        replacement: PersistentStoreMetadata?
    ) throws {
        let address = try ServerAddress(description.location)
        let options = address.applied(to: description.postgreSQL)
        let schema = try SQLSchema.make(layout, for: .postgreSQL)
        let opened = try PostgreSQLStoreOpener(
            address: address, layout: layout, description: description, replacement: replacement
        ).open(schema)
        let contents = PostgreSQLStoreContents(
            opened, description, address: address, schema: schema, storeIndex: storeIndex)
        self.contents = contents
        guard description.replica == nil || opened.history != nil else {
            throw PersistenceError.misuse("A store without a history cannot be read from a replica")
        }
        replica = try description.replica.map {
            try StoreReplica(
                ServerAddress($0), of: contents, options, description.replicaObserver)
        }
        let connect = { try contents.connect() }
        readers = SessionPool(limit: options.readerCount, timeout: options.timeout) {
            try PostgreSQLSession(contents, keys: nil, connect: connect)
        }
        let settings = description.writerSettings
        let connectToWrite = {
            let connection = try contents.connect()
            try connection.execute(settings)
            return connection
        }
        self.connectToWrite = connectToWrite
        keys = KeyBlockAllocator(connectToWrite)
        let others = try PostgreSQLChangeMonitor(contents, connect)
        self.others = others
        let looks = opened.history != nil && options.pollInterval > 0
        listener =
            options.listens || looks
            ? try ChangeListener(
                address, channel: options.listens ? contents.channel : nil,
                poll: looks ? others.poll(every: .seconds(options.pollInterval)) : nil,
                others.hear)
            : nil
    }

    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        others.observe(body)
    }

    /// Claims a piece of work with an advisory lock, on a separate connection.
    public func claim(_ name: String) throws -> StoreLease? {
        try AdvisoryLock(contents, name).map { connection in
            StoreLease(isHeld: connection.isAlive) { connection.close() }
        }
    }

    public var identifier: String { contents.identifier }
    public var path: String? { nil }
    public var location: StoreLocation { .address(contents.address.original) }
    /// Others write at the same time, so a transaction may fail at its end, where foreign keys and
    /// conflicts are checked.
    public var capabilities: StoreCapabilities { [.writesConcurrently, .writesAtEnd] }
    public var isReadByThisThread: Bool {
        readers.isUsedByThisThread || replica?.isUsedByThisThread == true
    }
    public var isReadOnly: Bool { contents.isReadOnly }
    public var storeEntities: StoreEntities { contents.storeEntities }

    /// Grows with every save through this store, and with every noticed save by others.
    public var changeCount: Int { contents.changeCount + others.count }
    public var otherChangeCount: Int { others.count }

    public var latestTransaction: Int64? { contents.transactions.latest }
    public var notifiedTransaction: Int64? { contents.transactions.notified }
    public var receivedTransaction: Int64? { others.receivedTransaction }

    public func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        if let replica, let number = transactionForReplica(replica),
            let result = try replica.withSession(having: number, { try body($0) })
        {
            return result
        }
        return try readers.withReadingSession { try body($0) }
    }

    /// The transaction that a replica must have so that the calling thread may read it; nil if the
    /// thread may not.
    private func transactionForReplica(_ replica: StoreReplica) -> Int64? {
        // A nested closure reads the same state as the outer one.
        if replica.isUsedByThisThread { return 0 }
        guard !readers.isUsedByThisThread, let least = ReplicaReading.minimumTransaction,
            let latest = contents.transactions.surelyLatest
        else { return nil }
        return max(least, latest)
    }

    public func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        guard !isReadOnly else {
            throw PersistenceError.readOnly(path: contents.address.description)
        }
        writerLock.lock()
        defer { writerLock.unlock() }
        guard !isClosed else { throw PersistenceError.misuse("The store is closed") }
        let session = try writingSession()
        // A nested closure on the same thread joins the outer transaction.
        guard writerDepth == 0 else { return try body(session) }
        writerDepth += 1
        defer {
            writerDepth -= 1
            if !session.isUsable { writer = nil }
        }
        do {
            return try session.readingOneState {
                // The turn begins with the closure, to cover also its work outside of the store.
                if contents.writersTakeTurns { _ = try $0.begun() }
                return try body($0)
            }
        } catch let error as PostgreSQLError
            where error.isContention || error.isForeignKeyViolation
        {
            // Others have deleted the destination since it was looked up.
            throw PersistenceError.collision(isUndone: session.commitCount == 0)
        } catch let error as PostgreSQLError
            where session.commitCount > 0 && (error.isStoreUnavailable || error.isLockTimeout)
        {
            throw error.afterCommit
        } catch let error as PostgreSQLError where error.isReadOnlyServer {
            // The error was met on the connection for keys, or on this one: both are discarded.
            writer = nil
            throw error
        } catch let error as PostgreSQLError where error.isLockTimeout {
            throw PersistenceError.timeLimitExceeded
        }
    }

    private func writingSession() throws -> PostgreSQLSession {
        if let writer { return writer }
        let new = try PostgreSQLSession(contents, keys: keys, connect: connectToWrite)
        writer = new
        return new
    }

    /// Updates the statistics that the server plans with.
    public func analyze() throws {
        let connection = try contents.connect()
        for table in contents.schema.tables { try connection.execute("ANALYZE \(table.name)") }
        for table in contents.schema.joinTables {
            try connection.execute("ANALYZE \(table.name)")
        }
        for index in contents.textIndexes { try connection.execute("ANALYZE \(index.name)") }
    }

    /// Rewrites the full-text indexes without deleted texts. Searches wait meanwhile.
    public func eraseDeletedTexts() throws {
        guard !contents.textIndexes.isEmpty else { return }
        let connection = try connectToWrite()
        for index in contents.textIndexes {
            try connection.execute("VACUUM (FULL, ANALYZE) \(index.name)")
        }
    }

    /// Waits for running closures, and closes the connections.
    ///
    /// - Throws: `PersistenceError.misuse` in a closure that reads the store.
    public func close() throws {
        writerLock.lock()
        defer { writerLock.unlock() }
        guard !isClosed else { return }
        try replica?.close()
        try readers.close()
        isClosed = true
        writer = nil
        keys.close()
        listener?.stop()
    }
}

extension StoreType {
    /// The type of stores in PostgreSQL databases.
    public static let postgreSQL = StoreType(rawValue: "PostgreSQL")
}
