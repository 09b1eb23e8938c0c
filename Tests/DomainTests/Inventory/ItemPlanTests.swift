import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Query plans of the items’ lists")
struct ItemPlanTests {
    /// The query plans of the statements that read items or a named table while a closure runs.
    private static func plans(
        of table: String = "ZITEM t0", _ body: (Household, ManagedObjectContext) throws -> Void
    ) throws -> [(sql: String, steps: [String])] {
        let trace = SQLTrace()
        let test = try TestHousehold(trace: trace)
        try test.add(["Sofa", "Lamp", "Chair", "Table"])
        let context = ManagedObjectContext(test.household.container)
        try TestHousehold.item("Chair", context).trashedDate = Date()
        try TestHousehold.item("Lamp", context).soldDate = Date()
        try test.household.save(context)
        trace.removeAll()
        try body(test.household, context)
        var plans: [(sql: String, steps: [String])] = []
        for sql in Set(trace.sql) where sql.hasPrefix("SELECT") && sql.contains(table) {
            plans.append((sql, try test.plan(sql: sql)))
        }
        return plans
    }

    private static func read(_ query: ItemQuery, _ context: ManagedObjectContext) throws {
        var request = try query.fetchRequest(in: context)
        request.fetchOffset = 1
        request.fetchLimit = 50
        _ = try context.fetchObjectIDs(request)
        _ = try context.count(for: request)
    }

    @Test("Totals are read from the stored sums, and no item is read")
    func totals() throws {
        let totals: (Household, ManagedObjectContext) throws -> Void = { household, context in
            _ = try household.inventoryCache.facets(of: ItemQuery(), in: context)
            _ = try household.inventoryCache.totalsByLocation(in: context)
        }

        #expect(try Self.plans(totals).isEmpty)
        #expect(try Self.plans(of: "t0 GROUP BY", totals).count == 3)
    }

    @Test(
        "Pages in manual order, by value and by date are read along an index without sorting"
    )
    func orders() throws {
        let orders =
            [
                ("", true, "Order"), ("orderingValue", true, "Order"),
                ("valueInDollars", true, "Value"),
            ] + [
                ("valueInDollars", false, "ValueDescending"), ("dateCreated", false, "DateCreated"),
            ]
        for (key, isAscending, index) in orders {
            var query = ItemQuery()
            if !key.isEmpty {
                query.sortDescriptors = [FetchSortDescriptor(key, ascending: isAscending)]
            }
            let plans = try Self.plans { try Self.read(query, $1) }
            for (sql, steps) in plans where sql.contains("ORDER BY") {
                #expect(steps == ["SCAN t0 USING INDEX Z_Item_by\(index)"], "\(sql)")
            }
        }
    }

    @Test("Moves and positions are found along the index of the order")
    func moves() throws {
        let plans = try Self.plans { household, context in
            let item = try TestHousehold.item("Table", context)
            _ = try ItemOrder.place(of: item, in: context)
            try ItemOrder.move(item, to: .up, in: context)
            try household.save(context)
            try ItemOrder.move(item, to: .last, in: context)
            _ = try Item.append(in: context)
        }

        let ordered = plans.filter {
            $0.sql.contains("ZORDERINGVALUE") && !$0.sql.contains("ZITEMNAME")
        }
        #expect(ordered.count > 3)
        for (sql, steps) in ordered {
            #expect(
                steps.contains { $0.contains("USING INDEX Z_Item_byOrder") }, "\(sql): \(steps)")
            #expect(!steps.contains { $0.hasSuffix("FOR ORDER BY") }, "\(sql): \(steps)")
        }
    }

    @Test("Matches of a frequent word are counted along an index, reading each item once")
    func frequentWords() throws {
        var query = ItemQuery()
        query.search = "a"
        let plans = try Self.plans { household, _ in
            // The keys of fewer records are listed.
            try household.container.write { context in
                for number in 0...2_000 {
                    let item = Item(context: context)
                    (item.itemName, item.orderingValue) = ("Lamp", Double(number + 10))
                }
                try household.save(context)
            }
            try household.container.read { context in
                _ = try household.inventoryCache.facets(of: query, in: context)
            }
        }

        let counts = plans.filter { $0.sql.contains("ZSOLDDATE IS NULL") }
        #expect(counts.count == 1)
        for (sql, steps) in counts {
            #expect(steps.first == "SCAN t0 USING INDEX Z_Item_byType", "\(steps)")
            #expect(sql.contains("t0.Z_PK NOT IN (SELECT Z_PK FROM FULLTEXT_ZITEM_TEXT"))
            #expect(sql.contains("CASE WHEN ("))
        }
    }

    @Test("Words are searched in the full-text index, and no table is scanned")
    func searches() throws {
        var query = ItemQuery()
        query.search = "lamp A-0002"
        let plans = try Self.plans { household, context in
            try Self.read(query, context)
            _ = try household.inventoryCache.facets(of: query, in: context)
        }

        #expect(plans.count == 4)
        for (sql, steps) in plans {
            let scans = steps.filter {
                $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE INDEX 0:M")
                    && !$0.contains("FULLTEXT_NOTED") && !$0.contains("USING INDEX Z_Item_byOrder")
                    && !$0.contains("json_each") && $0 != "SCAN counted"
                    && $0 != "SCAN CONSTANT ROW"
            }
            #expect(scans.isEmpty, "\(sql): \(steps)")
        }
    }

    @Test("What has expired is found along indexes, because it is looked for every minute")
    func expiry() throws {
        let plans = try Self.plans(of: "SELECT") { household, _ in try household.forgetStale() }

        for table in ["ZITEM t0", "ZITEMPHOTO t0", "ZDOCUMENT t0"] {
            #expect(plans.contains { $0.sql.contains(table) })
        }
        for (sql, steps) in plans {
            let scans = steps.filter { $0.hasPrefix("SCAN t") && !$0.contains("USING") }
            #expect(scans.isEmpty, "\(sql): \(steps)")
        }
    }
}
