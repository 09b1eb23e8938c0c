import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// The recorded stores of `Tests/Goldens`, and stores of Apple's framework in `CORE_DATA_CORPUS` if
/// that is set.
enum Corpus {
    static let directory = ProcessInfo.processInfo.environment["CORE_DATA_CORPUS"]

    /// The reason for skipping a suite that needs Apple's stores.
    static let absence: Comment = "CORE_DATA_CORPUS names no folder with stores of Apple's"

    private static let directories = [Garden.directory] + (directory.map { [$0] } ?? [])

    /// The paths of the stores, relative to their directory.
    static let stores = directories.flatMap { directory in
        let paths = FileManager.default.enumerator(atPath: directory)?.allObjects ?? []
        let extensions: Set = ["sqlite", "moody", "wiredatabase", "store"]
        return paths.compactMap { $0 as? String }
            .filter { extensions.contains(($0 as NSString).pathExtension) }.sorted()
    }

    static func path(of store: String) -> String {
        let paths = directories.map { "\($0)/\(store)" }
        return paths.first(where: FileManager.default.fileExists) ?? store
    }

    /// The model files in a store's directory.
    static func models(beside store: String) throws -> [(String, ManagedObjectModel)] {
        let directory = (path(of: store) as NSString).deletingLastPathComponent
        let paths = FileManager.default.enumerator(atPath: directory)?.allObjects ?? []
        return try paths.compactMap { $0 as? String }
            .filter { $0.hasSuffix("/contents") }.sorted()
            .map { ($0, try ManagedObjectModel(contentsOf: "\(directory)/\($0)")) }
    }

    /// A copy of a store that is deleted with the object.
    final class Copy {
        let directory: TemporaryDirectory
        let path: String

        init(of store: String) throws {
            directory = try TemporaryDirectory()
            let source = Corpus.path(of: store)
            path = "\(directory.path)/Store.sqlite"
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source + suffix)
            {
                try FileManager.default.copyItem(atPath: source + suffix, toPath: path + suffix)
            }
        }

        /// The model in the store.
        func model() throws -> ManagedObjectModel {
            let connection = try Connection(
                path: path, flags: readWrite, cachedStatements: 0, trace: nil)
            guard let model = try StoreModelCache.read(connection) else {
                throw PersistenceError.corruptStore(path: path, reason: "no model")
            }
            return model
        }
    }
}

/// A directory that is deleted with the object.
final class TemporaryDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "persistence-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
