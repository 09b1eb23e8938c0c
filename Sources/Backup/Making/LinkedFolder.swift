import Domain
import Foundation

/// A second folder with hard links to the files of a folder, on the same disk.
///
/// The files are never overwritten, so a link is as good as a copy.
struct LinkedFolder {
    let path: String
    /// The folder with the links.
    let copies: String

    /// The time of the folder's last change in nanoseconds, if all changes until then are known.
    private var knownChange: Int64?
    /// The inode numbers of the linked files.
    private var numbers: [String: UInt64] = [:]

    init(_ path: String, copies: String) {
        self.path = path
        self.copies = copies
    }

    /// Makes the second folder like the first. A repeated update only costs reading the names and
    /// linking what is new; without changes, next to nothing.
    ///
    /// - Throws: ``FileError``, errors of copying.
    mutating func update() throws {
        let change = lastChange
        if let change, change == knownChange { return }
        let now = Int64(Date().timeIntervalSince1970 * 1e9)
        let present = try Self.files(in: path)
        for (name, number) in present where numbers[name] != number {
            if numbers[name] != nil { try remove(name) }
            numbers[name] = try link(name, number)
        }
        for name in numbers.keys where present[name] == nil { try remove(name) }
        // File system clocks are coarse: a change right after the last may have the same time.
        knownChange = change.flatMap { now - $0 > Self.coarseness ? $0 : nil }
    }

    private static let coarseness: Int64 = 1_000_000_000

    private var lastChange: Int64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    private mutating func remove(_ name: String) throws {
        guard unlink("\(copies)/\(name)") == 0 else {
            throw FileError(path: "\(copies)/\(name)", code: errno)
        }
        numbers[name] = nil
    }

    /// Links a file, or copies it on a disk without links.
    ///
    /// - Returns: the inode number of the file; nil if it is gone.
    private func link(_ name: String, _ number: UInt64) throws -> UInt64? {
        let (source, target) = ("\(path)/\(name)", "\(copies)/\(name)")
        guard Foundation.link(source, target) != 0 else {
            // Another file may have replaced it since the folder was read.
            var status = stat()
            guard lstat(target, &status) == 0 else { throw FileError(path: target, code: errno) }
            return UInt64(status.st_ino)
        }
        switch errno {
        case ENOENT: return nil
        case EPERM, EMLINK, EOPNOTSUPP, EXDEV:
            return try FileCopy.make(of: source, at: target) ? number : nil
        default: throw FileError(path: source, code: errno)
        }
    }

    /// The names of the files in a folder with their inode numbers; empty if there is no folder.
    private static func files(in path: String) throws -> [String: UInt64] {
        guard let folder = opendir(path) else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return [:]
        }
        defer { closedir(folder) }
        var files: [String: UInt64] = [:]
        errno = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { files[name] = UInt64(entry.pointee.d_ino) }
            errno = 0
        }
        guard errno == 0 else { throw FileError(path: path, code: errno) }
        return files
    }
}
