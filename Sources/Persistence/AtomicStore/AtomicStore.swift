import Foundation
public import ObjectModel

/// A store that is in memory as a whole, and written to its file as a whole by every save: a binary
/// store, an XML store, or one with a format of one's own.
///
/// Each save writes a new file, waits until it is on the disk, and puts it in the place of the old
/// one. Such a store is for few records; an ``SQLiteStore`` is for many.
public final class AtomicStore: PersistentStore {
    public let isReadOnly: Bool
    /// The model that the store was opened with.
    public let model: ManagedObjectModel
    let format: any AtomicStoreFormat
    private let metadata: PersistentStoreMetadata
    private let file: AtomicStoreFile
    private let contents: MemoryContents
    private let lock: StoreLock?

    /// Opens a store, or makes one.
    ///
    /// - Parameters:
    ///   - path: the path of the file. Its directory has to be there.
    ///   - format: the format of the file.
    ///   - layout: the model, which has to be the one that the store was written with.
    ///   - options: how the store is opened.
    ///   - storeIndex: which of a coordinator's stores it is.
    /// - Throws: `PersistenceError.cannotOpen` with the cause, `PersistenceError.corruptStore` with
    ///   the place in the file.
    public init(
        path: String, format: any AtomicStoreFormat, layout: ModelLayout,
        options: AtomicStoreOptions = AtomicStoreOptions(), storeIndex: Int = 0
    ) throws {
        let opened = try AtomicStoreOpener(
            path: path, format: format, layout: layout, options: options
        ).open(storeIndex)
        isReadOnly = options.isReadOnly
        model = layout.model
        self.format = format
        metadata = opened.metadata
        file = opened.file
        lock = opened.lock
        let (metadata, file) = (opened.metadata, opened.file)
        contents = MemoryContents(opened.state, storeEntities: opened.storeEntities) { state in
            try file.write(format.save(state.document(metadata), layout: layout))
        }
    }

    public var identifier: String { metadata.identifier }
    public var path: String? { file.path }
    public var storeEntities: StoreEntities { contents.storeEntities }
    public var changeCount: Int { contents.changeCount }

    public func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try contents.withReadSession(body)
    }

    public func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        guard !isReadOnly else { throw PersistenceError.readOnly(path: file.path) }
        return try contents.withWriteSession(body)
    }

    /// Whether a closure of this thread reads the store, which it must not close.
    public var isReadByThisThread: Bool { contents.isReadByThisThread }

    /// Waits for who writes, and lets go of the records and the file.
    ///
    /// - Throws: `PersistenceError.misuse` within a closure that reads the store.
    public func close() throws {
        try contents.close()
        lock?.release()
    }

    /// Writes the newest saved state into another file, while others read and write.
    ///
    /// - Parameters:
    ///   - path: the copy; a store that is there, and that nobody has open, is replaced.
    ///   - progress: hears when it is done. Default: nil.
    /// - Throws: `PersistenceError.cannotOpen`.
    public func backUp(to path: String, progress: ((Double) -> Void)? = nil) throws {
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        let state = try contents.state
        let data = try format.save(state.document(metadata), layout: state.layout)
        try StoreFiles(path: path).replace { staged, _ in
            try AtomicStoreFile.write(data, to: staged)
            return []
        }
        progress?(1)
    }

    /// The file is written as a whole.
    public var capabilities: StoreCapabilities { .writesAtEnd }

    /// The file has no space of deleted records.
    public func vacuum() {}
}

extension MemoryState {
    func document(_ metadata: PersistentStoreMetadata) -> AtomicStoreDocument {
        var document = AtomicStoreDocument(metadata: metadata, nodes: cacheNodes)
        document.lastKeys = lastKeys
        return document
    }
}

/// Opens atomic stores of a format.
struct AtomicStoreFactory: PersistentStoreFactory {
    let format: any AtomicStoreFormat

    func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        let description = opening.description
        var options = AtomicStoreOptions()
        options.isReadOnly = description.isReadOnly
        options.locksFile = description.locksFile
        options.migratesAutomatically = description.shouldMigrateStoreAutomatically
        options.infersMapping = description.shouldInferMappingModelAutomatically
        options.keepsCopyBeforeMigration = description.keepsCopyBeforeMigration
        options.migrationLossObserver = description.migrationLossObserver
        return try AtomicStore(
            path: description.path, format: format, layout: opening.layout, options: options,
            storeIndex: opening.storeIndex)
    }
}

/// How an atomic store is opened.
public struct AtomicStoreOptions: Sendable {
    /// Whether nothing is written. Default: false.
    public var isReadOnly = false
    /// Whether a file that is not there is made. Default: true.
    public var createsFile = true
    /// Whether others are kept out, by a lock file beside the store. Default: true. Without it a save
    /// over a file that somebody else has written is refused. A read-only store keeps nobody out.
    public var locksFile = true
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

    public init() {}
}
