public import Domain
import Foundation

/// A file that somebody brings to be imported: a table, a store, or a zip file with one of them.
///
/// Nothing beside it is written: a store with a log is copied before it is read.
public struct ImportSource: Sendable {
    private enum Content {
        case table
        case store
    }

    private let path: String
    private let name: String
    private let scratch: String
    private let readsBeside: Bool

    /// - Parameters:
    ///   - path: where it is.
    ///   - name: what it is called, for people.
    ///   - scratch: a folder for copies, which are removed again.
    ///   - readsBeside: whether photos and documents that a table names are taken from the folder that it
    ///     lies in, which is for whoever can read that folder anyway. Default: false.
    public init(path: String, named name: String, scratch: String, readsBeside: Bool = false) {
        self.readsBeside = readsBeside
        self.path = path
        self.name = name
        self.scratch = scratch
    }

    /// Reads it.
    ///
    /// - Parameters:
    ///   - reading: how it is read, where it does not say it itself.
    ///   - progress: hears how far it is, and may call it off. Default: nil.
    /// - Throws: `CSVFault`, `ImportFault`, ``BackupError`` for a zip file that is not taken,
    ///   `PersistenceError` for a store that cannot be read, errors of the file system, and
    ///   `CancellationError`.
    public func file(
        _ reading: ImportReading, progress: ImportProgress? = nil
    ) throws -> ImportFile {
        try withContent { content, path, folder in
            switch content {
            case .table:
                var file = try ImportFile(
                    contentsOf: path, named: name, reading: reading, progress: progress)
                file.folder = folder
                return file
            case .store:
                return try ImportFile(storeAt: path, named: name, reading: reading)
            }
        }
    }

    /// Looks at its columns, or at its attributes.
    ///
    /// - Throws: as ``file(_:progress:)``.
    public func outline(_ reading: ImportReading) throws -> ImportOutline {
        try withContent { content, path, _ in
            switch content {
            case .table: try ImportOutline(contentsOf: path, reading: reading)
            case .store: try ImportOutline(storeAt: path, reading: reading)
            }
        }
    }

    private func withContent<Value>(
        _ body: (Content, String, ImportFolder?) throws -> Value
    ) throws -> Value {
        if try StoreArchive.isOne(path) {
            // What a table names is read of it until its photos and documents are taken.
            let folder = try makeFolder()
            switch try StoreArchive(path: path, named: name).unpack(into: folder.path) {
            case .store(let store):
                return try withExtendedLifetime(folder) { try body(.store, store, nil) }
            case .table(let table):
                return try body(.table, table, folder.folder(of: table))
            }
        }
        guard try ImportFile.isStore(path) else {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            return try body(
                .table, path, readsBeside ? ImportFolder(path: folder, isTemporary: false) : nil)
        }
        let files = StoreFileSet(path: path)
        guard files.hasLog else { return try body(.store, path, nil) }
        let folder = try makeFolder()
        return try withExtendedLifetime(folder) {
            try body(.store, try files.copy(to: folder.path), nil)
        }
    }

    private func makeFolder() throws -> ImportFolder {
        let folder = "\(scratch)/import-\(UUID().uuidString)"
        guard mkdir(folder, 0o700) == 0 else { throw FileError(path: folder, code: errno) }
        return ImportFolder(path: folder, isTemporary: true)
    }
}
