extension ManagedObjectContext {
    /// The objects that a request selects, in its order.
    ///
    /// ```swift
    /// let quick = try context.fetch(
    ///     FetchRequest<Recipe>(#Predicate { $0.minutes < 30 }, sortBy: [SortDescriptor(\.title)]))
    /// ```
    /// Includes unsaved changes of this context, unless the request excludes them. Executes one
    /// statement, and one more for each prefetched relationship. Records that are already in the
    /// context are the same objects.
    ///
    /// - Throws: `FetchPredicateError` for a name that is not in the model; errors of the store.
    public func fetch<Result: ManagedObject>(_ request: FetchRequest<Result>) throws -> [Result] {
        try fetch(request, reportingTo: nil)
    }

    func fetch<Result: ManagedObject>(
        _ request: FetchRequest<Result>, reportingTo reporter: FetchReporter?
    ) throws -> [Result] {
        try prepareToRead()
        let request = try request.resolved(in: coordinator.layout)
        var fetch = try storeFetch(for: request)
        fetch.reporter = reporter
        try checkClasses(of: fetch.entity, are: Result.self)
        let objects: [ManagedObject]
        if request.includesPendingChanges, hasPendingChanges(in: fetch.entity) {
            objects = try fetchWithPendingChanges(
                fetch, refreshing: request.shouldRefreshRefetchedObjects)
        } else if request.fetchBatchSize > 0 {
            objects = try fetchInBatches(
                fetch, size: request.fetchBatchSize,
                refreshing: request.shouldRefreshRefetchedObjects)
        } else {
            objects = try fetchStored(
                fetch, refreshing: request.shouldRefreshRefetchedObjects)
        }
        if !request.relationshipKeyPathsForPrefetching.isEmpty {
            // An observer of the progress may have released objects.
            let sources = reporter == nil ? objects : objects.filter { $0.context === self }
            try prefetch(request.relationshipKeyPathsForPrefetching, of: sources, fetch)
        }
        if !request.returnsObjectsAsFaults {
            for object in objects { object.fireIfNeeded() }
        }
        try throwRememberedError()
        // Arrays of a class and of its subclass have the same layout, and the classes are checked.
        return unsafeBitCast(objects, to: [Result].self)
    }

    /// The number of objects that `fetch` would return. The store counts, without creating objects,
    /// unless the context has unsaved changes of the entity.
    ///
    /// ```swift
    /// let count = try context.count(for: FetchRequest<Recipe>(#Predicate { $0.cook == nil }))
    /// ```
    /// - Throws: errors of the predicate and of the store.
    public func count<Result: ManagedObject>(for request: FetchRequest<Result>) throws -> Int {
        try prepareToRead()
        var fetch = try storeFetch(for: request)
        fetch.sortDescriptors = []
        if request.includesPendingChanges, hasPendingChanges(in: fetch.entity) {
            return try fetchWithPendingChanges(fetch).count
        }
        let count = try windows(of: fetch).reduce(0) { sum, window in
            try sum + withSession(of: window.0) { try $0.count(window.1) }
        }
        return coordinator.stores.count > 1 ? fetch.window(ofCount: count) : count
    }

    /// The IDs of the objects that `fetch` would return, without their values, for use in another
    /// task.
    ///
    /// ```swift
    /// let ids = try context.fetchObjectIDs(Recipe.fetchRequest())
    /// ```
    /// - Throws: errors of the predicate and of the store.
    public func fetchObjectIDs<Result: ManagedObject>(
        _ request: FetchRequest<Result>
    ) throws -> [ManagedObjectID] {
        try fetchObjectIDs(request, reportingTo: nil)
    }

    func fetchObjectIDs<Result: ManagedObject>(
        _ request: FetchRequest<Result>, reportingTo reporter: FetchReporter?
    ) throws -> [ManagedObjectID] {
        try prepareToRead()
        var fetch = try storeFetch(for: request)
        fetch.reporter = reporter
        if request.includesPendingChanges, hasPendingChanges(in: fetch.entity) {
            return try fetchWithPendingChanges(fetch).map(\.objectID)
        }
        fetch.includesValues = false
        return try storedIDs(fetch)
    }

    /// The first object that a request selects, or nil. Reads one record.
    ///
    /// ```swift
    /// let newest = try context.fetchFirst(
    ///     FetchRequest<Recipe>(sortBy: [SortDescriptor(\.dateAdded, order: .reverse)]))
    /// ```
    /// - Throws: errors of the predicate and of the store.
    public func fetchFirst<Result: ManagedObject>(
        _ request: FetchRequest<Result>
    ) throws -> Result? {
        var request = request
        request.fetchLimit = 1
        return try fetch(request).first
    }

    // MARK: - Steps

    /// Throws a remembered error and merges pending changes.
    func prepareToRead() throws {
        try throwRememberedError()
        try checkCancellation()
        try mergeWaitingChanges()
        propagateDeletions()
    }

    func storeFetch<Result>(for request: FetchRequest<Result>) throws -> StoreFetch {
        let request = try request.resolved(in: coordinator.layout)
        let entity = try entity(for: request)
        var fetch = StoreFetch(entity: entity)
        fetch.includesSubentities = request.includesSubentities
        try fetch.select(request.predicate, by: request.sortDescriptors, in: coordinator.layout)
        try fetch.setWindow(limit: request.fetchLimit, offset: request.fetchOffset)
        try StoreFetch.checkIsNoLess(request.fetchBatchSize, "fetchBatchSize")
        fetch.includesValues = request.includesPropertyValues
        fetch.affectedStores = request.affectedStores
        return fetch
    }

    private func entity<Result>(for request: FetchRequest<Result>) throws -> EntityLayout {
        if let name = request.entityName {
            return try coordinator.storeEntity(ofEntityNamed: name).layout
        }
        return try coordinator.layout.requireEntity(of: Result.self)
    }

    /// Checks the class once for a fetch, not for each row.
    private func checkClasses<Result: ManagedObject>(
        of entity: EntityLayout, are type: Result.Type
    ) throws {
        for entity in coordinator.layout.family(of: entity)
        where !(entity.objectClass is Result.Type) {
            throw PersistenceError.misuse(
                entity.objectClass == ManagedObject.self
                    ? ModelLayout.absence(of: type)
                    : "Objects of \(entity.name) are of class \(entity.objectClass), not \(type)")
        }
    }

    // MARK: - From the store

    func fetchStored(_ fetch: StoreFetch, refreshing: Bool) throws -> [ManagedObject] {
        guard fetch.includesValues else {
            return try storedIDs(fetch).map(object(with:))
        }
        let windows = windows(of: fetch)
        try announce(windows)
        var objects: [ManagedObject] = []
        for (index, store) in windows {
            try withSession(of: index) { session in
                let reader = RowReader(self, storeIndex: index, refreshing: refreshing)
                try session.fetchReporting(store) { row in
                    objects.append(try reader.object(of: row))
                }
            }
        }
        return try joined(objects, fetch)
    }

    func storedIDs(_ fetch: StoreFetch) throws -> [ManagedObjectID] {
        let windows = windows(of: fetch)
        try announce(windows)
        var ids: [ManagedObjectID] = []
        for (index, store) in windows {
            let storeEntities = coordinator.storeEntities[index]
            try withSession(of: index) { session in
                try session.fetchReporting(store) { row in
                    ids.append(
                        ManagedObjectID(
                            storeEntity: storeEntities[row.entityNumber - 1], key: row.key))
                }
            }
        }
        guard coordinator.stores.count > 1 else { return ids }
        return try joined(ids.map(object(with:)), fetch).map(\.objectID)
    }

    /// The fetch of each store. With several stores, limit and offset apply to the combined
    /// results.
    private func windows(of fetch: StoreFetch) -> [(Int, StoreFetch)] {
        let count = coordinator.stores.count
        if count == 1, fetch.affectedStores == nil { return [(0, fetch)] }
        let indices = storeIndices(among: fetch.affectedStores)
        guard count > 1 else { return indices.map { ($0, fetch) } }
        var whole = fetch
        whole.limit = fetch.limit > 0 ? fetch.limit + fetch.offset : 0
        whole.offset = 0
        return indices.map { ($0, whole) }
    }

    private func joined(_ objects: [ManagedObject], _ fetch: StoreFetch) throws -> [ManagedObject] {
        guard coordinator.stores.count > 1 else { return objects }
        return try fetch.window(objects.sorted(using: fetch.sortDescriptors))
    }

    private func fetchInBatches(
        _ fetch: StoreFetch, size: Int, refreshing: Bool
    ) throws -> [ManagedObject] {
        var keysOnly = fetch
        keysOnly.includesValues = false
        let ids = try storedIDs(keysOnly)
        let batch = FaultBatch(ids, size: size)
        return ids.map { id in
            let object = object(with: id)
            if refreshing, object.row != nil { becomeFault(object) }
            if object.row == nil { object.requireExtras().batch = batch }
            return object
        }
    }
}

extension StoreFetch {
    /// Sets the limit and the offset.
    ///
    /// - Throws: `PersistenceError.misuse` for a negative number.
    mutating func setWindow(limit: Int, offset: Int) throws {
        try Self.checkIsNoLess(limit, "fetchLimit")
        try Self.checkIsNoLess(offset, "fetchOffset")
        self.limit = limit
        self.offset = offset
    }

    /// - Throws: `PersistenceError.misuse` for a negative number.
    static func checkIsNoLess(_ number: Int, _ name: String) throws {
        guard number < 0 else { return }
        throw PersistenceError.misuse("\(name) is \(number): it is 0, for none, or greater")
    }

    /// Applies limit and offset to a count.
    func window(ofCount count: Int) -> Int {
        let rest = max(0, count - offset)
        return limit > 0 ? min(limit, rest) : rest
    }

    /// Applies limit and offset to results.
    package func window<Result>(_ results: [Result]) -> [Result] {
        let rest = results.dropFirst(max(0, offset))
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }
}

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
