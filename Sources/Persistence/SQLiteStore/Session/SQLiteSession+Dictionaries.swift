extension SQLiteSession {
    func fetchDictionaries(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [RowSnapshot] {
        guard let query = try queryBuilder.dictionaries(request, columns) else {
            return try fetchDictionaries(naming(request, store.homes), columns)
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
}
