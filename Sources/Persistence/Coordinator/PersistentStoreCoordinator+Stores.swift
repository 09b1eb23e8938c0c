import Foundation
import Synchronization

extension PersistentStoreCoordinator {
    /// The stores that are there, those apart that were removed.
    public var persistentStores: [any PersistentStore] {
        stores.filter { !($0 is RemovedStore) }
    }

    /// Opens a store beside the others. Contexts see it from their next fetch on; a `read` closure
    /// that runs keeps the stores that it began with.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, for a copy of a store that the coordinator has too;
    ///   `PersistenceError.misuse` for a configuration that the model does not have.
    @discardableResult
    public func addPersistentStore(
        with description: StoreDescription
    ) throws -> any PersistentStore {
        try changingStores {
            let store = try layout.openStores(
                [description], readerCount: 4, firstIndex: stores.count, beside: stores)[0]
            changeStores(added: [store], removed: []) { table in
                StoreTable(
                    layout, stores: table.stores + [store],
                    configurations: table.configurations + [description.configuration],
                    generation: table.generation + 1)
            }
            return store
        }
    }

    /// Closes a store and lets go of it. Its objects can no longer be read or saved.
    ///
    /// - Throws: `PersistenceError.misuse` if it is none of the coordinator's, or within a closure that
    ///   reads it; errors of closing it.
    public func remove(_ store: any PersistentStore) throws {
        try changingStores {
            let index = try index(of: store)
            try checkMayClose([store])
            changeStores(added: [], removed: [store]) { $0.removing(index, layout) }
            try store.close()
        }
    }

    /// Copies all that a store holds into a new store of any kind, and goes on with this one in its
    /// place.
    ///
    /// Objects that contexts hold belong to the old store, and can no longer be read or saved. Their
    /// IDs lead to the records of the new one, if it keeps the numbers.
    ///
    /// - Parameters:
    ///   - store: one of the coordinator's that is not in memory. What it holds stays there as it was.
    ///   - description: the new store. No one may have open what is there.
    /// - Returns: the new store.
    /// - Throws: `PersistenceError`; the old store stays then.
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
                [description], readerCount: 4, firstIndex: stores.count,
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
        hearOthers()
        notify(.didChange)
    }
}

extension StoreTable {
    /// The stores without one of them.
    fileprivate func removing(_ index: Int, _ layout: ModelLayout) -> StoreTable {
        var stores = stores
        stores[index] = RemovedStore(stores[index], at: index, layout: layout)
        return StoreTable(
            layout, stores: stores, configurations: configurations, generation: generation + 1)
    }
}

/// Runs work again that changes of others came between.
private enum Repetition {
    /// The coordinators for which what this thread does runs again as a whole.
    @TaskLocal static var coordinators: Set<ObjectIdentifier> = []

    /// How often something runs at most.
    static let maximumCount = 20

    /// Waits longer after each attempt, and not as long as those whom it collided with.
    static func pause(after attempt: Int) {
        let longest = 0.001 * Double(1 << min(attempt, 6))
        Thread.sleep(forTimeInterval: .random(in: longest / 2...longest))
    }
}

extension PersistentStoreCoordinator {
    /// Runs a closure, and once more whenever a store has undone all that it wrote because others came
    /// between. Within a closure that runs so, another one of the same coordinator leaves that to it; one of
    /// another coordinator runs again by itself, because what was saved around it may be kept.
    ///
    /// Of several stores one may have taken over its part, so that nothing runs again there.
    func repeatingCollisions<T>(_ body: () throws -> T) throws -> T {
        let outer = Repetition.coordinators
        let own = ObjectIdentifier(self)
        guard !outer.contains(own) else { return try body() }
        do {
            return try Repetition.$coordinators.withValue(outer.union([own])) {
                try repeating(body)
            }
        } catch PersistenceError.collision(isUndone: true) where !outer.isEmpty {
            // The work around it must not run again because of this.
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
    /// Does all that the migration of the coordinator's stores has left for later.
    ///
    /// - Throws: `PersistenceError`; what was done before stays done, and the rest is left.
    public func finishDeferredLightweightMigration() throws {
        while try finishDeferredLightweightMigrationTask() {}
    }

    /// Does one task of those that the migration of the coordinator's stores has left for later: drops
    /// a table, or the columns of a table that the model no longer has. Others may read
    /// meanwhile; a save waits.
    ///
    /// - Returns: whether there was one; false if nothing is left.
    /// - Throws: `PersistenceError`; the task is left then.
    @discardableResult
    public func finishDeferredLightweightMigrationTask() throws -> Bool {
        try persistentStores.contains { store in
            try !store.isReadOnly && store.finishDeferredMigrationTask()
        }
    }
}

/// The factories of all kinds of store: the library's own, and those that others have made known.
enum StoreRegistry {
    private static let registered = Mutex<[StoreType: any PersistentStoreFactory]>([:])

    private static let own: [StoreType: any PersistentStoreFactory] = [
        .sqlite: SQLiteStoreFactory(), .inMemory: MemoryStoreFactory(),
        .binary: AtomicStoreFactory(format: BinaryStoreFormat()),
        .xml: AtomicStoreFactory(format: XMLStoreFormat()),
    ]

    /// - Throws: `PersistenceError.misuse` if no one has made the kind known.
    static func factory(of type: StoreType) throws -> any PersistentStoreFactory {
        guard let factory = own[type] ?? registered.withLock({ $0[type] }) else {
            throw PersistenceError.misuse("There is no store of the type \(type)")
        }
        return factory
    }

    /// The kind of store that an address leads to, with its factory.
    ///
    /// - Throws: `PersistenceError.misuse` if no one has made its scheme known.
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

    /// The format that the first bytes of a file are of.
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
    /// Makes a kind of store known to the whole process: containers open stores of the type, and
    /// addresses of the factory's schemes, by the factory. The library's own types stay what they are.
    public static func registerStoreFactory(
        _ factory: any PersistentStoreFactory, forStoreType type: StoreType
    ) {
        StoreRegistry.set(factory, type)
    }

    /// Makes a format of one's own known to the whole process: containers open stores of the type as
    /// atomic stores then. The library's own types stay what they are.
    public static func registerStoreClass(
        _ format: any AtomicStoreFormat, forStoreType type: StoreType
    ) {
        StoreRegistry.set(AtomicStoreFactory(format: format), type)
    }

    /// Forgets a kind of store. Stores that are open stay open.
    public static func unregisterStoreClass(forStoreType type: StoreType) {
        StoreRegistry.remove(type)
    }
}
