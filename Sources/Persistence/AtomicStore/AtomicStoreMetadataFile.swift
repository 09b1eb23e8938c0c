import Foundation
import ObjectModel

/// The metadata in the file of an atomic store that nobody opens.
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
        var options = SQLiteStoreOptions()
        options.isReadOnly = true
        _ = try StoreAccess(path: path, options: options).checkFile()
        return FileHead.bytes(ofFileAt: path, count: 256).flatMap {
            StoreRegistry.format(ofFileThatBegins: $0)
        }
    }
}
