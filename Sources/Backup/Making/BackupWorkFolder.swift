import Domain
import Foundation

/// A folder for what a backup needs while it is made. It goes with its owner; if the process ends
/// before, the next backup removes it.
final class BackupWorkFolder {
    let path: String
    private let lock: Int32

    /// Makes a folder in a data directory, and removes those that were left there.
    ///
    /// - Throws: ``FileError``.
    init(in directory: DataDirectory) throws {
        let parent = directory.backingUp
        guard mkdir(parent, 0o700) == 0 || errno == EEXIST else {
            throw FileError(path: parent, code: errno)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: parent) {
            Self.removeIfLeft("\(parent)/\(name)")
        }
        path = "\(parent)/\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { throw FileError(path: path, code: errno) }
        lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw FileError(path: path, code: errno)
        }
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
        try? FileManager.default.removeItem(atPath: path)
    }
}
