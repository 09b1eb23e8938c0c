import Domain
import Foundation
import Persistence

/// One state of a household: a copy of its store, and its pictures as they were at the same moment.
///
/// Pictures get a second name while nobody can save. A picture is never written to again once it is
/// in its place, so that a second name is as good as a copy. What was being saved at that moment is as
/// after the end of the program in the middle of it, which the next start puts right.
struct HouseholdSnapshot {
    let directory: DataDirectory
    /// The folder with the copies.
    let path: String

    var store: String { path + "/Homeowner.sqlite" }

    /// Takes a snapshot into an empty folder on the same disk, while others read and write.
    ///
    /// - Throws: errors of the store and of the file system.
    init(
        of directory: DataDirectory, in path: String, progress: @escaping (Double) -> Void
    ) throws {
        self.directory = directory
        self.path = path
        try Self.makeFolders(path)
        try PersistentStoreCoordinator.replacePersistentStore(
            at: store, withPersistentStoreFrom: directory.store, progress: progress,
            whileNobodySaves: {
                try Self.link(directory.images, to: path + "/images")
                try Self.link(directory.favorites, to: path + "/favorites")
            })
        // These are written over when a person is taken out of them, so that they are copied.
        for name in try Self.names(directory.imports)
        where name.hasSuffix(".done.json") || name.hasSuffix(".begun.json") {
            try Self.copy("\(directory.imports)/\(name)", to: "\(path)/imports/\(name)")
        }
        for name in BackupPath.dataFiles {
            try Self.copy("\(directory.path)/\(name)", to: "\(path)/\(name)")
        }
    }

    /// The names of the files in one of its folders, in order.
    func names(in folder: String) throws -> [String] {
        try Self.names("\(path)/\(folder)").sorted()
    }

    private static func makeFolders(_ path: String) throws {
        for folder in ["images", "favorites", "imports"] {
            guard mkdir("\(path)/\(folder)", 0o700) == 0 else {
                throw FileError(path: "\(path)/\(folder)", code: errno)
            }
        }
    }

    private static func names(_ folder: String) throws -> [String] {
        guard access(folder, F_OK) == 0 else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// Gives the files of a folder a second name, or copies them where a disk has no such thing.
    private static func link(_ folder: String, to other: String) throws {
        for name in try names(folder) {
            let (source, target) = ("\(folder)/\(name)", "\(other)/\(name)")
            guard Foundation.link(source, target) != 0 else { continue }
            switch errno {
            case ENOENT: continue
            case EPERM, EMLINK, EOPNOTSUPP, EXDEV: try copy(source, to: target)
            default: throw FileError(path: source, code: errno)
            }
        }
    }

    /// Copies a file; one that is not there, or not any more, is left out.
    private static func copy(_ source: String, to target: String) throws {
        guard access(source, F_OK) == 0 else { return }
        do {
            try FileManager.default.copyItem(atPath: source, toPath: target)
        } catch {
            guard access(source, F_OK) != 0 else { throw error }
        }
    }
}
