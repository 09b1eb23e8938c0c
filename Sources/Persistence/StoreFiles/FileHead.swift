import CSQLite
import Foundation

/// Reads the first bytes of a file that may be a database.
///
/// It reads through SQLite: when a process closes a file, through any descriptor, the system drops
/// all its locks on it. SQLite waits for that; other code that opens and closes the file of an open
/// store would let another process remove its log.
enum FileHead {
    /// The first bytes, up to this number; nil if no file can be read.
    static func bytes(ofFileAt path: String, count: Int) -> [UInt8]? {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK else { return nil }
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = withUnsafeMutablePointer(to: &file) {
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
        }
        guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods?.pointee else {
            return nil
        }
        var size: Int64 = 0
        guard methods.xFileSize?(file, &size) == SQLITE_OK else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(count, Int(size)))
        guard !bytes.isEmpty else { return [] }
        let read = methods.xRead?(file, &bytes, Int32(bytes.count), 0)
        return read == SQLITE_OK ? bytes : nil
    }
}

/// The header of a database file.
///
/// See <https://www.sqlite.org/fileformat2.html#the_database_header>.
struct DatabaseHead {
    /// The page size in bytes.
    let pageSize: Int
    /// Whether the file uses a write-ahead log.
    let usesLog: Bool
    /// The number of pages in the header.
    let statedPageCount: Int

    /// Nil for a file that is not a database.
    init?(path: String) {
        guard let bytes = FileHead.bytes(ofFileAt: path, count: 32), bytes.count == 32,
            bytes.starts(with: "SQLite format 3\0".utf8)
        else { return nil }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        guard size > 0 else { return nil }
        pageSize = size == 1 ? 65_536 : size
        usesLog = bytes[18] == 2
        statedPageCount = bytes[28...].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The state of a file, which any write changes.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil if there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

/// The identity of a file, which writes do not change.
struct FileNumber: Equatable, LosslessStringConvertible {
    private let device: UInt64
    private let number: UInt64

    /// Nil if there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    init?(_ description: String) {
        let parts = description.split(separator: ":").map { UInt64($0) }
        guard parts.count == 2, let device = parts[0], let number = parts[1] else { return nil }
        self.device = device
        self.number = number
    }

    var description: String { "\(device):\(number)" }
}
