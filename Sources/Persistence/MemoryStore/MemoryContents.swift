import Foundation
import Synchronization

/// The state of a store that has all of its records in memory, with those who read and write it.
// The writing session is used only while its lock is held; all else is constant or locks itself.
final class MemoryContents: @unchecked Sendable {
    /// By which object IDs of the store's records are made.
    let homes: StoreHomes
    /// Nil once the store is closed.
    private let published: Mutex<MemoryState?>
    private let changes = Atomic<Int>(0)
    private let readers = ReadingThreads()
    private let writerLock = NSRecursiveLock()
    private var writer: MemorySession?
    private let willPublish: @Sendable (MemoryState) throws -> Void

    /// - Parameter willPublish: gets what a transaction wrote before anybody else sees it; if it
    ///   throws, nobody does. Default: nothing.
    init(
        _ state: MemoryState, homes: StoreHomes,
        willPublish: @escaping @Sendable (MemoryState) throws -> Void = { _ in }
    ) {
        self.homes = homes
        self.willPublish = willPublish
        published = Mutex(state)
    }

    var changeCount: Int { changes.load(ordering: .acquiring) }

    /// The newest saved state.
    ///
    /// - Throws: `PersistenceError.misuse` once the store is closed.
    var state: MemoryState {
        get throws {
            guard let state = published.withLock({ $0 }) else {
                throw PersistenceError.misuse("The store is closed")
            }
            return state
        }
    }

    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        let session = MemorySession(self, state: try state, canWrite: false)
        return try readers.reading { try body(session) }
    }

    /// Whether a closure of this thread reads.
    var isReadByThisThread: Bool { readers.includesThisThread }

    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try withWriterLock {
            if let writer { return try body(writer) }
            let session = MemorySession(self, state: try state, canWrite: true)
            writer = session
            defer { writer = nil }
            return try body(session)
        }
    }

    /// Runs a closure while nobody writes.
    func withWriterLock<T>(_ body: () throws -> T) rethrows -> T {
        writerLock.lock()
        defer { writerLock.unlock() }
        return try body()
    }

    /// Makes what a transaction wrote the store's state.
    func publish(_ state: MemoryState) throws {
        // It may have been closed within the closure that writes.
        _ = try self.state
        try willPublish(state)
        published.withLock { $0 = state }
        changes.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    /// Waits for who writes, and forgets all records. Nobody reads or writes afterwards.
    ///
    /// - Throws: `PersistenceError.misuse` within a closure that reads.
    func close() throws {
        try readers.checkMayClose()
        withWriterLock { published.withLock { $0 = nil } }
    }
}
