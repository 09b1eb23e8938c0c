import Foundation
import Synchronization

/// A store that keeps its records in memory; they are gone with it.
///
/// A reader sees the state of the moment when it began, even while others write.
public final class MemoryStore: PersistentStore {
    public let identifier = UUID().uuidString
    public let path: String? = nil
    public let isReadOnly = false
    private let contents: MemoryContents

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - layout: the model.
    ///   - storeIndex: which of a coordinator's stores it is.
    public init(layout: ModelLayout, storeIndex: Int = 0) {
        contents = MemoryContents(
            MemoryState(layout: layout),
            storeEntities: StoreEntities(
                layout: layout, storeIdentifier: identifier, storeIndex: storeIndex))
    }

    public var storeEntities: StoreEntities { contents.storeEntities }

    public var changeCount: Int { contents.changeCount }

    public func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try contents.withReadSession(body)
    }

    public func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try contents.withWriteSession(body)
    }

    /// Whether a closure of this thread reads the store, which it must not close.
    public var isReadByThisThread: Bool { contents.isReadByThisThread }

    /// Forgets all records. No one reads or writes afterwards.
    ///
    /// - Throws: `PersistenceError.misuse` within a closure that reads the store.
    public func close() throws {
        try contents.close()
    }
}

/// Makes stores in memory.
struct MemoryStoreFactory: PersistentStoreFactory {
    func openStore(_ opening: StoreOpening) -> any PersistentStore {
        MemoryStore(layout: opening.layout, storeIndex: opening.storeIndex)
    }
}

/// How a store that is in memory as a whole numbers its records.
public enum StoreNumbering: Sendable, Hashable {
    /// From 1, the records of each root entity by themselves.
    case byRootEntity
    /// All records together, from a number on.
    case shared(firstKey: Int64)

    var isShared: Bool { self != .byRootEntity }

    /// The least number that a new record gets.
    var firstKey: Int64 {
        switch self {
        case .byRootEntity: 1
        case .shared(let key): key
        }
    }
}

/// The state of a store that has all of its records in memory, with those who read and write it.
// The writing session is used only while its lock is held; all else is constant or locks itself.
final class MemoryContents: @unchecked Sendable {
    /// By which object IDs of the store's records are made.
    let storeEntities: StoreEntities
    /// Nil once the store is closed.
    private let published: Mutex<MemoryState?>
    private let changes = Atomic<Int>(0)
    private let readers = ReadingThreads()
    private let writerLock = NSRecursiveLock()
    private var writer: MemorySession?
    private let willPublish: @Sendable (MemoryState) throws -> Void

    /// - Parameter willPublish: gets what a transaction wrote before anyone else sees it; if it
    ///   throws, no one does. Default: nothing.
    init(
        _ state: MemoryState, storeEntities: StoreEntities,
        willPublish: @escaping @Sendable (MemoryState) throws -> Void = { _ in }
    ) {
        self.storeEntities = storeEntities
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

    /// Runs a closure while no one writes.
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

    /// Waits for who writes, and forgets all records. No one reads or writes afterwards.
    ///
    /// - Throws: `PersistenceError.misuse` within a closure that reads.
    func close() throws {
        try readers.checkMayClose()
        withWriterLock { published.withLock { $0 = nil } }
    }
}

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
