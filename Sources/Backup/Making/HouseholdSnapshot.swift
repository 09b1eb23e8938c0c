import Domain
import Foundation
import Persistence

/// A copy of a household's store with hard links to its pictures, all at the same moment.
///
/// Most links are made beforehand, and those for new pictures while none can be saved. A picture is
/// never overwritten, so a link is as good as a copy. Saves that are in progress look as after a
/// crash of the program, which the next start repairs.
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
        var images = LinkedFolder(directory.images, copies: path + "/images")
        var favorites = LinkedFolder(directory.favorites, copies: path + "/favorites")
        try images.update()
        try favorites.update()
        try Self.copyStore(of: directory, to: path + "/Homeowner.sqlite", progress) {
            try images.update()
            try favorites.update()
            try Self.copyImports(of: directory, to: path)
        }
        for name in BackupPath.dataFiles {
            _ = try FileCopy.make(of: "\(directory.path)/\(name)", at: "\(path)/\(name)")
        }
    }

    /// Copies the files in which a former version of the program kept records of imports: after an
    /// upgrade, they are there until the first start. That overwrites them meanwhile, so they are copied
    /// instead of linked, and searched again.
    private static func copyImports(of directory: DataDirectory, to path: String) throws {
        for name in try names(directory.imports) where Imports.isOfFormerVersion(name) {
            // Repeats the copy if the records are copied again.
            _ = try FileCopy.makeWhole(
                of: "\(directory.imports)/\(name)", at: "\(path)/imports/\(name)")
        }
    }

    /// Frees most of the space of the store's copy, step by step.
    func shrink() { Disk.shrink(store) }

    /// Copies the records. Pictures that were added meanwhile are linked while saves wait; where
    /// several servers save into a database, after the records, so that none is missing.
    private static func copyStore(
        of directory: DataDirectory, to store: String, _ progress: @escaping (Double) -> Void,
        takingPictures: @escaping () throws -> Void
    ) throws {
        guard directory.isShared else {
            return try PersistentStoreCoordinator.replacePersistentStore(
                at: store, withPersistentStoreFrom: directory.store, progress: progress,
                withWriteLock: takingPictures)
        }
        try PersistentStoreCoordinator.migratePersistentStore(
            at: directory.storeLocation, to: .sqlite(path: store))
        try takingPictures()
        progress(1)
    }

    /// The sorted names of the files in one of its folders.
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
}
