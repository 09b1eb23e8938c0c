import Domain
import Foundation
import Persistence

/// One state of a household: a copy of its store, and its pictures as they were at the same moment.
///
/// Pictures get a second name: most of them beforehand, and while nobody can save those that have come
/// since. A picture is never written to again once it is in its place, so that a second name is as good
/// as a copy. What was being saved at that moment is as after the end of the program in the middle of
/// it, which the next start puts right.
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

    /// What is needed to take imports back, as it was when the records were copied: an import that is under
    /// way is in parts, which are taken back where it is restored. They are written over when a person is
    /// taken out of them, which another server may do meanwhile, so that they are copied, and looked for again.
    private static func copyImports(of directory: DataDirectory, to path: String) throws {
        for name in try names(directory.imports) where Imports.isKeptForUndo(name) {
            // The records may be copied again.
            _ = try FileCopy.makeWhole(
                of: "\(directory.imports)/\(name)", at: "\(path)/imports/\(name)")
        }
    }

    /// Gives most of the space of the store's copy back, bit by bit.
    func shrink() { Disk.shrink(store) }

    /// Copies the records. Pictures that came meanwhile are taken while nobody saves; where several
    /// servers save into a database, behind the records, so that none is missing.
    private static func copyStore(
        of directory: DataDirectory, to store: String, _ progress: @escaping (Double) -> Void,
        takingPictures: @escaping () throws -> Void
    ) throws {
        guard directory.isShared else {
            return try PersistentStoreCoordinator.replacePersistentStore(
                at: store, withPersistentStoreFrom: directory.store, progress: progress,
                whileNobodySaves: takingPictures)
        }
        try PersistentStoreCoordinator.migratePersistentStore(
            at: directory.storeLocation, to: .sqlite(path: store))
        try takingPictures()
        progress(1)
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
}
