import Domain
import Foundation

/// Second names for the files of a folder, in another one on the same disk.
///
/// Files that are never written to again once they are in their place: a second name is as good as a copy.
struct LinkedFolder {
    let path: String
    /// The folder with the second names.
    let copies: String

    /// When the folder was changed last, in nanoseconds, as far as all of that is known.
    private var knownChange: Int64?
    /// The numbers of the files that have a second name.
    private var numbers: [String: UInt64] = [:]

    init(_ path: String, copies: String) {
        self.path = path
        self.copies = copies
    }

    /// Makes the second folder what the first one is. Done again, it costs no more than what has
    /// changed since, and looking through the names; where nothing came and went, next to nothing.
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
        // The clock of a disk is a coarse one: a change right after the last may have the same time.
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

    /// Gives a file a second name, or copies it where a disk has no such thing.
    ///
    /// - Returns: the number of the file that has it; nil if there is none any more.
    private func link(_ name: String, _ number: UInt64) throws -> UInt64? {
        let (source, target) = ("\(path)/\(name)", "\(copies)/\(name)")
        guard Foundation.link(source, target) != 0 else {
            // Another one may have taken the place since its folder was read.
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

    /// The names of the files in a folder with their numbers; nothing if there is no folder.
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
