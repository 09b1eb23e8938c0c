import Foundation

/// Removes files with what is in them.
public enum ErasedFile {
    /// Writes zeros over a file and removes it; one that is not there is removed already.
    ///
    /// - Throws: errors of the file system.
    public static func remove(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw FileError(path: path, code: errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var rest = Int(try handle.seekToEnd())
        try handle.seek(toOffset: 0)
        let zeros = Data(count: 1 << 16)
        while rest > 0 {
            try handle.write(contentsOf: zeros.prefix(rest))
            rest -= zeros.count
        }
        try handle.synchronize()
        try handle.close()
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FileError(path: path, code: errno)
        }
    }
}
