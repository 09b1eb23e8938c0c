import Foundation

/// Removes files with what is in them.
///
/// Whoever opens such a file finds what was in it, or none: it gets another name before it is written over, which
/// ``finish(in:)`` looks for if the program ends in between. Whoever has it open reads zeros from then on.
public enum ErasedFile {
    /// Ends the names of files that are being written over.
    private static let suffix = ".erased"

    /// Writes zeros over a file and removes it; one that is not there is removed already.
    ///
    /// - Throws: errors of the file system.
    public static func remove(_ path: String) throws {
        let former = path + suffix
        try erase(former)
        guard rename(path, former) == 0 else {
            if errno == ENOENT { return }
            throw FileError(path: path, code: errno)
        }
        do {
            try erase(former)
        } catch {
            // Whoever looks for it again finds it where it was.
            rename(former, path)
            throw error
        }
    }

    /// Puts a file in the place of another one, if there is one, and removes that. Whoever reads beside finds
    /// one of the two.
    ///
    /// - Throws: errors of the file system.
    public static func replace(_ path: String, with file: String) throws {
        let former = path + suffix
        try erase(former)
        try giveName(former, to: path)
        guard rename(file, path) == 0 else {
            let code = errno
            unlink(former)
            throw FileError(path: file, code: code)
        }
        try erase(former)
    }

    /// Gives a file another name besides its own, if there is one.
    private static func giveName(_ former: String, to path: String) throws {
        while link(path, former) != 0 {
            let code = errno
            switch code {
            case ENOENT: return
            // Somebody else has just begun to remove it.
            case EEXIST: try erase(former)
            // Not every disk knows two names of a file; there it is away for a moment.
            case EPERM, EOPNOTSUPP, ENOSYS: return try remove(path)
            default: throw FileError(path: path, code: code)
            }
        }
    }

    /// Removes what is left of files in a folder that were being removed when the program ended.
    ///
    /// - Throws: errors of the file system.
    static func finish(in folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(suffix) {
            try erase("\(folder)/\(name)", evenIfInUse: false)
        }
    }

    /// Writes zeros over a file and removes it.
    ///
    /// - Parameter evenIfInUse: whether the name goes when the file is still in its place under another one, by
    ///   ``replace(_:with:)``; it keeps what is in it then.
    private static func erase(_ path: String, evenIfInUse: Bool = true) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw FileError(path: path, code: errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, code: errno) }
        if status.st_nlink > 1 {
            guard evenIfInUse else { return }
        } else {
            try writeZeros(over: handle, count: Int(status.st_size))
        }
        try handle.close()
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FileError(path: path, code: errno)
        }
    }

    private static func writeZeros(over file: FileHandle, count: Int) throws {
        var rest = count
        let zeros = Data(count: 1 << 16)
        while rest > 0 {
            try file.write(contentsOf: zeros.prefix(rest))
            rest -= zeros.count
        }
        try file.synchronize()
    }
}
