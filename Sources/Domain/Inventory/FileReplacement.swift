import Foundation

/// A file that takes the place of another, until it is said that it stays.
struct FileReplacement {
    private let original: String
    private let former: String
    private let new: String?
    private let hadOriginal: Bool

    /// Puts a file in the place of the original, which moves aside. The caller syncs the directory
    /// (``syncDirectory(_:)``), once for several files.
    ///
    /// - Parameter new: the file, which moves; nil to have none in that place.
    /// - Throws: errors of the file system; everything is as before then.
    init(original: String, former: String, new: String?) throws {
        self.original = original
        self.former = former
        self.new = new
        hadOriginal = FileManager.default.fileExists(atPath: original)
        if let new { try Self.sync(new) }
        if hadOriginal { try Self.move(original, to: former) }
        do {
            if let new { try Self.move(new, to: original) }
        } catch {
            try takeBack()
            throw error
        }
    }

    /// The new file stays. Whether the former one is gone already matters to nobody but the next
    /// sweep, which removes it.
    func finish() {
        if hadOriginal { unlink(former) }
    }

    /// The former file comes back, and the new one is where it came from.
    func takeBack() throws {
        if let new, access(original, F_OK) == 0, access(new, F_OK) != 0 {
            try Self.move(original, to: new)
        }
        if hadOriginal { try Self.move(former, to: original) }
        try Self.syncDirectory((original as NSString).deletingLastPathComponent)
    }

    /// Waits until it is on the disk which files a directory has.
    ///
    /// - Throws: errors of the file system.
    static func syncDirectory(_ path: String) throws {
        try sync(path)
    }

    private static func move(_ path: String, to other: String) throws {
        guard rename(path, other) == 0 else { throw FileError(path: path, code: errno) }
    }

    /// Waits until a file or directory is on the disk.
    private static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno) }
    }
}
