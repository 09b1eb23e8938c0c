public import Domain
import Foundation

/// A file to import: a table, a store, or a zip file with one of them.
///
/// Nothing is written beside it: a store with a log is copied before it is read.
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
    ///   - path: the path of the file.
    ///   - name: its name for people.
    ///   - scratch: a folder for copies, which are removed again.
    ///   - readsBeside: whether photos and documents that a table names are read from the folder of
    /// the file, which is only for users who can read that folder anyway. Default: false.
    public init(path: String, named name: String, scratch: String, readsBeside: Bool = false) {
        self.readsBeside = readsBeside
        self.path = path
        self.name = name
        self.scratch = scratch
    }

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - reading: the settings for reading what the file does not state itself.
    ///   - progress: receives the progress, and may cancel. Default: nil.
    /// - Throws: `CSVFault`, `ImportFault`, ``BackupError`` for a zip file that is refused,
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

    /// Reads only its columns or attributes.
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
            // The unpacked files are needed until photos and documents have been copied.
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
