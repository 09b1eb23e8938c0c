extension ManagedObjectContext {
    /// Whether unsaved changes may affect a fetch of the entity.
    func hasPendingChanges(in entity: EntityLayout) -> Bool {
        changed.contains { $0.hasChanges && $0.layout.rootNumber == entity.rootNumber }
    }

    /// Fetches as if all changes were saved: adjusts the store's results by inserted, changed and
    /// deleted objects. Limit and offset are applied at the end.
    func fetchWithPendingChanges(
        _ fetch: StoreFetch, refreshing: Bool = false
    ) throws -> [ManagedObject] {
        var whole = fetch
        whole.limit = 0
        whole.offset = 0
        whole.includesValues = true
        let indices = storeIndices(among: fetch.affectedStores)
        try announce(indices.map { ($0, whole) })
        var results = MemberList()
        for index in indices {
            try withSession(of: index) { session in
                try session.fetchReporting(whole) { row in
                    results.append(
                        try self.materialize(row, storeIndex: index, refreshing: refreshing))
                }
            }
        }
        let stored = try results.objects.filter { object in
            try !object.hasChanges || self.selects(fetch, object)
        }
        let pending = try changed.filter { object in
            try object.hasChanges && !results.contains(object) && self.selects(fetch, object)
        }
        let inserted = (stored + pending).sorted { $0.objectID.wasGiven(before: $1.objectID) }
        return fetch.window(try inserted.sorted(using: fetch.sortDescriptors))
    }

    /// Whether an object is in the context and matches a fetch.
    func shows(_ object: ManagedObject, in fetch: StoreFetch) throws -> Bool {
        guard object.context === self else { return false }
        object.fireIfNeeded()
        guard !object.state.contains(.inaccessible) else { return false }
        return try selects(fetch, object)
    }

    /// Whether an object matches a fetch, apart from limit and offset.
    func selects(_ fetch: StoreFetch, _ object: ManagedObject) throws -> Bool {
        guard !object.isDeleted else { return false }
        let entity = object.layout
        guard fetch.includesSubentities ? entity.isKind(of: fetch.entity) : entity === fetch.entity
        else { return false }
        guard
            fetch.affectedStores == nil
                || storeIndices(among: fetch.affectedStores)
                    .contains(object.objectID.storeEntity.storeIndex)
        else { return false }
        return try fetch.predicate?.evaluate(with: object) ?? true
    }
}
