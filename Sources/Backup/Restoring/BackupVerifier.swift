import Domain
import Foundation

/// Verifies that a backup can be restored, without restoring it: all of it is read and compared
/// with its manifest, and its store is opened.
public struct BackupVerifier: Sendable {
    /// The archive.
    public let archive: String
    /// Receives the progress, up to ten times a second. Default: nil.
    public var progress: (@Sendable (BackupProgress) -> Void)?
    /// A folder for unpacking the store; nil for one in the system's temporary folder. A store may
    /// be large, and stays there if the process is killed.
    var workFolder: String?

    /// Prepares a verification without starting it.
    public init(_ archive: String) {
        self.archive = archive
    }

    /// Verifies the backup.
    ///
    /// - Returns: the description of the backup.
    /// - Throws: ``BackupError`` that names the fault, ``FileError``.
    public func run() throws -> BackupDescription {
        let files = FileManager.default
        let parent = workFolder ?? files.temporaryDirectory.path
        let folder = "\(parent)/homeowner-\(UUID())"
        let directory = DataDirectory(path: folder + "/data")
        try files.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // Leftovers are in a folder that is removed later.
        defer {
            Disk.shrink(directory.store)
            try? files.removeItem(atPath: folder)
        }
        let staging = try BackupStaging(path: directory.path, notes: folder, pace: .even) { place in
            place == "Homeowner.sqlite" || place.hasPrefix(BackupPath.supportFolder)
        }
        let description = try BackupReader(
            archive: archive, staging: staging, meter: ProgressMeter(progress)
        ).read()
        try RestoredStore(directory: directory).check()
        return description
    }
}
