import Domain
import Foundation

/// A folder of backups named by date, of which the newest are kept.
public struct BackupFolder: Sendable {
    /// The folder.
    public let path: String
    /// The number of backups to keep.
    public let count: Int

    /// - Parameters:
    ///   - path: the folder, created with the first backup.
    ///   - count: the number of backups to keep, at least one.
    public init(path: String, keeping count: Int) {
        self.path = path
        self.count = count
    }

    /// Makes and verifies a backup, then removes the oldest ones above the number to keep. While a
    /// picture is damaged none is removed: an older backup may have it intact.
    ///
    /// - Returns: the backup, and the names of those that were removed.
    /// - Throws: ``BackupError``, ``FileError``, errors of the store; nothing is removed then.
    public func add(
        _ maker: BackupMaker
    ) throws -> (backup: BackupFile.Outcome, removed: [String]) {
        try FailedBackup.noting(in: maker.directory) {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw FileError(path: path, code: errno)
            }
        }
        for name in try names(ending: BackupFile.partialSuffix) {
            do {
                try BackupFile.removeIfLeft("\(path)/\(name)")
            } catch is BackupFile.NameInUse {
                // Another backup is being written to it.
            }
        }
        let backup = try BackupFile.make(maker, in: path)
        let removed = backup.damage.isEmpty ? Array(try names().dropLast(count)) : []
        for name in removed {
            // Another process may have removed it.
            guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else {
                throw FileError(path: "\(path)/\(name)", code: errno)
            }
        }
        return (backup, removed)
    }

    /// The names of the backups made here, oldest first. Other files stay.
    ///
    /// - Throws: errors of the file system.
    public func names() throws -> [String] {
        try names(ending: "")
    }

    private func names(ending suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter {
            let pattern = #/homeowner-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst/#
            guard $0.hasSuffix(suffix) else { return false }
            return $0.dropLast(suffix.count).wholeMatch(of: pattern) != nil
        }.sorted()
    }
}
