import Domain
import Foundation

/// Proves that a backup can be restored, without restoring it: all of it is read and compared with its
/// manifest, and its store is opened.
public struct BackupVerifier: Sendable {
    /// The archive.
    public let archive: String
    /// Hears how far it is, up to ten times a second. Default: nil.
    public var progress: (@Sendable (BackupProgress) -> Void)?
    /// A folder for the store while it is looked through; nil for one where the system keeps temporary
    /// files. A store may be large, and who ends the process leaves it there.
    var workFolder: String?

    /// Prepares a verification; nothing is done yet.
    public init(_ archive: String) {
        self.archive = archive
    }

    /// Verifies the backup.
    ///
    /// - Returns: what the backup says about itself.
    /// - Throws: ``BackupError`` that names what is wrong, ``FileError``.
    public func run() throws -> BackupDescription {
        let files = FileManager.default
        let parent = workFolder ?? files.temporaryDirectory.path
        let folder = "\(parent)/homeowner-\(UUID())"
        let directory = DataDirectory(path: folder + "/data")
        try files.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // What is left of it lies where it is removed later.
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
