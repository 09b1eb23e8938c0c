extension SQLiteSession {
    func fetchDictionaries(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [RowSnapshot] {
        guard let query = try queryBuilder.dictionaries(request, columns) else {
            return try fetchDictionaries(naming(request), columns)
        }
        return try withStatement(query.query) { statement in
            packer.reset()
            var rows: [RowSnapshot] = []
            while try statement.step() {
                packer.begin(store.dictionaryPlan, count: query.types.count, version: 0)
                for (column, type) in query.types.enumerated() {
                    type.pack(column, of: statement.handle, into: packer)
                }
                rows.append(packer.finish())
                try request.reporter?.noteUnit()
            }
            return rows
        }
    }

    /// The same records, by name: their predicate is evaluated in memory, as SQL cannot say it.
    private func naming(_ request: StoreFetch) throws -> StoreFetch {
        var records = request
        records.sortDescriptors = []
        records.limit = 0
        records.offset = 0
        records.reporter = nil
        var names: [FetchExpression] = []
        try fetch(records) { row in
            names.append(
                .constant(
                    .object(store.homes.objectID(entityNumber: row.entityNumber, key: row.key))))
        }
        var named = request
        named.predicate = .comparison(FetchComparison(.evaluatedObject, .in, .aggregate(names)))
        return named
    }
}
