import Foundation

extension PersistentStoreCoordinator {
    /// Puts a copy of a store in the place of another one, or where none is, with its external files.
    ///
    /// The source may be in use; what is copied is its newest saved state. Whenever this is
    /// interrupted, there is one whole store: the old one or the new one.
    ///
    /// - Parameters:
    ///   - path: the store to be replaced, which no one may have open.
    ///   - source: the store to be copied.
    ///   - progress: hears of the part that is done, from 0 to 1. Default: nil.
    ///   - whileNo oneSaves: runs while no one can save, and the newest state is the one that is
    ///     copied: the moment to note what belongs to it besides. Writers wait for it. A store that
    ///     may only be read keeps no one from saving. Default: nil.
    /// - Throws: `PersistenceError.cannotOpen` with the cause: the source is no store, or the store
    ///   to be replaced is in use. What the closure throws.
    public static func replacePersistentStore(
        at path: String, withPersistentStoreFrom source: String,
        progress: ((Double) -> Void)? = nil, whileNobodySaves: (() throws -> Void)? = nil
    ) throws {
        guard canonical(path) != canonical(source) else {
            throw PersistenceError.misuse("The store \(path) cannot take its own place")
        }
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        try StoreFiles(path: path).replace(
            with: source, progress: progress, whileNobodySaves: whileNobodySaves)
    }

    /// Keeps everybody else from opening a store, or from making one at a path, while a closure runs.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if someone has it open, and what the closure throws.
    public static func withExclusiveUse<T>(
        ofStoreAt path: String, _ body: () throws -> T
    ) throws -> T {
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        return try body()
    }

    /// Removes a store with its log and its external files, if it is there.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if someone has it open, or it may not be removed.
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
    ///   - path: the copy; a store that is there, and that no one has open, is replaced.
    ///   - progress: hears of the part that is done, from 0 to 1. Default: nil.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.sqlite`.
    public func backUp(to path: String, progress: ((Double) -> Void)? = nil) throws {
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        try StoreFiles(path: path).replace(with: contents.path, progress: progress)
    }

    /// Rewrites the file without the space that deleted records have left. Readers of an older
    /// state keep the log until they end.
    ///
    /// - Throws: `PersistenceError.sqlite`; for the time being the disk needs room for the file twice.
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
    /// - Parameters:
    ///   - path: the copy; a store that is there, and that no one has open, is replaced.
    ///   - progress: hears of the part that is done, from 0 to 1. Default: nil.
    /// - Throws: `PersistenceError.misuse` for a store without a file and for several stores, errors of the
    ///   store.
    public func backUp(to path: String, progress: ((Double) -> Void)? = nil) throws {
        try onlyStore().backUp(to: path, progress: progress)
    }

    /// Gives the space that deleted records have left back to the disk. The file of an atomic store has
    /// none.
    ///
    /// - Throws: `PersistenceError.misuse` for a store without a file and for several stores, errors of the
    ///   store.
    public func vacuum() throws {
        try onlyStore().vacuum()
    }

    /// The one store of the container. Of several, each is copied by itself.
    private func onlyStore() throws -> any PersistentStore {
        guard coordinator.stores.count == 1, let store = coordinator.stores.first else {
            throw PersistenceError.misuse("The container has several stores: take each of them")
        }
        return store
    }
}

extension PersistentContainer {
    /// Gathers statistics of the values in the SQLite stores, by which SQLite chooses among indexes.
    /// They are a table of each store, and help fetches from the next opening on.
    ///
    /// - Throws: errors of the stores, `PersistenceError.readOnly` for one that is only read.
    public func analyze() throws {
        for store in coordinator.stores { try store.analyze() }
    }
}

extension SQLiteStore {
    /// Gathers statistics of the values, by which SQLite chooses among indexes.
    ///
    /// - Throws: `PersistenceError.readOnly`, errors of SQLite.
    public func analyze() throws {
        try withWriter { try $0.connection.executeOnce("ANALYZE") }
    }
}
