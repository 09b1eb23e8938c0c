import ObjectModel
import Testing

@testable import Domain
@testable import Persistence

@Suite("Requests for the totals of items")
struct ItemTotalsRequestTests {
    @Test("Each engine sums the totals without reading an item", arguments: SQLDialect.allCases)
    func summedUp(dialect: SQLDialect) throws {
        let test = try TestHousehold()
        let request = try test.household.container.read { context in
            try ItemTotals.request(ofAll: ItemQuery(), context)
        }
        let layout = try ModelLayout(Household.model())
        var fetch = StoreFetch(entity: try #require(layout.entity(named: "Item")))
        fetch.predicate = try request.predicate?.resolved(for: fetch.entity, in: layout)
        let columns = try request.storeColumns(of: fetch.entity, in: layout)

        let builder = SQLQueryBuilder(schema: try SQLSchema.make(layout, dialect: dialect))
        let query = try #require(try builder.dictionaries(fetch, columns)).query.sql

        #expect(!query.contains("GROUP BY"))
        #expect(query.contains("SUM(t0.ZTOTALVALUECENTS)"))
        #expect(!query.contains("predicate_"))
    }
}
