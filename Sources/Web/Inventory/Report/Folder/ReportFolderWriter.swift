import Domain
import Foundation
import Imaging

/// Writes the files of a report's folder, and at the end the list of their checksums.
struct ReportFolderWriter {
    let folder: String
    private var paths: [String] = []
    private var places: Set<String> = []

    init(_ folder: String) {
        self.folder = folder
    }

    /// Makes the folder that a file goes to.
    ///
    /// - Throws: errors of the file system.
    private mutating func makePlace(for path: String) throws {
        let parts = path.split(separator: "/").dropLast()
        guard !parts.isEmpty, places.insert(parts.joined(separator: "/")).inserted else { return }
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(parts.joined(separator: "/"))", withIntermediateDirectories: true)
    }

    /// Puts an original into the folder. It may be deleted at any time: what is taken is in the folder
    /// before it is looked at.
    ///
    /// - Parameters:
    ///   - images: where originals are.
    ///   - isLinked: whether a second name will do. Default: true.
    ///   - path: where it goes, by the end of a name that its bytes ask for.
    /// - Returns: where it is; nil if it is not where it should be.
    /// - Throws: errors of the file system.
    mutating func take(
        _ key: UUID, of images: ItemImages, isLinked: Bool = true,
        at path: (_ fileExtension: String) -> String
    ) throws -> String? {
        let taken = "\(folder)/.\(key.uuidString)"
        do {
            try images.copy(key, to: taken, isLinked: isLinked)
        } catch let error as FileError where error.code == ENOENT {
            return nil
        }
        let format = try FileKind.of(contentsOf: taken).pictureFormat
        let place = path(format?.fileExtension ?? "pdf")
        try makePlace(for: place)
        guard rename(taken, "\(folder)/\(place)") == 0 else {
            throw FileError(path: place, code: errno)
        }
        note(place)
        return place
    }

    /// Notes a file that was put in its place.
    private mutating func note(_ path: String) {
        paths.append(path)
    }

    /// Writes a file.
    ///
    /// - Throws: errors of the file system.
    mutating func write(_ bytes: Data, to path: String) throws {
        try makePlace(for: path)
        try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(path)"))
        note(path)
    }

    /// Writes the list of checksums.
    ///
    /// - Returns: the paths of all files, the list at the end.
    /// - Throws: errors of the file system.
    func finish() throws -> [String] {
        var list = ""
        for path in paths.sorted() {
            list += "\(try FileChecksum(ofFileAt: "\(folder)/\(path)"))  \(path)\n"
        }
        try Data(list.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(ReportFolder.listName)"))
        return paths.sorted() + [ReportFolder.listName]
    }
}
