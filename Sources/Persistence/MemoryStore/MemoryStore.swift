import Foundation
import Synchronization

/// A store that keeps its records in memory; they are gone with it.
///
/// Who reads sees the state of the moment when it began, whatever is written meanwhile.
// The writing session is used only while its lock is held; all else is constant or locks itself.
public final class MemoryStore: PersistentStore, @unchecked Sendable {
    public let identifier = UUID().uuidString
    public let path: String? = nil
    public let isReadOnly = false
    /// By which object IDs of the store's records are made.
    public let homes: StoreHomes
    private let published: Mutex<MemoryState>
    private let changes = Atomic<Int>(0)
    private let writerLock = NSRecursiveLock()
    private var writer: MemorySession?

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - layout: the model.
    ///   - storeIndex: which of a coordinator's stores it is.
    public init(layout: ModelLayout, storeIndex: Int = 0) {
        let identifier = identifier
        homes = StoreHomes(
            homes: layout.entities.map { entity in
                EntityHome(
                    storeIdentifier: identifier, storeIndex: storeIndex, layout: entity,
                    rootIndex: storeIndex * layout.entities.count + entity.rootNumber - 1)
            })
        published = Mutex(MemoryState(layout: layout))
    }

    public var changeCount: Int { changes.load(ordering: .acquiring) }

    public func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        let state = published.withLock { $0 }
        return try body(MemorySession(self, state: state, canWrite: false))
    }

    public func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        writerLock.lock()
        defer { writerLock.unlock() }
        if let writer { return try body(writer) }
        let state = published.withLock { $0 }
        let session = MemorySession(self, state: state, canWrite: true)
        writer = session
        defer { writer = nil }
        return try body(session)
    }

    /// Forgets all records.
    public func close() throws {
        writerLock.lock()
        defer { writerLock.unlock() }
        published.withLock { $0 = MemoryState(layout: $0.layout) }
    }

    /// Makes what a transaction wrote the store's state.
    func publish(_ state: MemoryState) {
        published.withLock { $0 = state }
        changes.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
}
