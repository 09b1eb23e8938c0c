public import Domain
public import Foundation
public import Persistence

/// Puts a backup in the place of a household.
///
/// All of it is unpacked beside the data directory, compared with its manifest, and its store opened,
/// before anything is touched. Then one renaming exchanges the two folders: whenever the process
/// ends, there is the old household or the new one. The old one stays, under another name.
///
/// Where the records are in a database, they are copied into a schema beside the one of the household, compared,
/// and exchanged with those that are there in the transaction in which the folders are.
public struct BackupRestorer: Sendable {
    /// What came of it.
    public struct Outcome: Sendable, Equatable {
        /// What the backup says about itself.
        public var description: BackupDescription
        /// Where the former household is now; nil if there was none.
        public var former: String?
        /// Where the former records are now, of a household in a database; nil if there were none.
        public var formerRecords: StoreLocation?
        /// Whether people sign in: those of the former household do so still. Of a household in a database it is
        /// not looked at.
        public var hasAccounts = false
    }

    /// The archive.
    public let archive: String
    /// Where the household goes.
    public let directory: DataDirectory
    /// Whether a folder that is not empty is put aside. Default: false.
    public var replaces = false
    /// Hears how far it is, up to ten times a second. Default: nil.
    public var progress: (@Sendable (BackupProgress) -> Void)?
    /// The clock.
    public var now: @Sendable () -> Date = { Date() }
    /// Runs before each step.
    var willBegin: @Sendable (BackupStep) throws -> Void = { _ in }

    /// Prepares a restore; nothing is done yet.
    public init(_ archive: String, to directory: DataDirectory) {
        self.archive = archive
        // Its name is changed, which a path that ends in a slash or a link would be in the way of.
        self.directory = DataDirectory(
            path: URL(fileURLWithPath: directory.path).resolvingSymlinksInPath().path,
            storeAddress: directory.storeAddress)
    }

    /// Restores the backup.
    ///
    /// - Throws: ``BackupError``, ``FileError``, errors of the store. The household that is there is
    ///   as it was then.
    public func run() throws -> Outcome {
        let isThere = try isOccupied()
        guard !isThere || replaces else {
            throw BackupError(
                "\(try notEmpty) is not empty. --force puts what is there aside and restores.")
        }
        let folder = try RestoringFolder(beside: directory)
        do {
            guard !directory.isShared else { return try restoreToDatabase(folder) }
            // The lock goes along with the folder: nobody opens the new household too early.
            let staged = DataDirectory(path: folder.path)
            return try PersistentStoreCoordinator.withExclusiveUse(ofStoreAt: staged.store) {
                isThere ? try replace(with: folder) : try restore(to: folder, isThere: false)
            }
        } catch {
            folder.remove()
            throw error
        }
    }

    private func replace(with folder: RestoringFolder) throws -> Outcome {
        do {
            return try PersistentStoreCoordinator.withExclusiveUse(ofStoreAt: directory.store) {
                try restore(to: folder, isThere: true)
            }
        } catch PersistenceError.cannotOpen(_, .locked(let holder)) {
            throw BackupError(
                "The data in \(directory.path) is in use, \(holder). Stop that one first.")
        }
    }

    private func restore(to folder: RestoringFolder, isThere: Bool) throws -> Outcome {
        let description = try unpack(to: folder)
        try willBegin(.settling)
        if isThere { try keepAccounts(in: folder) }
        try folder.settle(as: directory)
        try willBegin(.exchanging)
        let former = try folder.takePlace(
            of: directory, isThere: isThere, now: now(), willBegin: willBegin)
        // The locks have gone along with the folders. The one of a household that was replaced is
        // removed with the lock that was taken there.
        unlink(DataDirectory(path: former ?? directory.path).store + "-lock")
        return Outcome(
            description: description, former: former,
            hasAccounts: access(directory.accounts, F_OK) == 0)
    }

    /// Unpacks all of it, compares it with its manifest, and opens its store.
    func unpack(to folder: RestoringFolder) throws -> BackupDescription {
        let staging = try BackupStaging(
            path: folder.path, notes: folder.notes, keeping: { _ in true })
        let reader = BackupReader(
            archive: archive, staging: staging, meter: ProgressMeter(progress),
            willBegin: willBegin)
        let description = try reader.read()
        try willBegin(.opening)
        try RestoredStore(directory: DataDirectory(path: folder.path)).check()
        return description
    }

    /// Who signs in is in no backup: the people of the household that was there stay, so that nobody
    /// finds it open.
    private func keepAccounts(in folder: RestoringFolder) throws {
        let new = DataDirectory(path: folder.path).accounts
        for ending in ["", "-wal"] {
            let file = directory.accounts + ending
            guard access(file, F_OK) == 0 else { continue }
            try FileManager.default.copyItem(atPath: file, toPath: new + ending)
        }
    }

    private func isOccupied() throws -> Bool {
        try hasFiles || (directory.isShared && directory.hasHousehold)
    }

    /// Whether there is something in the folder.
    var hasFiles: Bool {
        get throws {
            guard access(directory.path, F_OK) == 0 else { return false }
            return try !FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty
        }
    }

    /// What a restore would put aside.
    private var notEmpty: String {
        get throws { try hasFiles ? directory.path : directory.place }
    }
}
