import Foundation

/// A description of values to compute from records: attributes, sums, counts, by group or over all.
///
/// ```swift
/// let request = DictionaryFetchRequest(
///     FetchRequest<Book>(#Predicate { $0.pageCount > 100 }),
///     columns: [("author", .key("author.name")), ("books", .count), ("pages", .sum(.key("pageCount")))],
///     groupBy: [.key("author.name")])
/// ```
/// Only what is in the store counts, not the changes of the context, as in Core Data. A child context
/// asks its parent instead of the store, and the parent's changes count.
public struct DictionaryFetchRequest: Sendable {
    /// The name of the entity.
    public var entityName: String
    /// The keys and expressions of the dictionaries.
    public var columns: [(key: String, expression: FetchExpression)]
    /// The predicate; nil for all records.
    public var predicate: FetchPredicate?
    /// The expressions to group by. Default: empty, for no grouping.
    public var propertiesToGroupBy: [FetchExpression] = []
    /// The predicate for groups. It may use aggregate functions, the keys of columns unless a
    /// property has the same name, and any column as a variable: `$count > 1`.
    public var havingPredicate: FetchPredicate?
    /// Whether to remove duplicate dictionaries. Default: false.
    public var returnsDistinctResults = false
    /// The order of the records.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The greatest number of dictionaries. Default: 0, for no limit.
    public var fetchLimit = 0
    /// The number of dictionaries to skip. Default: 0.
    public var fetchOffset = 0
    /// The batch size of ``ManagedObjectContext/fetchDictionariesInBatches(_:)``. Default: 0, for
    /// all at once.
    public var fetchBatchSize = 0
    /// Whether to include records of subentities. Default: true.
    public var includesSubentities = true

    /// The stores to fetch from. Default: nil, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?

    /// The parts of a fetch with Swift key paths; nil for none.
    private var keyPathParts: AnyKeyPathParts?

    /// Makes a request for the records of an entity.
    ///
    /// - Parameters:
    ///   - predicate: the condition; nil, the default, for all records.
    ///   - groups: the expressions to group by. Default: none.
    public init(
        entityName: String, _ predicate: FetchPredicate? = nil,
        columns: [(key: String, expression: FetchExpression)] = [],
        groupBy groups: [FetchExpression] = []
    ) {
        self.entityName = entityName
        self.predicate = predicate
        self.columns = columns
        propertiesToGroupBy = groups
    }

    /// Makes a request for the records that a fetch would return from the stores, without unsaved
    /// changes.
    ///
    /// - Parameter groups: the expressions to group by. Default: none.
    public init<Result>(
        _ fetchRequest: FetchRequest<Result>,
        columns: [(key: String, expression: FetchExpression)] = [],
        groupBy groups: [FetchExpression] = []
    ) {
        let parts = AnyKeyPathParts(of: fetchRequest)
        self.init(
            entityName: fetchRequest.entityName ?? parts.className, fetchRequest.predicate,
            columns: columns, groupBy: groups)
        sortDescriptors = fetchRequest.sortDescriptors
        fetchLimit = fetchRequest.fetchLimit
        fetchOffset = fetchRequest.fetchOffset
        fetchBatchSize = fetchRequest.fetchBatchSize
        includesSubentities = fetchRequest.includesSubentities
        affectedStores = fetchRequest.affectedStores
        keyPathParts = parts
    }

    /// The request with Swift key paths resolved.
    ///
    /// - Throws: `FetchPredicateError` for a part that a fetch cannot express.
    func resolved(in layout: ModelLayout) throws -> Self {
        var request = self
        request.keyPathParts = nil
        try keyPathParts?.add(
            to: &request.predicate, &request.sortDescriptors, &request.entityName, in: layout)
        return request
    }

    /// The request for stores, with resolved names.
    ///
    /// - Throws: `FetchPredicateError`.
    func storeFetch(of entity: EntityLayout, in layout: ModelLayout) throws -> StoreFetch {
        var fetch = StoreFetch(entity: entity)
        fetch.includesSubentities = includesSubentities
        try fetch.select(predicate, by: sortDescriptors, in: layout)
        try fetch.setWindow(limit: fetchLimit, offset: fetchOffset)
        fetch.affectedStores = affectedStores
        return fetch
    }

    /// The resolved columns.
    ///
    /// - Throws: `FetchPredicateError`.
    func storeColumns(of entity: EntityLayout, in layout: ModelLayout) throws -> StoreColumns {
        var columns = StoreColumns(expressions: self.columns.map(\.expression))
        columns.groupBy = propertiesToGroupBy
        columns.having = try having(entity)
        columns.distinct = returnsDistinctResults
        return try columns.resolved(entity, in: layout)
    }

    /// The predicate for groups, with keys and variables replaced by the columns' expressions. A
    /// key that is also a property means the property.
    private func having(_ entity: EntityLayout) throws -> FetchPredicate? {
        let expressions = Dictionary(
            columns.map { ($0.key, $0.expression) }, uniquingKeysWith: { first, _ in first })
        let having = havingPredicate?
            .replacingKeys(by: expressions.filter { entity.slot(named: $0.key) == nil })
            .substituting(variables: expressions)
        if let name = having?.freeVariables.min() {
            throw FetchPredicateError(
                "The variable $\(name) has no value, and no column has its name.",
                at: .variable(name))
        }
        return having
    }
}

extension StoreColumns {
    /// The columns with checked key paths.
    ///
    /// - Throws: `FetchPredicateError`, also for columns and groups that are not single stored
    ///   values.
    fileprivate func resolved(
        _ entity: EntityLayout, in layout: ModelLayout
    ) throws -> StoreColumns {
        let resolver = PredicateResolver(ofStoreWith: layout, entity)
        func single(_ expression: FetchExpression) throws -> FetchExpression {
            let resolved = try resolver.resolve(expression)
            guard try resolver.typer.type(of: resolved).isCollection else { return resolved }
            throw FetchPredicateError(
                "“\(expression)” has many values, and a column holds one: write @count or another "
                    + "operator after it.", at: expression)
        }
        var columns = self
        columns.expressions = try expressions.map(single)
        columns.groupBy = try groupBy.map(single)
        columns.having = try having?.resolved(resolver)
        return columns
    }
}

extension ManagedObjectContext {
    /// The values that a request computes.
    ///
    /// ```swift
    /// for row in try context.fetchDictionaries(request) { print(row["worth"]?.doubleValue ?? 0) }
    /// ```
    /// The store computes the values, without creating objects.
    /// - Throws: errors of the predicate and of the store.
    public func fetchDictionaries(_ request: DictionaryFetchRequest) throws -> [FetchedDictionary] {
        try fetchDictionaries(request, reportingTo: nil)
    }

    func fetchDictionaries(
        _ request: DictionaryFetchRequest, reportingTo reporter: FetchReporter?
    ) throws -> [FetchedDictionary] {
        try throwRememberedError()
        try checkCancellation()
        let request = try request.resolved(in: coordinator.layout)
        let storeEntity = try coordinator.storeEntity(ofEntityNamed: request.entityName)
        var fetch = try request.storeFetch(of: storeEntity.layout, in: coordinator.layout)
        fetch.reporter = reporter
        let columns = try request.storeColumns(of: storeEntity.layout, in: coordinator.layout)
        let keys = FetchedDictionary.Keys(request.columns.map(\.key))
        return try storedValues(fetch, columns, storeEntity).map { FetchedDictionary(keys, $0) }
    }
}

extension ManagedObjectContext {
    /// The columns of the selected records.
    ///
    /// A store computes them for its own records; those of several stores are computed here.
    func storedValues(
        _ fetch: StoreFetch, _ columns: StoreColumns, _ storeEntity: StoreEntity
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
            let empty =
                indices.contains(storeEntity.storeIndex) ? storeEntity.storeIndex : indices[0]
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

    /// The IDs of the stored records of a fetch, in its order.
    func storedRecordIDs(_ fetch: StoreFetch) throws -> [ManagedObjectID] {
        guard coordinator.stores.count > 1 else {
            var keysOnly = fetch
            keysOnly.includesValues = false
            return try storedIDs(keysOnly)
        }
        // Records of several stores are sorted by their values.
        return try withBystander { try $0.fetchStored(fetch, refreshing: false).map(\.objectID) }
    }

    /// Runs a closure with another context over the same states of the stores, without this one's
    /// unsaved changes.
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
