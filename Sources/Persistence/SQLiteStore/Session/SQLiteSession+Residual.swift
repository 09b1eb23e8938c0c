extension SQLiteSession {
    var queryBuilder: SQLQueryBuilder {
        get throws {
            var builder = SQLQueryBuilder(
                schema: schema, storeIdentifier: store.homes.homes.first?.storeIdentifier,
                placeIndexes: try presentPlaceIndexes())
            builder.textIndexes = { [self] in
                PresentTextIndexes(
                    indexes: try presentTextIndexes(),
                    areFrequent: { try self.areFrequent($1, $2, in: $0) },
                    count: { try self.count($0) })
            }
            builder.sortKeys = { [self] in try stateOfSortKeys(in: $0) }
            return builder
        }
    }

    /// Calls the closure with each record for which the rest of a predicate holds that SQL cannot
    /// say, limit and offset observed.
    func fetch(
        _ request: StoreFetch, filteredBy residual: FetchPredicate,
        _ visit: (any StoreRow) throws -> Void
    ) throws {
        let selection = store.selection(of: request.entity)
        let plan = try queryBuilder.select(selection.columns, request)
        var window = FetchWindow(limit: request.limit, offset: request.offset)
        do {
            try withRows(plan, selection, includesValues: true) { row in
                let subject = StoreRecordSubject(
                    in: self, homes: store.homes, entityNumber: row.entityNumber, key: row.key,
                    row: try row.snapshot())
                try checkLimits()
                guard try residual.evaluate(with: subject) else { return }
                if window.admitsNext() { try visit(row) }
                if window.isFull { throw FetchWindow.Full() }
            }
        } catch is FetchWindow.Full {
            // All that was asked for is there.
        }
    }
}
