import Domain
import Foundation

/// The files of the folder of photographs, as they are at a moment.
struct PhotoListing {
    /// The folder.
    let folder: String

    /// The files that are there, in order.
    func files() -> [BackupContents.File] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return (paths ?? []).sorted().compactMap(file)
    }

    /// A file; nil for what is none, or is gone by now.
    private func file(_ path: String) -> BackupContents.File? {
        // A photo that is coming in has its own name in a moment, or goes.
        guard !PhotoFolder.isUpload((path as NSString).lastPathComponent) else { return nil }
        let source = "\(folder)/\(path)"
        var status = stat()
        // Links are not followed: what they lead to is not in the folder.
        guard lstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return BackupContents.File(
            source: source, path: "\(BackupPath.photos)/\(path)", size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec), number: UInt64(status.st_ino))
    }
}
