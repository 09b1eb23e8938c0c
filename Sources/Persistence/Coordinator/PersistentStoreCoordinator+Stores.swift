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

    /// Closes a store and lets go of it. Its objects cannot be read or saved any more.
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
    /// Objects that contexts hold belong to the old store, and cannot be read or saved any more. Their
    /// IDs lead to the records of the new one, if it keeps the numbers.
    ///
    /// - Parameters:
    ///   - store: one of the coordinator's that is not in memory. What it holds stays there as it was.
    ///   - description: the new store. Nobody may have open what is there.
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
