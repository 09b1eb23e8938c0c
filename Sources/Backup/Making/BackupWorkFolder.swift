import Domain
import Foundation

/// A folder for what a backup needs while it is made. It goes with its owner; if the process ends
/// before, the next backup removes it.
final class BackupWorkFolder {
    let path: String
    private let lock: Int32

    /// How often another backup may take a folder for one that was left, before it is locked.
    private static let mostAttempts = 100

    /// Makes a folder in a data directory, and removes those that were left there.
    ///
    /// - Parameter willLock: runs when a folder is made and not locked yet. Default: nothing.
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

    /// Makes a folder, and locks it.
    private static func make(
        in parent: String, willLock: () throws -> Void
    ) throws -> (path: String, lock: Int32) {
        for _ in 0..<mostAttempts {
            let path = "\(parent)/\(UUID().uuidString)"
            guard mkdir(path, 0o700) == 0 else { throw FileError(path: path, code: errno) }
            try willLock()
            if let lock = try locked(path) { return (path, lock) }
        }
        throw FileError(path: parent, code: EAGAIN)
    }

    /// Locks a folder that was just made; nil if another backup was quicker, and removes it.
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
        // What cannot be removed now is removed by the next backup.
        try? FileManager.default.removeItem(atPath: path)
        if lock >= 0 { close(lock) }
    }

    private static func removeIfLeft(_ path: String) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else { return }
        defer { close(folder) }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { return }
        // What cannot be removed now, the next backup tries to.
        try? FileManager.default.removeItem(atPath: path)
    }
}
