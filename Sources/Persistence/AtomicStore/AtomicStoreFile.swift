import Foundation
import ObjectModel
import Synchronization

/// The file of an atomic store: it is read and written as a whole.
final class AtomicStoreFile: Sendable {
    let path: String
    private let identity = Mutex<FileIdentity?>(nil)

    init(path: String) {
        self.path = path
    }

    private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
    private var temporaryPath: String { path + "-new" }

    /// The bytes of the file.
    func read() throws -> Data {
        // Noted first: what changes while it is read is found by the next save.
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

    /// Puts new bytes in the place of the old ones: whenever this is interrupted, the file is whole,
    /// and has either.
    ///
    /// - Throws: `PersistenceError.storeReplaced` if others have written the file since it was
    ///   read.
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

    /// Removes what a process that was killed has left.
    func removeLeftovers() {
        unlink(temporaryPath)
    }

    private var current: FileIdentity? { FileIdentity(path: path) }
}

/// The metadata in the file of an atomic store that no one opens.
struct AtomicStoreMetadataFile {
    let path: String
    let format: any AtomicStoreFormat

    func read() throws -> PersistentStoreMetadata {
        try metadata(in: try AtomicStoreFile.read(path))
    }

    /// The model that the store was written with; nil if it does not hold it.
    func heldModel() throws -> ManagedObjectModel? {
        let metadata = try read()
        do {
            return try metadata.storedModel()
        } catch {
            throw PersistenceError.corruptStore(path: path, reason: "\(error)")
        }
    }

    /// Sets or removes values of an application's own.
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
    /// The bytes of a file with other metadata.
    func file(_ file: Data, with metadata: PersistentStoreMetadata) throws -> Data
}

extension PersistentStoreCoordinator {
    /// The format of the atomic store at a path, by its first bytes; nil for anything else.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if there is no file that may be read.
    static func atomicStoreFormat(ofStoreAt path: String) throws -> (any AtomicStoreFormat)? {
        _ = try StoreAccess(.readOnly(path: path)).checkFile()
        return FileHead.bytes(ofFileAt: path, count: 256).flatMap {
            StoreRegistry.format(ofFileThatBegins: $0)
        }
    }
}
