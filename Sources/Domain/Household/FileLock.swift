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

    /// Runs a closure that changes what ``whileUnchanged(at:_:)`` looks at. Closures of this kind run beside each
    /// other, and in each other.
    ///
    /// - Throws: errors of the file system, and what the closure throws.
    static func whileChanging<T>(at path: String, _ body: () throws -> T) throws -> T {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        do {
            try lock(descriptor, LOCK_SH, path)
        } catch let error as FileError where [ENOLCK, EOPNOTSUPP].contains(error.code) {
            // A disk without locks: who looks may see half of a change.
        }
        return try body()
    }

    /// Runs a closure that looks at something while nobody changes it (``whileChanging(at:_:)``). Nothing is made for
    /// it: without the file of the lock nobody has changed anything.
    ///
    /// - Throws: errors of the file system, and what the closure throws.
    package static func whileUnchanged<T>(at path: String, _ body: () throws -> T) throws -> T {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return try body()
        }
        defer { close(descriptor) }
        try lock(descriptor, LOCK_EX, path)
        return try body()
    }

    private static func lock(_ descriptor: Int32, _ operation: Int32, _ path: String) throws {
        while flock(descriptor, operation) != 0 {
            guard errno == EINTR else { throw FileError(path: path, code: errno) }
        }
    }
}
