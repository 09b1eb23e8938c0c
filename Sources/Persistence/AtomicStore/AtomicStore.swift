import Foundation
public import ObjectModel

/// A store that is held in memory and rewritten by every save: a binary store, an XML store, or one
/// in a format of your own.
///
/// ```swift
/// let container = try PersistentContainer(model: model, classes: classes, store: .xml(path: path))
/// ```
/// A save writes a new file, syncs it and renames it over the old one, so its cost grows with the
/// number of records. Use ``SQLiteStore`` for more than a few thousand.
public final class AtomicStore: PersistentStore {
    public let isReadOnly: Bool
    /// The model that the store was opened with.
    public let model: ManagedObjectModel
    let format: any AtomicStoreFormat
    private let metadata: PersistentStoreMetadata
    private let file: AtomicStoreFile
    private let contents: MemoryContents
    private let lock: StoreLock?

    /// Opens a store, or creates it.
    ///
    /// - Parameters:
    ///   - description: the path of the file, whose directory must exist, and the options.
    ///   - format: the format of the file.
    ///   - layout: the model that the store was written with.
    ///   - storeIndex: the position of the store in its coordinator.
    /// - Throws: `PersistenceError.cannotOpen` with the cause, `PersistenceError.corruptStore` with
    ///   the position in the file.
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

    /// Whether a closure on this thread is reading the store. It must not be closed then.
    public var isReadByThisThread: Bool { contents.isReadByThisThread }

    /// Waits for a running save, then releases the records and the file.
    ///
    /// - Throws: `PersistenceError.misuse` in a closure that reads the store.
    public func close() throws {
        try contents.close()
        lock?.release()
    }

    /// Writes the newest saved state into another file, while others read and write.
    ///
    /// - Parameters:
    ///   - path: the copy. An existing store that is not open is replaced.
    ///   - progress: called when the copy is done. Default: nil.
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

    /// Writes at the end of a transaction, when the whole file is replaced.
    public var capabilities: StoreCapabilities { .writesAtEnd }

    /// Does nothing: the file has no space of deleted records.
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
