import Foundation

/// The first bytes of a regular file and its whole size.
struct FileStart {
    var bytes: Data
    var size: Int

    /// Reads at most `count` bytes.
    ///
    /// - Throws: ``ImagingError/unreadable(reason:)`` where the path names no readable file.
    init(path: String, count: Int) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ImagingError.unreadable(reason: "there is no readable file at \(path)")
        }
        defer { try? handle.close() }
        do {
            size = Int(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
            bytes = try handle.read(upToCount: count) ?? Data()
        } catch {
            throw ImagingError.unreadable(reason: "the file at \(path) cannot be read: \(error)")
        }
    }
}
