import Domain
import Foundation

/// Lists the files of the folder of photos.
struct PhotoListing {
    /// The folder.
    let folder: String

    /// The current files in order. Paths that are not UTF-8 are escaped.
    func files() -> [BackupContents.File] {
        var files: [BackupContents.File] = []
        add(to: &files, filesIn: [])
        return files.sorted { $0.path < $1.path }
    }

    /// Adds the files of a folder and its subfolders. One that is gone or cannot be read counts as
    /// empty.
    ///
    /// - Parameter names: the path from the top.
    private func add(to files: inout [BackupContents.File], filesIn names: [FolderName]) {
        guard let directory = opendir(systemPath(of: names).cString) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = FolderName(entry.pointee.nameBytes)
            if name.id == "." || name.id == ".." { continue }
            let path = names + [name]
            var status = stat()
            // Links are not followed: their targets are not in the folder.
            guard lstat(systemPath(of: path).cString, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: add(to: &files, filesIn: path)
            // An upload in progress will soon be renamed or removed.
            case S_IFREG where !PhotoFolder.isUpload(name.id):
                files.append(file(path, status))
            default: break
            }
        }
    }

    private func file(_ names: [FolderName], _ status: stat) -> BackupContents.File {
        let texts = names.compactMap { String(validating: $0.bytes, as: UTF8.self) }
        let isText = texts.count == names.count
        let path = (isText ? texts : names.map(\.id)).joined(separator: "/")
        return BackupContents.File(
            source: "\(folder)/\(path)", sourceName: isText ? nil : systemPath(of: names),
            path: "\(isText ? BackupPath.photos : BackupPath.escapedPhotos)/\(path)",
            size: Int64(status.st_size), modified: Int64(status.st_mtim.tv_sec),
            number: UInt64(status.st_ino))
    }

    private func systemPath(of names: [FolderName]) -> [UInt8] {
        Array(folder.utf8) + names.flatMap { [UInt8(ascii: "/")] + $0.bytes }
    }
}
