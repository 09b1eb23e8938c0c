import Foundation

/// The replacement of a file, which can be reverted until it is finished.
///
/// Readers find one of the two files at any time: the old one gets a second name, and the new one
/// replaces it in one step. A file to remove stays until the end.
struct FileReplacement {
    private let original: String
    private let former: String
    private let new: String?
    /// The inode of the old file; nil if there was none.
    private let formerNumber: ino_t?

    /// Replaces the original, and keeps it under another name. The caller syncs the directory
    /// (``syncDirectory(_:)``), once for several files.
    ///
    /// - Parameter new: the file to move; nil to remove the original in the end.
    /// - Throws: errors of the file system; nothing has changed then.
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

    /// Keeps the new file. If the old one cannot be removed, the next sweep does it.
    func finish() {
        guard let formerNumber else { return }
        if new != nil {
            unlink(former)
        } else if Self.number(of: original) == formerNumber {
            unlink(original)
        }
    }

    /// Restores the old file, and moves the new one back.
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
            // A rename between two names of one file does nothing.
            unlink(former)
        }
        try Self.syncDirectory((original as NSString).deletingLastPathComponent)
    }

    /// Waits until a directory's entries are on the disk.
    ///
    /// - Throws: errors of the file system.
    static func syncDirectory(_ path: String) throws {
        try sync(path)
    }

    /// Gives a file a second name, replacing leftovers. Without support for hard links it is moved,
    /// which leaves its place empty for a moment.
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

    private static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno) }
    }
}
