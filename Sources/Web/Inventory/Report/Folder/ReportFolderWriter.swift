import Domain
import Foundation

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
    mutating func makePlace(for path: String) throws {
        let parts = path.split(separator: "/").dropLast()
        guard !parts.isEmpty, places.insert(parts.joined(separator: "/")).inserted else { return }
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(parts.joined(separator: "/"))", withIntermediateDirectories: true)
    }

    /// Notes a file that was put in its place.
    mutating func note(_ path: String) {
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
