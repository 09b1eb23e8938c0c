import Foundation

/// Erases files by overwriting them.
///
/// A process that opens such a file reads the old content or finds no file: the file is renamed
/// before it is overwritten, and ``finish(in:)`` looks for the new name if the program ends in
/// between. A process that has the file open then reads zeros.
public enum ErasedFile {
    private static let suffix = ".erased"

    /// Overwrites a file with zeros and removes it, if it exists.
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
            // Restores the name, so that a later attempt finds the file.
            rename(former, path)
            throw error
        }
    }

    /// Replaces a file and erases the former one, if any. A concurrent reader finds one of the two.
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

    private static func giveName(_ former: String, to path: String) throws {
        while link(path, former) != 0 {
            let code = errno
            switch code {
            case ENOENT: return
            // Another process has just begun to erase the file.
            case EEXIST: try erase(former)
            // Some file systems have no hard links; there the file is missing for a moment.
            case EPERM, EOPNOTSUPP, ENOSYS: return try remove(path)
            default: throw FileError(path: path, code: code)
            }
        }
    }

    /// Erases the rest of files in a folder whose erasure was interrupted.
    ///
    /// - Throws: errors of the file system.
    static func finish(in folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(suffix) {
            try erase("\(folder)/\(name)", evenIfInUse: false)
        }
    }

    /// Overwrites a file with zeros and removes it.
    ///
    /// - Parameter evenIfInUse: whether to remove the name if the file still has another one, after
    ///   ``replace(_:with:)``; its content stays then.
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
