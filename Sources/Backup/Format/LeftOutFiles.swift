/// Files that existed when the backup announced its contents, and were gone before they were
/// written: `left-out.json`, near the end of such a backup.
struct LeftOutFiles: Codable, Equatable {
    /// The number of files.
    var files = 0
    /// The total size of the files in bytes.
    var bytes: Int64 = 0
    /// The first paths in the backup that they would have.
    var paths: [String] = []

    /// A limit that keeps the list small, whatever the lengths of paths.
    private static let maximumPaths = 100

    mutating func add(_ path: String, bytes count: Int64) {
        files += 1
        bytes += count
        if paths.count < Self.maximumPaths { paths.append(path) }
    }
}
