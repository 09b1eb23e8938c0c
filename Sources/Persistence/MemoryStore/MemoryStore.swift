import Foundation
import Synchronization

/// A store whose records exist only in memory, until it is closed.
///
/// ```swift
/// let container = try PersistentContainer(model: model, classes: classes, store: .inMemory)
/// ```
/// A reader sees the state at its beginning, even while others write. Conflicts, unique values and
/// predicates behave as in an ``SQLiteStore``, so it fits tests of models.
public final class MemoryStore: PersistentStore {
    public let identifier = UUID().uuidString
    public let path: String? = nil
    public let isReadOnly = false
    private let contents: MemoryContents

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - layout: the model.
    ///   - storeIndex: the position of the store in its coordinator.
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

    /// Whether a closure on this thread is reading the store. It must not be closed then.
    public var isReadByThisThread: Bool { contents.isReadByThisThread }

    /// Removes all records. Later calls throw.
    ///
    /// - Throws: `PersistenceError.misuse` in a closure that reads the store.
    public func close() throws {
        try contents.close()
    }
}

struct MemoryStoreFactory: PersistentStoreFactory {
    func openStore(_ opening: StoreOpening) -> any PersistentStore {
        MemoryStore(layout: opening.layout, storeIndex: opening.storeIndex)
    }
}

/// The numbering of new records in a store that is held in memory.
public enum StoreNumbering: Sendable, Hashable {
    /// From 1, separately for each root entity.
    case byRootEntity
    /// All records together, from a first number.
    case shared(firstKey: Int64)

    var isShared: Bool { self != .byRootEntity }

    /// The smallest number of a new record.
    var firstKey: Int64 {
        switch self {
        case .byRootEntity: 1
        case .shared(let key): key
        }
    }
}

/// The state of a store that is held in memory, with its readers and its writer.
final class MemoryContents: @unchecked Sendable {
    /// Creates the object IDs of the store's records.
    let storeEntities: StoreEntities
    /// Nil after the store is closed.
    private let published: Mutex<MemoryState?>
    private let changes = Atomic<Int>(0)
    private let readers = ReadingThreads()
    private let writerLock = FairLock()
    private var writer: MemorySession?
    private let willPublish: @Sendable (MemoryState) throws -> Void

    /// - Parameter willPublish: called with a transaction's state before others see it; if it
    ///   throws, they never do. Default: nothing.
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
    /// - Throws: `PersistenceError.misuse` after the store is closed.
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

    /// Whether a closure on this thread is reading.
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

    /// Runs a closure while nothing else writes.
    func withWriterLock<T>(_ body: () throws -> T) rethrows -> T {
        writerLock.lock()
        defer { writerLock.unlock() }
        return try body()
    }

    /// Makes a transaction's state the newest one.
    func publish(_ state: MemoryState) throws {
        // The closure that writes may have closed the store.
        _ = try self.state
        try willPublish(state)
        published.withLock { $0 = state }
        changes.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    /// Waits for the writer and removes all records. Later calls throw.
    ///
    /// - Throws: `PersistenceError.misuse` in a closure that reads.
    func close() throws {
        try readers.checkMayClose()
        withWriterLock { published.withLock { $0 = nil } }
    }
}

/// The threads whose closures read a store.
final class ReadingThreads: Sendable {
    /// The nesting depth of closures on each thread.
    private let depths = Mutex<[pthread_t: Int]>([:])

    /// Whether a closure on this thread is reading.
    var includesThisThread: Bool { depths.withLock { $0[pthread_self()] != nil } }

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

    /// - Throws: `PersistenceError.misuse` in a closure that reads, where the store must not be
    ///   closed.
    func checkMayClose() throws {
        guard !includesThisThread else {
            throw PersistenceError.misuse("A store cannot be closed by a closure that reads it")
        }
    }
}
