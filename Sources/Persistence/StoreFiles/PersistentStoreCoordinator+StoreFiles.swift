import Foundation

extension PersistentStoreCoordinator {
    /// Copies a store over another one, or to a new path, with its external files.
    ///
    /// ```swift
    /// try PersistentStoreCoordinator.replacePersistentStore(
    ///     at: copy, withPersistentStoreFrom: original)
    /// ```
    /// The source may be in use; its newest saved state is copied. An interruption leaves one
    /// complete store, the old or the new one.
    /// - Parameters:
    ///   - path: the store to replace, which must not be open.
    ///   - source: the store to copy.
    ///   - progress: called with the completed part, from 0 to 1. Default: nil.
    ///   - withWriteLock: called while the copied state is the newest one and saves wait, to
    ///     record what belongs to it. A read-only source does not prevent saves. Default: nil.
    /// - Throws: `PersistenceError.cannotOpen` if the source is not a store or the one to replace is
    ///   in use; errors of the closure.
    public static func replacePersistentStore(
        at path: String, withPersistentStoreFrom source: String,
        progress: ((Double) -> Void)? = nil, withWriteLock: (() throws -> Void)? = nil
    ) throws {
        guard canonical(path) != canonical(source) else {
            throw PersistenceError.misuse("The store \(path) cannot take its own place")
        }
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        try StoreFiles(path: path).replace(
            with: source, progress: progress, withWriteLock: withWriteLock)
    }

    /// Runs a closure while no other program or container can open, or create, the store at a path.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if the store is open; errors of the closure.
    public static func withExclusiveUse<T>(
        ofStoreAt path: String, _ body: () throws -> T
    ) throws -> T {
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        return try body()
    }

    /// Removes a store with its log and its external files. Does nothing if there is none.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if the store is open or cannot be removed.
    public static func destroyPersistentStore(at path: String) throws {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard access(directory, F_OK) == 0 else { return }
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        try StoreFiles(path: path).destroy()
    }

    static func canonical(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}

extension SQLiteStore {
    /// Copies the newest saved state with its external files, while others read and write.
    ///
    /// - Parameters:
    ///   - path: the copy. An existing store that is not open is replaced.
    ///   - progress: called with the completed part, from 0 to 1. Default: nil.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.sqlite`.
    public func backUp(to path: String, progress: ((Double) -> Void)? = nil) throws {
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        try StoreFiles(path: path).replace(with: contents.path, progress: progress)
    }

    /// Rewrites the file without the space of deleted records. Readers of an older state keep the
    /// log until they end.
    ///
    /// The disk needs space for a second copy of the file meanwhile.
    /// - Throws: `PersistenceError.sqlite`.
    public func vacuum() throws {
        try withWriter { writer in
            try writer.connection.executeOnce("VACUUM")
            try writer.connection.executeOnce("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}

extension PersistentContainer {
    /// Copies the store with its external files, while others read and write.
    ///
    /// ```swift
    /// try container.backUp(to: "backup.sqlite") { part in print("\(Int(part * 100)) %") }
    /// ```
    /// - Parameters:
    ///   - path: the copy. An existing store that is not open is replaced.
    ///   - progress: called with the completed part, from 0 to 1. Default: nil.
    /// - Throws: `PersistenceError.misuse` for a store without a file or several stores, errors of
    ///   the store.
    public func backUp(to path: String, progress: ((Double) -> Void)? = nil) throws {
        try onlyStore().backUp(to: path, progress: progress)
    }

    /// Returns the space of deleted records to the disk. Does nothing for an atomic store.
    ///
    /// - Throws: `PersistenceError.misuse` for a store without a file or several stores, errors of
    ///   the store.
    public func vacuum() throws {
        try onlyStore().vacuum()
    }

    /// The only store of the container.
    private func onlyStore() throws -> any PersistentStore {
        guard coordinator.stores.count == 1, let store = coordinator.stores.first else {
            throw PersistenceError.misuse("The container has several stores: take each of them")
        }
        return store
    }
}

extension PersistentContainer {
    /// Updates the statistics by which SQLite chooses among indexes. Each store keeps them in a
    /// table; they take effect when it is next opened.
    ///
    /// - Throws: errors of the stores, `PersistenceError.readOnly` for a read-only one.
    public func analyze() throws {
        for store in coordinator.stores { try store.analyze() }
    }
}

extension SQLiteStore {
    /// Updates the statistics by which SQLite chooses among indexes.
    ///
    /// - Throws: `PersistenceError.readOnly`, errors of SQLite.
    public func analyze() throws {
        try withWriter { try $0.connection.executeOnce("ANALYZE") }
    }
}
