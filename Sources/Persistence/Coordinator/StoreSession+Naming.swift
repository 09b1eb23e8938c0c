extension StoreSession {
    /// The same records, by name: their predicate is evaluated in memory, as SQL cannot say it.
    ///
    /// - Parameter homes: the homes of the store's records.
    package func naming(_ request: StoreFetch, _ homes: StoreHomes) throws -> StoreFetch {
        var records = request
        records.sortDescriptors = []
        records.limit = 0
        records.offset = 0
        records.reporter = nil
        var names: [FetchExpression] = []
        try fetch(records) { row in
            let id = homes.objectID(entityNumber: row.entityNumber, key: row.key)
            names.append(.constant(.object(id)))
        }
        var named = request
        named.predicate = .comparison(FetchComparison(.evaluatedObject, .in, .aggregate(names)))
        return named
    }
}
