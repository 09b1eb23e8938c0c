public import Domain
import Foundation

/// A file that somebody brings to be imported: a table, a store, or a zip file with a store.
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

    /// - Parameters:
    ///   - path: where it is.
    ///   - name: what it is called, for people.
    ///   - scratch: a folder for copies, which are removed again.
    public init(path: String, named name: String, scratch: String) {
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
        try withContent { content, path in
            switch content {
            case .table:
                try ImportFile(
                    contentsOf: path, named: name, kind: reading.kind, mapping: reading.mapping,
                    progress: progress)
            case .store: try ImportFile(storeAt: path, named: name, reading: reading)
            }
        }
    }

    /// Looks at its columns, or at its attributes.
    ///
    /// - Throws: as ``file(_:progress:)``.
    public func outline(_ reading: ImportReading) throws -> ImportOutline {
        try withContent { content, path in
            switch content {
            case .table: try ImportOutline(contentsOf: path, reading: reading)
            case .store: try ImportOutline(storeAt: path, reading: reading)
            }
        }
    }

    private func withContent<Value>(_ body: (Content, String) throws -> Value) throws -> Value {
        if try StoreArchive.isOne(path) {
            return try withFolder { folder in
                let store = try StoreArchive(path: path, named: name).unpack(into: folder)
                return try body(.store, store)
            }
        }
        guard try ImportFile.isStore(path) else { return try body(.table, path) }
        let files = StoreFileSet(path: path)
        guard files.hasLog else { return try body(.store, path) }
        return try withFolder { try body(.store, try files.copy(to: $0)) }
    }

    private func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
        let folder = "\(scratch)/import-\(UUID().uuidString)"
        guard mkdir(folder, 0o700) == 0 else { throw FileError(path: folder, code: errno) }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }
}
