import Domain
import Foundation

/// A folder of backups that are named by their dates, of which the newest are kept.
public struct BackupFolder: Sendable {
    /// The folder.
    public let path: String
    /// How many are kept.
    public let count: Int

    /// - Parameters:
    ///   - path: the folder; it is made when the first backup is.
    ///   - count: how many backups are kept, one at least.
    public init(path: String, keeping count: Int) {
        self.path = path
        self.count = count
    }

    /// Makes a backup, and when it is verified removes those that are too many. As long as a picture is
    /// damaged none is removed: an older one may have it whole.
    ///
    /// - Returns: the backup, and the names of those that were removed.
    /// - Throws: ``BackupError``, ``FileError``, errors of the store; nothing is removed then.
    public func add(
        _ maker: BackupMaker
    ) throws -> (backup: BackupFile.Outcome, removed: [String]) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw FileError(path: path, code: errno)
        }
        for name in try names(ending: BackupFile.partialSuffix) {
            do {
                try BackupFile.removeIfLeft("\(path)/\(name)")
            } catch is BackupFile.TakenName {
                // Another backup is being written to it, which this one leaves alone.
            }
        }
        let backup = try BackupFile.make(maker, in: path)
        let removed = backup.damage.isEmpty ? Array(try names().dropLast(count)) : []
        for name in removed {
            // Another backup may have removed it.
            guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else {
                throw FileError(path: "\(path)/\(name)", code: errno)
            }
        }
        return (backup, removed)
    }

    /// The names of the backups that it has made, the oldest first. Other files stay.
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
