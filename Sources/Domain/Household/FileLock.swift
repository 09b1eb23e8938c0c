import Foundation

/// Keeps servers that share a folder from changing a file of it at the same time.
package enum FileLock {
    /// Runs a closure beside nobody else who has the lock.
    ///
    /// - Parameter path: the file of the lock, which stays.
    /// - Throws: errors of the file system, and what the closure throws.
    package static func withLock<T>(at path: String, _ body: () throws -> T) throws -> T {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        // The lock goes with its descriptor.
        defer { close(descriptor) }
        try lock(descriptor, LOCK_EX, path)
        return try body()
    }

    /// Runs a closure that changes files of a folder, and what belongs to them, so that ``whileUnchanged(_:_:)`` sees
    /// all of that or nothing. Closures of this kind run beside each other, and in each other.
    ///
    /// - Throws: errors of the file system, and what the closure throws.
    static func whileChanging<T>(_ folder: String, _ body: () throws -> T) throws -> T {
        try withFolder(folder, LOCK_SH, body)
    }

    /// Runs a closure that looks at a folder while nobody changes it (``whileChanging(_:_:)``).
    ///
    /// - Throws: errors of the file system, and what the closure throws.
    package static func whileUnchanged<T>(_ folder: String, _ body: () throws -> T) throws -> T {
        try withFolder(folder, LOCK_EX, body)
    }

    /// Runs a closure with the lock of a folder itself, for which no file is made.
    private static func withFolder<T>(
        _ folder: String, _ operation: Int32, _ body: () throws -> T
    ) throws -> T {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileError(path: folder, code: errno) }
            return try body()
        }
        defer { close(descriptor) }
        do {
            try lock(descriptor, operation, folder)
        } catch let error as FileError where [ENOLCK, EOPNOTSUPP, EBADF].contains(error.code) {
            // A disk without such locks: who looks may see half of a change.
        }
        return try body()
    }

    private static func lock(_ descriptor: Int32, _ operation: Int32, _ path: String) throws {
        while flock(descriptor, operation) != 0 {
            guard errno == EINTR else { throw FileError(path: path, code: errno) }
        }
    }
}
