import Foundation
import Synchronization

extension PersistentStoreCoordinator {
    /// The stores, without removed ones.
    public var persistentStores: [any PersistentStore] {
        stores.filter { !($0 is RemovedStore) }
    }

    /// Opens a further store. Contexts see it from their next fetch on; a running `read` closure
    /// keeps the stores that it began with.
    ///
    /// ```swift
    /// let archive = try container.coordinator.addPersistentStore(with: .xml(path: "archive.xml"))
    /// ```
    /// - Throws: `PersistenceError.cannotOpen`, also for a copy of a store that the coordinator
    ///   has; `PersistenceError.misuse` for a configuration that the model does not have.
    @discardableResult
    public func addPersistentStore(
        with description: StoreDescription
    ) throws -> any PersistentStore {
        try changingStores {
            let store = try layout.openStores(
                [description], transformers: transformers.registered, readerCount: 4,
                firstIndex: stores.count, beside: stores)[0]
            changeStores(added: [store], removed: []) { table in
                StoreTable(
                    layout, stores: table.stores + [store],
                    configurations: table.configurations + [description.configuration],
                    generation: table.generation + 1)
            }
            return store
        }
    }

    /// Closes and removes a store. Its objects can no longer be read or saved.
    ///
    /// - Throws: `PersistenceError.misuse` if it is none of the coordinator's, or within a closure
    ///   that reads it; errors of closing it.
    public func remove(_ store: any PersistentStore) throws {
        try changingStores {
            let index = try index(of: store)
            try checkMayClose([store])
            changeStores(added: [], removed: [store]) { $0.removing(index, layout) }
            try store.close()
        }
    }

    /// Copies the contents of a store to a new store of any kind, which replaces it in the
    /// coordinator.
    ///
    /// Objects of the old store in contexts can no longer be read or saved. Their IDs refer to the
    /// records of the new store, if it keeps the numbers.
    ///
    /// ```swift
    /// let moved = try coordinator.migratePersistentStore(archive, to: .sqlite(path: "archive.sqlite"))
    /// ```
    /// - Parameters:
    ///   - store: one of the coordinator's stores that is not in memory; its contents stay.
    ///   - description: the new store, which must not be open.
    /// - Returns: the new store.
    /// - Throws: `PersistenceError`; the coordinator keeps the old store then.
    @discardableResult
    public func migratePersistentStore(
        _ store: any PersistentStore, to description: StoreDescription
    ) throws -> any PersistentStore {
        try changingStores {
            let index = try index(of: store)
            try checkMayClose([store])
            guard store.location != .memory else {
                throw PersistenceError.misuse("The store is in no file")
            }
            try Self.migratePersistentStore(
                at: store.location, to: description, model: managedObjectModel)
            let new = try layout.openStores(
                [description], transformers: transformers.registered, readerCount: 4,
                firstIndex: stores.count,
                beside: stores.filter { $0 !== store })[0]
            changeStores(added: [new], removed: [store]) { table in
                let rest = table.removing(index, layout)
                return StoreTable(
                    layout, stores: rest.stores + [new],
                    configurations: rest.configurations + [table.configurations[index]],
                    generation: rest.generation)
            }
            try store.close()
            return new
        }
    }

    private func index(of store: any PersistentStore) throws -> Int {
        guard let index = stores.firstIndex(where: { $0 === store }), !(store is RemovedStore)
        else { throw PersistenceError.misuse("The store is none of the coordinator’s") }
        return index
    }

    private func changeStores(
        added: [any PersistentStore], removed: [any PersistentStore],
        _ change: (StoreTable) -> StoreTable
    ) {
        func notify(_ moment: StoresNotification.Moment) {
            storesObservers.notify(
                StoresNotification(
                    moment: moment, added: added.map(\.identifier),
                    removed: removed.map(\.identifier)))
        }
        notify(.willChange)
        let new = table.withLock { table in
            table = change(table)
            return table
        }
        generation.store(new.generation, ordering: .releasing)
        updateStoreObservations()
        notify(.didChange)
    }
}

extension StoreTable {
    fileprivate func removing(_ index: Int, _ layout: ModelLayout) -> StoreTable {
        var stores = stores
        stores[index] = RemovedStore(stores[index], at: index, layout: layout)
        return StoreTable(
            layout, stores: stores, configurations: configurations, generation: generation + 1)
    }
}

/// The repetition of work after collisions with other writers.
private enum Repetition {
    /// The coordinators whose work on this thread is repeated as a whole.
    @TaskLocal static var coordinators: Set<ObjectIdentifier> = []

    static let maximumCount = 20

    /// Waits longer after each attempt, for a random time, so that writers that collided do not
    /// collide again.
    static func pause(after attempt: Int) {
        let longest = 0.001 * Double(1 << min(attempt, 6))
        Thread.sleep(forTimeInterval: .random(in: longest / 2...longest))
    }
}

extension PersistentStoreCoordinator {
    /// Runs a closure, and repeats it whenever a store undid all of its writes because of a
    /// collision. A nested call for the same coordinator leaves the repetition to the outer one;
    /// one for another coordinator repeats itself, because what was saved around it may be kept.
    ///
    /// Nothing is repeated if one of several stores has committed.
    func repeatingCollisions<T>(_ body: () throws -> T) throws -> T {
        let outer = Repetition.coordinators
        let own = ObjectIdentifier(self)
        guard !outer.contains(own) else { return try body() }
        do {
            return try Repetition.$coordinators.withValue(outer.union([own])) {
                try repeating(body)
            }
        } catch PersistenceError.collision(isUndone: true) where !outer.isEmpty {
            // The surrounding work must not be repeated because of this.
            throw PersistenceError.collision(isUndone: false)
        }
    }

    private func repeating<T>(_ body: () throws -> T) throws -> T {
        guard stores.count == 1, isWrittenAtOnce else { return try body() }
        for attempt in 1..<Repetition.maximumCount {
            do {
                return try body()
            } catch PersistenceError.collision(isUndone: true) {
                Repetition.pause(after: attempt)
            }
        }
        return try body()
    }
}

extension PersistentStoreCoordinator {
    /// Does all deferred migration tasks of the coordinator's stores.
    ///
    /// - Throws: `PersistenceError`; completed tasks stay done, the others stay deferred.
    public func finishDeferredLightweightMigration() throws {
        while try finishDeferredLightweightMigrationTask() {}
    }

    /// Does one deferred migration task of the coordinator's stores: drops a table, or the unused
    /// columns of a table. Others may read at the same time; a save waits.
    ///
    /// - Returns: whether there was a task.
    /// - Throws: `PersistenceError`; the task stays deferred then.
    @discardableResult
    public func finishDeferredLightweightMigrationTask() throws -> Bool {
        try persistentStores.contains { store in
            try !store.isReadOnly && store.finishDeferredMigrationTask()
        }
    }
}

/// The factories of all kinds of stores, the library's and registered ones.
enum StoreRegistry {
    private static let registered = Mutex<[StoreType: any PersistentStoreFactory]>([:])

    private static let own: [StoreType: any PersistentStoreFactory] = [
        .sqlite: SQLiteStoreFactory(), .inMemory: MemoryStoreFactory(),
        .binary: AtomicStoreFactory(format: BinaryStoreFormat()),
        .xml: AtomicStoreFactory(format: XMLStoreFormat()),
    ]

    /// - Throws: `PersistenceError.misuse` for an unregistered kind.
    static func factory(of type: StoreType) throws -> any PersistentStoreFactory {
        guard let factory = own[type] ?? registered.withLock({ $0[type] }) else {
            throw PersistenceError.misuse("There is no store of the type \(type)")
        }
        return factory
    }

    /// The kind of store of an address, with its factory.
    ///
    /// - Throws: `PersistenceError.misuse` for an unregistered scheme.
    static func kind(
        at location: StoreLocation
    ) throws -> (type: StoreType, factory: any PersistentStoreFactory) {
        let kinds = registered.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
        guard let scheme = location.scheme,
            let kind = kinds.first(where: {
                own[$0.key] == nil && $0.value.schemes.contains(scheme)
            })
        else { throw PersistenceError.misuse("No kind of store is known for \(location)") }
        return (kind.key, kind.value)
    }

    static func format(of type: StoreType) -> (any AtomicStoreFormat)? {
        let factory = own[type] ?? registered.withLock { $0[type] }
        return (factory as? AtomicStoreFactory)?.format
    }

    /// The format of a file, by its first bytes.
    static func format(ofFileThatBegins bytes: [UInt8]) -> (any AtomicStoreFormat)? {
        let others = registered.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
            .compactMap { ($0.value as? AtomicStoreFactory)?.format }
        return (others + [BinaryStoreFormat(), XMLStoreFormat()])
            .first { $0.recognizes(bytes) }
    }

    static func set(_ factory: any PersistentStoreFactory, _ type: StoreType) {
        registered.withLock { $0[type] = factory }
    }

    static func remove(_ type: StoreType) {
        registered.withLock { $0[type] = nil }
    }
}

extension PersistentStoreCoordinator {
    /// Registers a factory for a kind of store, and for the schemes of its addresses, in the whole
    /// process. The library's own types cannot be replaced.
    public static func registerStoreFactory(
        _ factory: any PersistentStoreFactory, forStoreType type: StoreType
    ) {
        StoreRegistry.set(factory, type)
    }

    /// Registers a custom format for a type of atomic stores in the whole process. The library's
    /// own types cannot be replaced.
    public static func registerStoreClass(
        _ format: any AtomicStoreFormat, forStoreType type: StoreType
    ) {
        StoreRegistry.set(AtomicStoreFactory(format: format), type)
    }

    /// Unregisters a kind of store. Open stores stay open.
    public static func unregisterStoreClass(forStoreType type: StoreType) {
        StoreRegistry.remove(type)
    }
}
