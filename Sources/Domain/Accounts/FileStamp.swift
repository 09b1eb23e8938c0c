import Foundation

/// The state of a store's files as seen from outside, to notice changes by others.
public struct FileStamp: Equatable, Sendable {
    private struct File: Equatable {
        let number: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    private let store: File?
    private let log: File?

    /// Reads the state of a store's file and its log.
    public init(_ path: String) {
        store = Self.file(path)
        log = store == nil ? nil : Self.file(path + "-wal")
    }

    /// The inode number of a file; nil if it does not exist.
    static func number(of path: String) -> UInt64? { file(path)?.number }

    private static func file(_ path: String) -> File? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return File(
            number: UInt64(status.st_ino), size: Int64(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
}
