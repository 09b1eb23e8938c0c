extension ManagedObjectContext {
    /// What columns say of the records that a request selects.
    ///
    /// A store computes it of its own records. Where several stores have some, it is computed here.
    func storedValues(
        _ fetch: StoreFetch, _ columns: StoreColumns, _ home: EntityHome
    ) throws -> [RowSnapshot] {
        let indices = storeIndices(among: fetch.affectedStores)
        guard !indices.isEmpty else { return [] }
        guard coordinator.stores.count > 1 else {
            return try withSession(of: 0) { try $0.fetchDictionaries(fetch, columns) }
        }
        var all = fetch
        all.sortDescriptors = []
        all.limit = 0
        all.offset = 0
        all.reporter = nil
        let occupied = try indices.filter { store in
            try withSession(of: store) { try $0.count(all) } > 0
        }
        guard occupied.count > 1 else {
            let empty = indices.contains(home.storeIndex) ? home.storeIndex : indices[0]
            return try withSession(of: occupied.first ?? empty) {
                try $0.fetchDictionaries(fetch, columns)
            }
        }
        all.sortDescriptors = fetch.sortDescriptors
        let rows = try withBystander { bystander in
            let objects = try bystander.fetchStored(all, refreshing: false)
            return try columns.dictionaries(of: objects, fetch.entity, in: coordinator.layout)
        }
        return fetch.window(rows).map { RowSnapshot($0) }
    }

    /// The IDs of the records that the stores have for a fetch, in its order.
    func storedRecordIDs(_ fetch: StoreFetch) throws -> [ManagedObjectID] {
        guard coordinator.stores.count > 1 else {
            var keysOnly = fetch
            keysOnly.includesValues = false
            return try storedIDs(keysOnly)
        }
        // Records of several stores are put in order by their values.
        return try withBystander { try $0.fetchStored(fetch, refreshing: false).map(\.objectID) }
    }

    /// Runs a closure with another context over the same states of the stores: the objects of this one
    /// may have changes, which do not count.
    private func withBystander<T>(_ body: (ManagedObjectContext) throws -> T) throws -> T {
        let bystander =
            parent.map(ManagedObjectContext.init(parent:)) ?? ManagedObjectContext(coordinator)
        bystander.pinnedSessions = pinnedSessions
        defer { bystander.pinnedSessions = nil }
        let result = try body(bystander)
        try bystander.throwRememberedError()
        return result
    }
}
