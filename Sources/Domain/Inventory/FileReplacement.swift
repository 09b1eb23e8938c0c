import Foundation

/// A file that takes the place of another, until it is said that it stays.
///
/// Whoever reads the place meanwhile finds one of the two: the former file gets a second name, and the new
/// one takes the place in one step. A file that goes stays until the end.
struct FileReplacement {
    private let original: String
    private let former: String
    private let new: String?
    /// The number of the file that was in the place; nil if there was none.
    private let formerNumber: ino_t?

    /// Puts a file in the place of the original, which stays under another name. The caller syncs the directory
    /// (``syncDirectory(_:)``), once for several files.
    ///
    /// - Parameter new: the file, which moves; nil to have none in that place in the end.
    /// - Throws: errors of the file system; everything is as before then.
    init(original: String, former: String, new: String?) throws {
        self.original = original
        self.former = former
        self.new = new
        formerNumber = Self.number(of: original)
        guard let new else { return }
        try Self.sync(new)
        if formerNumber != nil { try Self.keep(original, as: former) }
        do {
            try Self.move(new, to: original)
        } catch {
            try takeBack()
            throw error
        }
    }

    /// The new file stays. Whether the former one is gone already matters to nobody but the next
    /// sweep, which removes it.
    func finish() {
        guard let formerNumber else { return }
        if new != nil {
            unlink(former)
        } else if Self.number(of: original) == formerNumber {
            unlink(original)
        }
    }

    /// The former file comes back, and the new one is where it came from.
    func takeBack() throws {
        guard let new else { return }
        if access(original, F_OK) == 0, access(new, F_OK) != 0 {
            if formerNumber == nil {
                try Self.move(original, to: new)
            } else {
                try Self.keep(original, as: new)
            }
        }
        if formerNumber != nil {
            try Self.move(former, to: original)
            // Nothing moves where both are names of one file.
            unlink(former)
        }
        try Self.syncDirectory((original as NSString).deletingLastPathComponent)
    }

    /// Waits until it is on the disk which files a directory has.
    ///
    /// - Throws: errors of the file system.
    static func syncDirectory(_ path: String) throws {
        try sync(path)
    }

    /// Gives a file a second name, in place of what is left there. Where a disk has no such thing it moves, and
    /// its place is empty for a moment.
    private static func keep(_ path: String, as other: String) throws {
        unlink(other)
        guard link(path, other) != 0 else { return }
        guard [EPERM, EMLINK, EOPNOTSUPP, ENOSYS].contains(errno) else {
            throw FileError(path: path, code: errno)
        }
        try move(path, to: other)
    }

    private static func move(_ path: String, to other: String) throws {
        guard rename(path, other) == 0 else { throw FileError(path: path, code: errno) }
    }

    private static func number(of path: String) -> ino_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_ino : nil
    }

    /// Waits until a file or directory is on the disk.
    private static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno) }
    }
}
