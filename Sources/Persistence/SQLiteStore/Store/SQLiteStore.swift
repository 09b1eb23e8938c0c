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
    ///   - description: the path of the file, whose directory has to be there, and how the store is opened.
    ///   - layout: the model, which has to be the one that the store was written with.
    ///   - readerCount: the greatest number of connections for reading. Default: 4.
    ///   - storeIndex: which of a coordinator's stores it is.
    /// - Throws: `PersistenceError.cannotOpen` with the cause.
    public init(
        _ description: StoreDescription, layout: ModelLayout, readerCount: Int = 4,
        storeIndex: Int = 0
    ) throws {
        let opened = try SQLiteStoreOpener(description, layout).open(storeIndex)
        self.storeIndex = storeIndex
        contents = opened.contents
        metadata = opened.metadata
        lock = opened.lock
        writer = opened.writer
        readers = ReaderPool(
            limit: readerCount, turns: opened.contents.readerTurns,
            isShared: { [others = opened.contents.others] in others.mayHaveWritten },
            open: opened.openReader)
        // Changes after this were written by others.
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

    /// Looks whether others have written the file. No one waits for it: while this store is being written,
    /// the writer looks.
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

    /// Drops a table, or the columns of a table, that the model no longer has. Returns whether
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
            opening.description, layout: opening.layout, readerCount: opening.readerCount,
            storeIndex: opening.storeIndex)
    }
}
