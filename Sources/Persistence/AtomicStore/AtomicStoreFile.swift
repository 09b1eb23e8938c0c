import Foundation
import ObjectModel
import Synchronization

/// Reads and replaces the file of an atomic store.
final class AtomicStoreFile: Sendable {
    let path: String
    private let identity = Mutex<FileIdentity?>(nil)

    init(path: String) {
        self.path = path
    }

    private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
    private var temporaryPath: String { path + "-new" }

    func read() throws -> Data {
        // Recorded first, so that the next save detects a change during the read.
        identity.withLock { $0 = current }
        return try Self.read(path)
    }

    static func read(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as CocoaError {
            let cause = (error.underlying as? POSIXError)?.code.rawValue
            throw PersistenceError.cannotOpen(
                path: path,
                reason: cause.map { StoreOpenFailure(systemError: $0, path: path) }
                    ?? .other(error.localizedDescription))
        }
    }

    /// Replaces the file by a rename, so that it is complete, old or new, after any interruption.
    ///
    /// - Throws: `PersistenceError.storeReplaced` if another program has written the file since it
    ///   was read.
    func write(_ data: Data) throws {
        if let known = identity.withLock({ $0 }), known != current {
            throw PersistenceError.storeReplaced(path: path)
        }
        try Self.write(data, to: path)
        identity.withLock { $0 = current }
    }

    static func write(_ data: Data, to path: String) throws {
        let temporary = path + "-new"
        unlink(temporary)
        try DurableFile.write(data, to: temporary)
        do {
            try DurableFile.rename(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
        try DurableFile.syncDirectory(
            URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// Removes files that a killed process has left.
    func removeLeftovers() {
        unlink(temporaryPath)
    }

    private var current: FileIdentity? { FileIdentity(path: path) }
}

/// The metadata in the file of an atomic store that is not open.
struct AtomicStoreMetadataFile {
    let path: String
    let format: any AtomicStoreFormat

    func read() throws -> PersistentStoreMetadata {
        try metadata(in: try AtomicStoreFile.read(path))
    }

    /// The model that the store was written with; nil if the file does not contain it.
    func heldModel() throws -> ManagedObjectModel? {
        let metadata = try read()
        do {
            return try metadata.storedModel()
        } catch {
            throw PersistenceError.corruptStore(path: path, reason: "\(error)")
        }
    }

    /// Sets or removes the application's own values.
    func set(_ values: [String: AttributeValue]) throws {
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        let file = try AtomicStoreFile.read(path)
        var metadata = try metadata(in: file)
        try metadata.set(values)
        guard let format = format as? any AtomicStoreMetadataWriting else {
            throw PersistenceError.misuse("The metadata of \(format.type) stores cannot be set")
        }
        try AtomicStoreFile.write(try format.file(file, with: metadata), to: path)
    }

    private func metadata(in file: Data) throws -> PersistentStoreMetadata {
        do {
            return try format.metadata(in: file)
        } catch let error as PersistenceError {
            throw error
        } catch {
            throw PersistenceError.corruptStore(path: path, reason: "\(error)")
        }
    }
}

/// A format whose metadata can be changed without the model.
protocol AtomicStoreMetadataWriting: AtomicStoreFormat {
    /// The bytes of the file with the new metadata.
    func file(_ file: Data, with metadata: PersistentStoreMetadata) throws -> Data
}

extension PersistentStoreCoordinator {
    /// The format of the atomic store at a path, by its first bytes; nil for anything else.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if there is no file that may be read.
    static func atomicStoreFormat(ofStoreAt path: String) throws -> (any AtomicStoreFormat)? {
        try StoreAccess(.readOnly(path: path)).requireUsable()
        return FileHead.bytes(ofFileAt: path, count: 256).flatMap {
            StoreRegistry.format(ofFileThatBegins: $0)
        }
    }
}
