import Foundation
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Fetch plans in PostgreSQL")
struct FetchPlanTests {
    /// The plan of a fetch of tools.
    private func plan(
        _ yard: TestYard, _ format: String? = nil,
        _ change: (inout FetchRequest<ManagedObject>) -> Void = { _ in }
    ) throws -> FetchPlan {
        var request = FetchRequest<ManagedObject>(entityName: "Tool")
        request.predicate = try format.map { try FetchPredicate(format: $0) }
        change(&request)
        let plans = try yard.context().fetchPlans(for: request)
        #expect(plans.count == 1)
        return try #require(plans.first)
    }

    @Test("A fetch plan has its statement and the server's steps")
    func steps() throws {
        let yard = try TestYard()

        let plan = try plan(yard, "whole > 3 AND name == 'Axe'")

        #expect(plan.sql.hasPrefix("SELECT ") && plan.sql.contains("ZWHOLE > $1"), "\(plan)")
        #expect(plan.storeIdentifier == yard.store.identifier)
        #expect(plan.steps.contains { $0.contains("zwhole > ") }, "\(plan)")
        #expect(plan.steps.contains { $0.contains("Scan ") }, "\(plan)")
        #expect(plan.predicateInMemory == nil && plan.sortDescriptorsInMemory.isEmpty)
    }

    @Test("A fetch plan lists the conditions and the sort orders that are evaluated in memory")
    func inMemory() throws {
        let yard = try TestYard()

        let filtered = try plan(yard, "whole > 3 AND name CONTAINS[cd] 'saw'") {
            $0.sortDescriptors = [FetchSortDescriptor("name")]
        }
        #expect(filtered.predicateInMemory?.predicateFormat.contains("CONTAINS[cd]") == true)
        #expect(filtered.reason != nil && filtered.sortDescriptorsInMemory.isEmpty)
        #expect(filtered.description.contains("in memory, because"), "\(filtered)")

        let sorted = try plan(yard) {
            $0.sortDescriptors = [FetchSortDescriptor("name", comparison: .localizedStandard)]
            $0.fetchLimit = 5
        }
        #expect(sorted.predicateInMemory == nil)
        #expect(sorted.sortDescriptorsInMemory.map(\.keyPath) == ["name"])
        #expect(sorted.description.contains("sorted in memory by name"), "\(sorted)")
        #expect(!sorted.sql.contains("LIMIT"), "\(sorted)")
    }

    @Test("The indexes recommended in the article serve case-insensitive searches")
    func expressionIndexes() throws {
        let yard = try TestYard()
        let look = try yard.look()
        try look.execute(
            #"""
            CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
            CREATE INDEX lowered ON ztool (lower(zname));
            CREATE INDEX parts ON ztool USING gin (lower(zname) public.gin_trgm_ops);
            CREATE INDEX others ON ztool (zname) WHERE zname ~ '[^\x01-\x7f]';
            INSERT INTO ztool (z_pk, z_ent, z_opt, zname)
            SELECT n, z_ent, 1, CASE n WHEN 7 THEN 'Ä 100%_RÄKE' WHEN 8 THEN 'a 100%_Rake b'
                WHEN 9 THEN 'a 100 Rake b' ELSE 'Tool ' || n END
            FROM z_primarykey, generate_series(1, 20000) AS n WHERE z_name = 'Tool';
            ANALYZE ztool
            """#)

        for (format, index) in [
            ("name ==[c] 'rake'", "lowered"), ("name BEGINSWITH[c] 'rake'", "lowered"),
            ("name CONTAINS[cd] '100%_rake'", "parts"),
        ] {
            let plan = try plan(yard, format)
            #expect(!plan.scansTable, "\(plan)")
            #expect(plan.steps.contains { $0.contains(index) }, "\(plan)")
            #expect(plan.predicateInMemory != nil)
        }
        let found = try yard.context().names("Tool", "name CONTAINS[cd] '100%_rake'")
        #expect(Set(found) == ["Ä 100%_RÄKE", "a 100%_Rake b"])
        // No index helps with this condition.
        #expect(try plan(yard, "price > 3").scansTable)
    }
}
