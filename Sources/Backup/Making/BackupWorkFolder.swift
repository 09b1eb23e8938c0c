import Domain
import Foundation

/// A temporary folder for a backup. It is removed with its owner or, if the process ends before, by
/// the next backup.
final class BackupWorkFolder {
    let path: String
    private let lock: Int32

    /// The maximum number of folders that other backups may remove before they are locked.
    private static let maximumAttempts = 100

    /// Creates a folder in a data directory, and removes leftovers of earlier ones.
    ///
    /// - Parameter willLock: runs after a folder is created and before it is locked. Default:
    ///   nothing.
    /// - Throws: ``FileError``.
    init(in directory: DataDirectory, willLock: () throws -> Void = {}) throws {
        let parent = directory.backingUp
        guard mkdir(parent, 0o700) == 0 || errno == EEXIST else {
            throw FileError(path: parent, code: errno)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: parent) {
            Self.removeIfLeft("\(parent)/\(name)")
        }
        let made = try Self.make(in: parent, willLock: willLock)
        path = made.path
        lock = made.lock
    }

    /// Creates and locks a folder.
    private static func make(
        in parent: String, willLock: () throws -> Void
    ) throws -> (path: String, lock: Int32) {
        for _ in 0..<maximumAttempts {
            let path = "\(parent)/\(UUID().uuidString)"
            guard mkdir(path, 0o700) == 0 else { throw FileError(path: path, code: errno) }
            try willLock()
            if let lock = try locked(path) { return (path, lock) }
        }
        throw FileError(path: parent, code: EAGAIN)
    }

    /// Locks a new folder; nil if another backup was faster and is removing it.
    private static func locked(_ path: String) throws -> Int32? {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return nil
        }
        if flock(folder, LOCK_EX | LOCK_NB) == 0, FileName.isOf(folder, path) { return folder }
        close(folder)
        return nil
    }

    deinit {
        // If this fails, the next backup removes it.
        try? FileManager.default.removeItem(atPath: path)
        if lock >= 0 { close(lock) }
    }

    private static func removeIfLeft(_ path: String) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else { return }
        defer { close(folder) }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { return }
        // If this fails, the next backup tries again.
        try? FileManager.default.removeItem(atPath: path)
    }
}
