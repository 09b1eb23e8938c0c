/// Files that were there when a backup said how much is in it, and were gone when their turn came:
/// `left-out.json`, near the end of a backup that has such.
struct LeftOutFiles: Codable, Equatable {
    /// How many there are.
    var files = 0
    /// How many bytes they had.
    var bytes: Int64 = 0
    /// The paths that they would have, the first of them.
    var paths: [String] = []

    /// So many that the list stays small, whatever their lengths.
    private static let mostPaths = 100

    /// Adds a file.
    mutating func add(_ path: String, bytes count: Int64) {
        files += 1
        bytes += count
        if paths.count < Self.mostPaths { paths.append(path) }
    }
}
