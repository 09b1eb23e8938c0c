/// A description of values to compute from records: attributes, sums, counts, by group or over all.
///
/// ```swift
/// var request = DictionaryFetchRequest(entityName: "Item")
/// request.columns = [("worth", .function("sum:", [.keyPath(["valueInDollars"])]))]
/// ```
/// Only what is in the store counts, not the changes of the context, as in Core Data. A child context
/// asks its parent instead of the store, and the parent's changes count.
public struct DictionaryFetchRequest: Sendable {
    /// The name of the entity.
    public var entityName: String
    /// The keys of the dictionaries, and what stands under each.
    public var columns: [(key: String, expression: FetchExpression)]
    /// Which records; nil for all.
    public var predicate: FetchPredicate?
    /// What records are grouped by; empty, the default, for no grouping.
    public var propertiesToGroupBy: [FetchExpression] = []
    /// Which groups; may use aggregate functions, and the keys of columns that no property has for its name.
    public var havingPredicate: FetchPredicate?
    /// Whether equal dictionaries come once. Default: false.
    public var returnsDistinctResults = false
    /// The order of the records.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The greatest number of dictionaries; 0, the default, for no limit.
    public var fetchLimit = 0
    /// The number of dictionaries to pass over. Default: 0.
    public var fetchOffset = 0
    /// The number of dictionaries that ``ManagedObjectContext/fetchDictionariesInBatches(_:)`` reads at
    /// once; 0, the default, for all.
    public var fetchBatchSize = 0
    /// Whether records of subentities count. Default: true.
    public var includesSubentities = true

    /// The stores that are asked; nil, the default, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?

    /// Makes a request for the records of an entity.
    public init(
        entityName: String, columns: [(key: String, expression: FetchExpression)] = []
    ) {
        self.entityName = entityName
        self.columns = columns
    }

    /// What stores are asked for, its names resolved.
    ///
    /// - Throws: `FetchPredicateError`.
    func storeFetch(of entity: EntityLayout, in layout: ModelLayout) throws -> StoreFetch {
        var fetch = StoreFetch(entity: entity)
        fetch.includesSubentities = includesSubentities
        try fetch.select(predicate, by: sortDescriptors, in: layout)
        fetch.limit = fetchLimit
        fetch.offset = fetchOffset
        fetch.affectedStores = affectedStores
        return fetch
    }

    /// The columns as stores compute them.
    func storeColumns(of entity: EntityLayout) -> StoreColumns {
        var columns = StoreColumns(expressions: self.columns.map(\.expression))
        columns.groupBy = propertiesToGroupBy
        columns.having = having(entity)
        columns.distinct = returnsDistinctResults
        return columns
    }

    /// The predicate for groups, with what the columns compute in the place of their keys. Where a
    /// property has the name of a column, the property is meant.
    private func having(_ entity: EntityLayout) -> FetchPredicate? {
        let expressions = Dictionary(
            columns.filter { entity.slot(named: $0.key) == nil }
                .map { ($0.key, $0.expression) }, uniquingKeysWith: { first, _ in first })
        return expressions.isEmpty
            ? havingPredicate : havingPredicate?.replacingKeys(by: expressions)
    }
}

extension ManagedObjectContext {
    /// The values that a request computes.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func fetchDictionaries(
        _ request: DictionaryFetchRequest
    ) throws
        -> [FetchedDictionary]
    {
        try fetchDictionaries(request, reportingTo: nil)
    }

    func fetchDictionaries(
        _ request: DictionaryFetchRequest, reportingTo reporter: FetchReporter?
    ) throws -> [FetchedDictionary] {
        try throwRememberedError()
        try checkCancellation()
        let home = try coordinator.home(ofEntityNamed: request.entityName)
        var fetch = try request.storeFetch(of: home.layout, in: coordinator.layout)
        fetch.reporter = reporter
        let columns = request.storeColumns(of: home.layout)
        let keys = FetchedDictionary.Keys(request.columns.map(\.key))
        return try storedValues(fetch, columns, home).map { FetchedDictionary(keys, $0) }
    }
}
