import Persistence

extension PostgreSQLSession {
    /// The statement of a fetch, how the server would run it, and what is left to memory.
    func plan(for request: StoreFetch) throws -> FetchPlan? {
        let known = try sqlPlan(contents.selection(of: request.entity), request)
        let plan =
            try known
            ?? queryBuilder.select(selectionForSorting(request).columns, request.allInAnyOrder)
        return FetchPlan(
            storeIdentifier: contents.identifier, sql: SQLDialect.postgreSQL.text(plan.query.sql),
            steps: try steps(of: plan.query), predicateInMemory: plan.residual,
            reason: plan.residualReason,
            sortDescriptorsInMemory: known == nil ? request.sortDescriptors : [])
    }

    private func steps(of query: SQLQuery) throws -> [String] {
        let sql = "EXPLAIN (COSTS OFF) " + SQLDialect.postgreSQL.text(query.sql)
        return try begun().runOnce(sql, parameters(query)).rows.map { $0.string(0) }
    }
}
