import Persistence
import Testing

@testable import Domain

/// A list ordered by text does not sort, however many records there are.
@Suite("Lists sorted by text")
struct TextOrderPlanTests {
    private static func order(_ name: String, _ isAscending: Bool) -> FetchSortDescriptor {
        FetchSortDescriptor(name, ascending: isAscending, comparison: .localizedStandard)
    }

    private func expectIndex<Record: ManagedObject>(
        _ index: String, _ request: FetchRequest<Record>, in test: TestHousehold
    ) throws {
        let plan = try test.plan(request)
        #expect(plan.contains { $0.contains("INDEX Z_\(Record.self)_\(index)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("B-TREE FOR ORDER BY") }, "\(plan)")
    }

    @Test("Items sorted by each of their texts are read along its index", arguments: [true, false])
    func items(isAscending: Bool) throws {
        let test = try TestHousehold()
        try test.household.container.read { context in
            for (name, index) in [
                ("itemName", "byItemNameSortKey"), ("manufacturer", "byManufacturerSortKey"),
                ("modelNumber", "byModelNumberSortKey"), ("seller", "bySellerSortKey"),
                ("serialNumber", "bySerialNumberSortKey"),
            ] {
                var query = ItemQuery()
                query.sortDescriptors = [Self.order(name, isAscending)]
                try expectIndex(index, query.fetchRequest(in: context), in: test)
            }
        }
    }

    @Test("A distant page reads only its own items", arguments: [true, false])
    func farPages(isAscending: Bool) throws {
        let test = try TestHousehold()
        try test.household.container.read { context in
            var query = ItemQuery()
            query.sortDescriptors = [Self.order("itemName", isAscending)]
            var request = try query.fetchRequest(in: context)
            (request.fetchOffset, request.fetchLimit) = (99_950, 50)
            let steps = try #require(try context.fetchPlans(for: request).first).steps
            #expect(steps.first == "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)", "\(steps)")
            #expect(
                steps.contains { $0.contains("USING INDEX Z_Item_byItemNameSortKey") },
                "\(steps)")
        }
    }

    @Test("Records of items sorted by text are read along its index", arguments: [true, false])
    func belongings(isAscending: Bool) throws {
        let test = try TestHousehold()
        func check<Record: ManagedObject>(
            _ type: Record.Type, by name: String, _ index: String
        ) throws {
            var request = FetchRequest<Record>()
            request.sortDescriptors = [Self.order(name, isAscending)]
            try expectIndex(index, request, in: test)
        }
        try check(AssetType.self, by: "label", "byLabelSortKey")
        try check(CareTask.self, by: "title", "byTitleSortKey")
        try check(Document.self, by: "name", "byNameSortKey")
        try check(Loan.self, by: "borrower", "byBorrowerSortKey")
        try check(Location.self, by: "name", "byNameSortKey")
    }

    @Test(
        "Lists of the other sections sorted by text are read along their indexes",
        arguments: [true, false])
    func sections(isAscending: Bool) throws {
        let test = try TestHousehold()
        let coordinator = test.household.container.coordinator
        var products = ProductQuery()
        products.sortDescriptors = [Self.order("sku", isAscending)]
        try expectIndex("bySkuSortKey", products.fetchRequest, in: test)
        var books = BookQuery()
        books.sortDescriptors = [Self.order("author", isAscending)]
        try expectIndex("byAuthorSortKey", books.fetchRequest(coordinator), in: test)
    }

    @Test("The default order by name is read along its index")
    func names() throws {
        let test = try TestHousehold()
        let coordinator = test.household.container.coordinator
        try expectIndex("byNameSortKey", ProductQuery().fetchRequest, in: test)
        try expectIndex("byTitleSortKey", BookQuery().fetchRequest(coordinator), in: test)
        try expectIndex("byNameSortKey", BookCategory.allRequest, in: test)
        try expectIndex("byNameSortKey", PlaceQuery().fetchRequest, in: test)
        var groceries = GroceryQuery()
        groceries.sortDescriptors = [
            FetchSortDescriptor("isTicked"), Self.order("name", true),
        ]
        try expectIndex("byNameSortKey", groceries.fetchRequest, in: test)
    }
}
