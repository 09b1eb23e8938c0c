import CSQLite
import Foundation

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

extension Statement {
    /// The value of a column as SQLite keeps it.
    func storedValue(_ column: Int) -> AttributeValue {
        let position = Int32(column)
        switch sqlite3_column_type(handle, position) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, position))
        case SQLITE_FLOAT: return .double(sqlite3_column_double(handle, position))
        case SQLITE_TEXT: return .string(text(column) ?? "")
        case SQLITE_BLOB: return .data(Data(bytes(column) ?? []))
        default: return .null
        }
    }
}
