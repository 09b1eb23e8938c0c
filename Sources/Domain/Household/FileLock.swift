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
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileError(path: path, code: errno) }
        }
        return try body()
    }
}
