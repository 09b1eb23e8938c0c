public import Domain
public import Foundation
public import Persistence

/// Replaces a household by a backup.
///
/// The backup is unpacked beside the data directory, compared with its manifest, and its store
/// opened, before anything is changed. Then one rename exchanges the two folders: whenever the
/// process ends, there is the old household or the new one. The old one is kept under another name.
///
/// Records for a database are copied into a second schema, compared, and exchanged with the
/// existing ones in the transaction in which the folders are exchanged.
public struct BackupRestorer: Sendable {
    /// The result of a restore.
    public struct Outcome: Sendable, Equatable {
        /// The description of the backup.
        public var description: BackupDescription
        /// The new path of the former household; nil if there was none.
        public var former: String?
        /// The location of the former records of a household in a database; nil if there were none.
        public var formerRecords: StoreLocation?
        /// Whether there are accounts: those of the former household stay. Not determined for a
        /// household in a database.
        public var hasAccounts = false
    }

    /// The archive.
    public let archive: String
    /// The data directory to restore to.
    public let directory: DataDirectory
    /// Whether a folder that is not empty is put aside. Default: false.
    public var replaces = false
    /// Receives the progress, up to ten times a second. Default: nil.
    public var progress: (@Sendable (BackupProgress) -> Void)?
    /// The clock.
    public var now: @Sendable () -> Date = { Date() }
    /// Runs before each step.
    var willBegin: @Sendable (BackupStep) throws -> Void = { _ in }

    /// Prepares a restore without starting it.
    public init(_ archive: String, to directory: DataDirectory) {
        self.archive = archive
        // The folder is renamed, which does not work with a trailing slash or a link.
        self.directory = DataDirectory(
            path: URL(fileURLWithPath: directory.path).resolvingSymlinksInPath().path,
            storeAddress: directory.storeAddress)
    }

    /// Restores the backup.
    ///
    /// - Throws: ``BackupError``, ``FileError``, errors of the store. The existing household is
    ///   unchanged then.
    public func run() throws -> Outcome {
        let isThere = try isOccupied()
        guard !isThere || replaces else {
            throw BackupError(
                "\(try notEmpty) is not empty. Use --force to move its contents aside and restore.")
        }
        let folder = try RestoringFolder(beside: directory)
        do {
            guard !directory.isShared else { return try restoreToDatabase(folder) }
            // The lock moves with the folder, so that the new household cannot be opened too early.
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
                "The data in \(directory.path) is in use, \(holder). Stop that program first.")
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
        // The locks have moved with the folders. The one of a replaced household is removed while
        // it is held.
        unlink(DataDirectory(path: former ?? directory.path).store + "-lock")
        return Outcome(
            description: description, former: former,
            hasAccounts: access(directory.accounts, F_OK) == 0)
    }

    /// Unpacks the backup, compares it with its manifest, and opens its store.
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

    /// Backups contain no accounts: those of the former household stay, so that the restored one is
    /// not open to all.
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

    /// Whether the folder has any files.
    var hasFiles: Bool {
        get throws {
            guard access(directory.path, F_OK) == 0 else { return false }
            return try !FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty
        }
    }

    /// The place that a restore would put aside.
    private var notEmpty: String {
        get throws { try hasFiles ? directory.path : directory.place }
    }
}
