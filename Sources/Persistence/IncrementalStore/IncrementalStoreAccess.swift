import Foundation
import Synchronization

/// An incremental store as coordinators see it.
// The writing session is used only while its lock is held; all else is constant or locks itself.
final class IncrementalStoreAccess: PersistentStore, @unchecked Sendable {
    let store: any IncrementalStore
    let layout: ModelLayout
    let identifier: String
    let path: String?
    let isReadOnly: Bool
    let homes: StoreHomes
    private let changes = Atomic<Int>(0)
    private let readers = ReadingThreads()
    private let writerLock = NSRecursiveLock()
    private var writer: IncrementalSession?

    /// - Throws: what the store throws, `PersistenceError.cannotOpen` for a store of another model.
    init(
        _ storeClass: any IncrementalStore.Type, _ description: StoreDescription,
        _ layout: ModelLayout, storeIndex: Int
    ) throws {
        store = try storeClass.init(description: description, layout: layout)
        let metadata = try store.loadMetadata()
        let names = try metadata.differingEntities(from: layout.model)
        guard names.isEmpty else {
            try store.close()
            throw PersistenceError.cannotOpen(
                path: description.path,
                reason: .incompatibleModel(
                    "these entities differ: \(names.joined(separator: ", "))"))
        }
        self.layout = layout
        identifier = metadata.identifier
        path = description.path.isEmpty ? nil : description.path
        isReadOnly = description.isReadOnly
        homes = StoreHomes(
            layout: layout, storeIdentifier: metadata.identifier, storeIndex: storeIndex)
    }

    /// The store gets a save as a whole.
    var capabilities: StoreCapabilities { .writesAtEnd }

    var changeCount: Int { changes.load(ordering: .acquiring) }

    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try readers.reading { try body(IncrementalSession(self, canWrite: false)) }
    }

    var isReadByThisThread: Bool { readers.includesThisThread }

    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        guard !isReadOnly else {
            throw PersistenceError.readOnly(path: path ?? "of type \(type(of: store))")
        }
        writerLock.lock()
        defer { writerLock.unlock() }
        if let writer { return try body(writer) }
        let session = IncrementalSession(self, canWrite: true)
        writer = session
        defer { writer = nil }
        return try body(session)
    }

    func close() throws {
        try readers.checkMayClose()
        writerLock.lock()
        defer { writerLock.unlock() }
        try store.close()
    }

    /// Writes what a transaction has gathered.
    func save(_ request: IncrementalSaveRequest) throws {
        try store.execute(request)
        changes.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
}
