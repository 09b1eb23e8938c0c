import Foundation

/// Locks files and folders against other servers.
package enum FileLock {
    /// Runs a closure while it holds a lock.
    ///
    /// - Parameter path: the lock file, which stays.
    /// - Throws: errors of the file system and of the closure.
    package static func withLock<T>(at path: String, _ body: () throws -> T) throws -> T {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        // Closing the descriptor releases the lock.
        defer { close(descriptor) }
        try lock(descriptor, LOCK_EX, path)
        return try body()
    }

    /// Runs a closure that changes the files of a folder and their records, so that
    /// ``whileUnchanged(_:_:)`` sees all of it or nothing. Such closures may run in parallel and be
    /// nested.
    ///
    /// - Throws: errors of the file system and of the closure.
    static func whileChanging<T>(_ folder: String, _ body: () throws -> T) throws -> T {
        try withFolder(folder, LOCK_SH, body)
    }

    /// Runs a closure while a folder does not change (``whileChanging(_:_:)``).
    ///
    /// - Throws: errors of the file system and of the closure.
    package static func whileUnchanged<T>(_ folder: String, _ body: () throws -> T) throws -> T {
        try withFolder(folder, LOCK_EX, body)
    }

    /// Runs a closure with a lock of the folder itself, without a lock file.
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
            // On a disk without such locks, a reader may see half of a change.
        }
        return try body()
    }

    private static func lock(_ descriptor: Int32, _ operation: Int32, _ path: String) throws {
        while flock(descriptor, operation) != 0 {
            guard errno == EINTR else { throw FileError(path: path, code: errno) }
        }
    }
}
