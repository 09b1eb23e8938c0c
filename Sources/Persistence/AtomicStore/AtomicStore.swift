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
    ///   - description: the path of the file, whose directory has to be there, and how the store is opened.
    ///   - format: the format of the file.
    ///   - layout: the model, which has to be the one that the store was written with.
    ///   - storeIndex: which of a coordinator's stores it is.
    /// - Throws: `PersistenceError.cannotOpen` with the cause, `PersistenceError.corruptStore` with
    ///   the place in the file.
    public init(
        _ description: StoreDescription, format: any AtomicStoreFormat, layout: ModelLayout,
        storeIndex: Int = 0
    ) throws {
        let opened = try AtomicStoreOpener(
            description: description, format: format, layout: layout
        ).open(storeIndex)
        isReadOnly = description.isReadOnly
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
    ///   - path: the copy; a store that is there, and that no one has open, is replaced.
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
        try AtomicStore(
            opening.description, format: format, layout: opening.layout,
            storeIndex: opening.storeIndex)
    }
}
