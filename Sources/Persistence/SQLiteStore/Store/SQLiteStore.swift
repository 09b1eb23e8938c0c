import CSQLite
import Foundation
public import ObjectModel

/// A store in an SQLite file of Core Data's layout.
///
/// One connection writes; others read at the same time, each a consistent state. Closures run on
/// the calling thread.
///
/// ```swift
/// let layout = try ModelLayout(model, classes: classes)
/// let store = try SQLiteStore(.sqlite(path: path), layout: layout)
/// let coordinator = PersistentStoreCoordinator(layout: layout, stores: [store])
/// ```
/// A container does this too, and adds threads. <doc:TheStoreFile> describes the tables.
// The writing session is used only under its lock; everything else is constant or thread-safe.
public final class SQLiteStore: PersistentStore, @unchecked Sendable {
    let contents: SQLiteStoreContents
    /// The index of the store in its coordinator.
    let storeIndex: Int
    private let metadata: StoreMetadata
    private let readers: ReaderPool
    private let writerLock = FairLock()
    private var writer: SQLiteSession?
    /// Whether a closure is using the write session.
    private var isWriting = false
    private let lock: StoreLock?

    /// Opens or creates a store.
    ///
    /// - Parameters:
    ///   - description: the path of the file, in an existing directory, and the options.
    ///   - layout: the model that the store was written with.
    ///   - readerCount: the greatest number of read connections. Default: 4.
    ///   - storeIndex: the index of the store in its coordinator.
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
            limit: readerCount, epochs: opened.contents.readerEpochs,
            isShared: { [others = opened.contents.others] in others.mayHaveWritten },
            open: opened.openReader)
        // Later changes are of others.
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
    /// The store's entities, which make object IDs.
    public var storeEntities: StoreEntities { contents.storeEntities }
    /// The model that the store was opened with.
    public var model: ManagedObjectModel { contents.schema.layout.model }

    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        contents.others.observe(body) { [weak self] in self?.lookForOthers() }
    }

    /// Checks for changes of others without waiting: while this store is being written, the writer
    /// checks.
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
            // Nested closures use the outermost one's session.
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

    /// Writes the log to the store's file and empties it. Returns whether it did: a reader of an
    /// older state that outlasts the busy timeout prevents it.
    public func checkpoint() throws -> Bool {
        try withWriter { writer in
            try writer.connection.withStatement("PRAGMA wal_checkpoint(TRUNCATE)") { statement in
                try statement.step() && statement.integer(0) == 0
            }
        }
    }

    /// Whether a closure of this thread is reading the store, so that closing it would wait
    /// forever.
    public var isReadByThisThread: Bool { readers.isUsedByThisThread }

    /// Drops a table, or unused columns of a table. Returns whether there was such a task.
    public func finishDeferredMigrationTask() throws -> Bool {
        try withWriter { writer in
            try writer.noticeSchema()
            return try DeferredMigration(connection: writer.connection, schema: writer.schema)
                .finishTask()
        }
    }

    /// Waits for running closures, writes the log to the store's file and closes it.
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
