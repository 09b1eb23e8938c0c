import CSQLite

/// Builds the SELECT statements of fetches.
struct SQLQueryBuilder {
    let schema: SQLSchema
    let entity: EntityLayout

    func select(_ columns: String, _ fetch: StoreFetch) throws -> SQLQuery {
        guard fetch.predicate == nil else {
            throw PersistenceError.unsupportedPredicate("Predicates have no SQL yet")
        }
        var sql = "SELECT \(columns) FROM \(schema[entity].table) t0"
        if schema.layout.entity(entity.rootNumber).hasSubentities {
            sql += " WHERE t0.Z_ENT BETWEEN \(entity.number) AND \(entity.lastNumber)"
        }
        let keys = fetch.sortDescriptors.compactMap { descriptor in
            entity.slot(named: descriptor.keyPath).flatMap { schema[entity].columns[$0.number] }
                .map { "t0.\($0) \(descriptor.ascending ? "ASC" : "DESC")" }
        }
        sql += " ORDER BY \((keys + ["t0.Z_PK"]).joined(separator: ", "))"
        if fetch.limit > 0 || fetch.offset > 0 {
            sql += " LIMIT \(fetch.limit > 0 ? fetch.limit : -1) OFFSET \(fetch.offset)"
        }
        return SQLQuery(sql: sql)
    }
}

func registerFunctions(on: OpaquePointer) {}
