import Testing

@testable import Domain
@testable import Persistence

extension TestHousehold {
    /// SQLite's query plan for fetching the first records, one line per step.
    func plan<Record: ManagedObject>(_ request: FetchRequest<Record>) throws -> [String] {
        let coordinator = household.container.coordinator
        let store = try #require(coordinator.stores.first as? SQLiteStore)
        var fetch = StoreFetch(
            entity: try #require(coordinator.layout.entity(named: "\(Record.self)")))
        try fetch.select(
            request.predicate ?? .constant(true), by: request.sortDescriptors,
            in: coordinator.layout)
        fetch.limit = 50
        return try store.withReadSession { session in
            let session = try #require(session as? SQLiteSession)
            return try session.plan(session.queryBuilder.select("t0.Z_PK", fetch).query)
        }
    }

    /// The same of a statement.
    func plan(sql: String) throws -> [String] { try household.plan(sql: sql) }

    /// The steps that scan a table.
    func scans<Record: ManagedObject>(_ request: FetchRequest<Record>) throws -> [String] {
        try plan(request).filter {
            $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE INDEX 0:M")
                && !$0.contains("subquery") && !$0.contains("json_each")
                && $0 != "SCAN CONSTANT ROW"
        }
    }
}

extension Household {
    /// SQLite's query plan for a statement, one line per step.
    func plan(sql: String) throws -> [String] {
        let store = try #require(container.coordinator.stores.first as? SQLiteStore)
        return try store.withReadSession { session in
            try #require(session as? SQLiteSession).plan(SQLQuery(sql: sql))
        }
    }
}

extension SQLiteSession {
    /// The query plan of a statement, one line per step.
    fileprivate func plan(_ query: SQLQuery) throws -> [String] {
        try withStatement(
            SQLQuery(sql: "EXPLAIN QUERY PLAN " + query.sql, bindings: query.bindings)
        ) { statement in
            var plan: [String] = []
            while try statement.step() { plan.append(statement.text(3) ?? "") }
            return plan
        }
    }
}
