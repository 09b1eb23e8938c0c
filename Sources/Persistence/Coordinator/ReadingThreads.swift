import Foundation
import Synchronization

/// The threads whose closures read a store.
final class ReadingThreads: Sendable {
    /// How many closures of a thread are one within the other.
    private let depths = Mutex<[pthread_t: Int]>([:])

    /// Whether a closure of the calling thread reads.
    var includesThisThread: Bool { depths.withLock { $0[pthread_self()] != nil } }

    /// Runs a closure that reads.
    func reading<T>(_ body: () throws -> T) rethrows -> T {
        let thread = pthread_self()
        depths.withLock { $0[thread, default: 0] += 1 }
        defer {
            depths.withLock { depths in
                let depth = depths[thread, default: 1] - 1
                depths[thread] = depth > 0 ? depth : nil
            }
        }
        return try body()
    }

    /// - Throws: `PersistenceError.misuse` if a closure of the calling thread reads: the store must not be
    ///   closed.
    func checkMayClose() throws {
        guard !includesThisThread else {
            throw PersistenceError.misuse("A store cannot be closed by a closure that reads it")
        }
    }
}
