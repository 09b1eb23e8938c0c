import Foundation

/// What the files of a store look like from outside, to see whether somebody has written to them.
public struct FileStamp: Equatable, Sendable {
    private struct File: Equatable {
        let number: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    private let store: File?
    private let log: File?

    /// Looks at a store's file and its log.
    public init(_ path: String) {
        store = Self.file(path)
        log = Self.file(path + "-wal")
    }

    /// The number of a file; nil if there is none.
    static func number(of path: String) -> UInt64? { file(path)?.number }

    private static func file(_ path: String) -> File? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return File(
            number: UInt64(status.st_ino), size: Int64(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
}
