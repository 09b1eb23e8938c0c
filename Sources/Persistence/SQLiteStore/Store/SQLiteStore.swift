import CSQLite
import Foundation
public import ObjectModel

/// A store in an SQLite file of Core Data's layout.
///
/// One connection writes; others read beside it, each a state of its own. Closures run on the
/// thread that calls.
// The writing session is used only while its lock is held; all else is constant or locks itself.
public final class SQLiteStore: PersistentStore, @unchecked Sendable {
    let contents: SQLiteStoreContents
    /// Which of a coordinator's stores it is.
    let storeIndex: Int
    private let metadata: StoreMetadata
    private let readers: ReaderPool
    private let writerLock = NSRecursiveLock()
    private var writer: SQLiteSession?
    /// Whether a closure has the session that writes.
    private var isWriting = false
    private let lock: StoreLock?

    /// Opens a store, or makes one.
    ///
    /// - Parameters:
    ///   - path: the path of the file. Its directory has to be there.
    ///   - layout: the model, which has to be the one that the store was written with.
    ///   - options: how the store is opened.
    ///   - storeIndex: which of a coordinator's stores it is.
    /// - Throws: `PersistenceError.cannotOpen` with the cause.
    public init(
        path: String, layout: ModelLayout, options: SQLiteStoreOptions = SQLiteStoreOptions(),
        storeIndex: Int = 0
    ) throws {
        let opened = try SQLiteStoreOpener(path: path, layout: layout, options: options).open(
            storeIndex)
        self.storeIndex = storeIndex
        contents = opened.contents
        metadata = opened.metadata
        lock = opened.lock
        writer = opened.writer
        readers = ReaderPool(
            limit: options.readerCount, turns: opened.contents.readerTurns,
            isShared: { [others = opened.contents.others] in others.mayHaveWritten },
            open: opened.openReader)
        // Whatever comes after this was written by others.
        _ = try? writer?.connection.noticesOthers()
    }

    public var identifier: String { metadata.identifier }
    public var path: String? { contents.path }
    public var isReadOnly: Bool { contents.isReadOnly }
    public var changeCount: Int {
        if contents.others.mayBeThere { lookForOthers() }
        return contents.changeCount
    }
    public var otherChangeCount: Int { contents.others.count }
    /// By which object IDs of the store's records are made.
    public var storeEntities: StoreEntities { contents.storeEntities }
    /// The model that the store was opened with.
    public var model: ManagedObjectModel { contents.schema.layout.model }

    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        contents.others.observe(body) { [weak self] in self?.lookForOthers() }
    }

    /// Looks whether others have written the file. Nobody waits for it: while this store is being written,
    /// whoever writes looks.
    private func lookForOthers() {
        guard writerLock.try() else { return }
        defer { writerLock.unlock() }
        guard let writer else { return }
        try? writer.replaceFailedConnection()
        writer.noticeOthers()
    }

    public func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try readers.withSession { try body($0) }
    }

    public func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try withWriter { writer in
            // Closures within it have what the outermost one has.
            guard !isWriting else { return try body(writer) }
            isWriting = true
            defer { isWriting = false }
            return try writer.noticingMigrations(isShared: { contents.others.mayHaveWritten }, body)
        }
    }

    func withWriter<T>(_ body: (SQLiteSession) throws -> T) throws -> T {
        guard !isReadOnly else { throw PersistenceError.readOnly(path: contents.path) }
        writerLock.lock()
        defer { writerLock.unlock() }
        guard let writer else { throw PersistenceError.misuse("The store is closed") }
        try writer.replaceFailedConnection()
        return try body(writer)
    }

    /// Writes all that is in the log into the store's file, and empties the log. Returns whether it
    /// did: someone who reads an older state for longer than the busy timeout keeps the log.
    public func checkpoint() throws -> Bool {
        try withWriter { writer in
            try writer.connection.withStatement("PRAGMA wal_checkpoint(TRUNCATE)") { statement in
                try statement.step() && statement.integer(0) == 0
            }
        }
    }

    /// Whether a closure of this thread reads the store: who closes it would wait for that.
    public var isReadByThisThread: Bool { readers.isUsedByThisThread }

    /// Drops a table, or the columns of a table, that the model does not know any more. Returns whether
    /// there was one.
    public func finishDeferredMigrationTask() throws -> Bool {
        try withWriter { writer in
            try writer.noticeSchema()
            return try DeferredMigration(connection: writer.connection, schema: writer.schema)
                .finishTask()
        }
    }

    /// Waits for those who are at work, writes all into the store's file and closes it.
    ///
    /// - Throws: `PersistenceError.misuse` within a closure that reads the store; errors of SQLite.
    public func close() throws {
        try readers.close()
        contents.others.close()
        writerLock.lock()
        defer { writerLock.unlock() }
        guard let writer else {
            lock?.release()
            return
        }
        self.writer = nil
        defer { lock?.release() }
        if !isReadOnly { try writer.connection.executeOnce("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}

/// Opens stores in SQLite files.
struct SQLiteStoreFactory: PersistentStoreFactory {
    func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        try SQLiteStore(
            path: opening.description.path, layout: opening.layout,
            options: SQLiteStoreOptions(opening.description, readerCount: opening.readerCount),
            storeIndex: opening.storeIndex)
    }
}

extension SQLiteStoreOptions {
    init(_ description: StoreDescription, readerCount: Int) {
        self.init()
        isReadOnly = description.isReadOnly
        configuration = description.configuration
        synchronous = description.isSynchronousFull ? .full : .normal
        self.readerCount = readerCount
        migratesAutomatically = description.shouldMigrateStoreAutomatically
        infersMapping = description.shouldInferMappingModelAutomatically
        keepsCopyBeforeMigration = description.keepsCopyBeforeMigration
        migrationLossObserver = description.migrationLossObserver
        defersMigration = description.defersLightweightMigration
        securelyDeletes = description.isSecureDelete
        tracksHistory = description.tracksHistory
        locksFile = description.locksFile
        journalMode = description.journalMode
        cacheSize = description.cacheSize
        busyTimeout = description.busyTimeout
        analyzesWhenOpened = description.analyzesWhenOpened
        vacuumsWhenOpened = description.vacuumsWhenOpened
        indexesForeignStores = description.indexesForeignStores
        indexingProgress = description.indexingProgress
        textIndexObserver = description.textIndexObserver
        trace = description.trace
    }
}

/// How an SQLite store is opened.
public struct SQLiteStoreOptions: Sendable {
    /// How sure a save is when it returns.
    public enum Synchronous: String, Sendable {
        /// It survives a loss of power.
        case full = "FULL"
        /// It survives the end of the process; a loss of power may take the last saves.
        case normal = "NORMAL"
    }

    /// How SQLite keeps a save until it is in the store's file.
    public enum JournalMode: String, Sendable {
        /// In a log beside the file: others read while one writes.
        case writeAheadLog = "WAL"
        /// In the file itself, whose older pages stand beside it during the save: a save waits for
        /// those who read, and they for it. For stores that other programs expect to be one file.
        case delete = "DELETE"
    }

    /// Whether nothing is written, not even beside the file, but for the `-shm` of a log that was
    /// copied without it. Default: false.
    public var isReadOnly = false
    /// Whether a file that is not there is made. Default: true.
    public var createsFile = true
    /// How sure a save is when it returns. Default: full.
    public var synchronous = Synchronous.full
    /// The greatest number of connections for reading. Default: 4.
    public var readerCount = 4
    /// Whether other processes are kept out, by a lock file beside the store. Default: true. A
    /// read-only store keeps nobody out.
    public var locksFile = true
    /// How many milliseconds to wait for a lock of SQLite's. Default: 5,000.
    public var busyTimeout = 5_000
    /// The greatest number of prepared statements that each connection keeps, beside one for each
    /// entity whose records are read by their keys. Default: 200.
    public var cachedStatementCount = 200
    /// The page cache of each connection in KiB. Default: 4,096.
    public var cacheSize = 4_096
    /// Values of at least this many bytes live in a file of their own where the model allows it.
    /// Default: 102,400.
    public var externalDataThreshold = 102_400
    /// Whether a store of another version of the model is brought to this one. Default: false.
    public var migratesAutomatically = false
    /// Whether the mapping for that is inferred from the two versions. Default: true.
    public var infersMapping = true
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it when it is migrated.
    /// Default: true.
    public var keepsCopyBeforeMigration = true
    /// Hears of the records and values that a migration does not carry over, before anything is
    /// changed, and may refuse it by an error: ``MigrationLoss/refuse(_:)`` always does. Default: nil.
    public var migrationLossObserver: (@Sendable ([MigrationLoss]) throws -> Void)?
    /// Whether a migration leaves columns and tables that nothing needs any more for later. What is
    /// left when a store is opened without this option is done then. Default: false.
    public var defersMigration = false
    /// Whether what is deleted is overwritten with zeros in the file. Default: false.
    public var securelyDeletes = false
    /// Whether the store keeps a history of what is written. A store that has one keeps it in any
    /// case. Default: false.
    public var tracksHistory = false
    /// How SQLite keeps a save until it is in the store's file. Default: a log beside it.
    public var journalMode = JournalMode.writeAheadLog
    /// Whether statistics of the store's values, by which SQLite chooses among indexes, are gathered
    /// when it is opened. They are a table of the store. Default: false.
    public var analyzesWhenOpened = false
    /// Whether the file is written anew, without the space of deleted records, when the store is
    /// opened. Default: false.
    public var vacuumsWhenOpened = false
    /// Whether a store that Apple's framework has made gets the full-text indexes of its model, with triggers that
    /// keep them: only these tell of what that framework writes. Default: false. Other stores have them in any
    /// case.
    public var indexesForeignStores = false
    /// Hears of the part that is done, from 0 to 1, while full-text indexes or sort keys are made. Default: nil.
    public var indexingProgress: (@Sendable (Double) -> Void)?
    /// Is told why SQLite cannot keep full-text indexes, so that searches look at the records themselves. Default:
    /// nil.
    public var textIndexObserver: (@Sendable (String) -> Void)?
    /// The model's configuration that the store is for; nil for all of the model.
    var configuration: String?
    /// Whether the file is made to take the place of another store's, and has its name with `-new`.
    var isStaged = false
    /// Receives the SQL that the store runs. Default: nil.
    public var trace: SQLTrace?

    public init() {}
}
