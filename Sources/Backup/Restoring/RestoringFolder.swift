import CFiles
import Domain
import Foundation

/// The folder beside a data directory to which a backup is unpacked, and which then takes its
/// place.
final class RestoringFolder {
    /// The future data directory.
    let path: String
    /// The folder of temporary notes, removed before the end.
    var notes: String { path + "/" + Self.mark }

    /// The name that marks a folder as left by an interrupted restore. A folder without it is
    /// complete: it may be a former household, and is never removed.
    private static let mark = ".restoring"
    private let lock: Int32
    /// Whether the folder may be all that is left of a household.
    private var isNeeded = false

    /// Creates the folder; removes leftovers of an interrupted restore.
    ///
    /// - Throws: ``BackupError`` if another restore is running, or if the folder cannot be
    ///   exchanged; ``FileError``.
    init(beside directory: DataDirectory) throws {
        try Self.checkIsNoDisk(directory)
        path = directory.path + ".restoring"
        if access(path, F_OK) == 0 { try Self.clear(path) }
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: parent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for folder in [path, "\(path)/\(Self.mark)"] {
            guard mkdir(folder, 0o700) == 0 else { throw FileError(path: folder, code: errno) }
        }
        lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw FileError(path: path, code: errno)
        }
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// Removes the folder, unless the former household is in it.
    func remove() {
        guard !isNeeded else { return }
        // If this fails, the next restore removes it.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Completes the data directory: on the disk, with the right owner, and without notes.
    func settle(as directory: DataDirectory) throws {
        try giveToOwner(of: directory)
        // The files have to be on the disk before the names change; one call for all of them. If
        // the process is killed meanwhile, the next restore removes the folder.
        guard cfiles_sync_disk(lock) == 0 else { throw FileError(path: path, code: errno) }
        try Self.remove(notes)
    }

    /// Takes the place of a data directory, which is put aside.
    ///
    /// - Returns: the path of the former one; nil if there was none.
    func takePlace(
        of directory: DataDirectory, isThere: Bool, now: Date,
        willBegin: (BackupStep) throws -> Void
    ) throws -> String? {
        guard isThere else {
            // An empty folder is replaced.
            guard rename(path, directory.path) == 0 else {
                throw FileError(path: directory.path, code: errno)
            }
            try Disk.syncFolder(of: path)
            return nil
        }
        let former = Self.freeName(directory.path + ".before-restore-" + Self.day(now))
        isNeeded = true
        if cfiles_exchange(path, directory.path) == 0 {
            try Disk.syncFolder(of: path)
            try willBegin(.puttingAside)
            guard rename(path, former) == 0 else { throw FileError(path: path, code: errno) }
        } else {
            // The disk cannot exchange two folders: for a moment there is none in the place.
            guard errno == EINVAL || errno == ENOSYS, rename(directory.path, former) == 0 else {
                isNeeded = false
                throw FileError(path: directory.path, code: errno)
            }
            guard rename(path, directory.path) == 0 else {
                let code = errno
                isNeeded = rename(former, directory.path) != 0
                throw FileError(path: directory.path, code: code)
            }
        }
        try Disk.syncFolder(of: path)
        return former
    }

    /// A mount point cannot be renamed.
    private static func checkIsNoDisk(_ directory: DataDirectory) throws {
        var (own, above) = (stat(), stat())
        guard stat(directory.path, &own) == 0, stat(directory.path + "/..", &above) == 0,
            own.st_dev != above.st_dev
        else { return }
        throw BackupError(
            "\(directory.path) is a mounted disk, which cannot be replaced by a folder. "
                + "Restore to a folder in it, and serve that one.")
    }

    private static func clear(_ path: String) throws {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(folder) }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            throw BackupError("Another restore is running in \(path).")
        }
        if access("\(path)/\(mark)", F_OK) == 0 {
            try remove(path)
        } else if rmdir(path) != 0 {
            // The folder has files.
            let name = freeName(path + "-kept")
            guard rename(path, name) == 0 else { throw FileError(path: path, code: errno) }
        }
    }

    private static func remove(_ path: String) throws {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw BackupError("\(path) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// A service often runs as another user than the one who restores: files get the owner of the
    /// existing folder, or of its parent.
    private func giveToOwner(of directory: DataDirectory) throws {
        var owner = stat()
        let parent = URL(fileURLWithPath: directory.path).deletingLastPathComponent().path
        guard getuid() == 0, stat(directory.path, &owner) == 0 || stat(parent, &owner) == 0,
            owner.st_uid != 0
        else { return }
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        for file in [path] + all.map({ "\(path)/\($0)" }) {
            guard lchown(file, owner.st_uid, owner.st_gid) == 0 else {
                throw FileError(path: file, code: errno)
            }
        }
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }

    private static func freeName(_ name: String) -> String {
        var (free, number) = (name, 2)
        while access(free, F_OK) == 0 {
            free = "\(name)-\(number)"
            number += 1
        }
        return free
    }
}
