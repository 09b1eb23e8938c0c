import CSQLite
import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Amounts that sales add to sums")
struct SaleCountingTests {
    /// A shop with a sale of two mugs and a jug, a void one, and a return.
    private static func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer(
            "Ann", [.line("Mug", 2, "1.50"), .line("Jug", 1, "10"), .line("Mug", 1, "1")])
        let void = try shop.addSale(to: ann, [.line("Mug", 4, "2")])
        try shop.void(void)
        let sold = try shop.addSale(to: ann, [.line("Mug", 3, "2")])
        try shop.addReturn(of: sold, [.line("Mug", 1, "2")])
        return shop
    }

    @Test("A line adds its amount once, nothing while void, and a return subtracts it")
    func lines() throws {
        let shop = try Self.shop()

        try shop.household.container.read { context in
            let sales = try context.fetch(FetchRequest<Sale>()).sorted { $0.number < $1.number }
            #expect(sales.map(\.countedCents) == [1400, 0, 600, -200])
            #expect(sales.map(\.countedThousandths) == [4_000, 0, 3_000, -1_000])
            #expect(sales.map(\.countedSales) == [1, 0, 1, 0])
            #expect(sales.map(\.countedReturns) == [0, 0, 0, 1])
            #expect(sales.map(\.isCounted) == [true, false, true, true])
            #expect(sales[0].lines.map(\.countedCents) == [300, 1000, 100])
            #expect(sales[0].lines.map(\.countedSales) == [1, 1, 0])
            #expect(sales[1].lines.map(\.countedCents) == [0])
            #expect(sales.flatMap(\.lines).allSatisfy { $0.saleDate == CalendarDay.test.date })
            #expect(try Sale.miscounted(in: context).isEmpty)
        }
    }

    @Test("A changed, added or deleted line changes the amount of its sale")
    func changes() throws {
        let shop = try Self.shop()
        func counted(_ change: (Sale, ManagedObjectContext) throws -> Void) throws -> Int64 {
            try shop.household.container.write { context in
                let sales = try context.fetch(FetchRequest<Sale>())
                let sale = try #require(sales.min { $0.number < $1.number })
                try change(sale, context)
                try shop.household.save(context)
                #expect(try Sale.miscounted(in: context).isEmpty)
                return sale.countedCents
            }
        }

        #expect(try counted { sale, _ in sale.lines[0].unitPrice = 2 } == 1500)
        #expect(try counted { sale, context in context.delete(sale.lines[0]) } == 1100)
        let more = try counted { sale, context in
            let line = SaleLine(context: context)
            line.product = sale.lines[0].product
            line.unitPrice = 3
            sale.addToLines(line)
        }
        #expect(more == 1400)
        #expect(
            try counted { sale, _ in sale.date = CalendarDay.test.adding(days: 3).date } == 1400)
    }

    @Test("A check names the sales that others have changed, which can be counted again")
    func check() throws {
        let shop = try Self.shop()
        try shop.household.container.write { context in
            var request = BatchUpdateRequest(entityName: "SaleLine")
            request.predicate = .key("countedCents") == 1000
            request.propertiesToUpdate = ["countedCents": .constant(.integer(7))]
            try context.execute(request)
        }

        try shop.household.container.write { context in
            #expect(try Sale.miscounted(in: context) == [1])
            try Sale.count(1, in: context)
            try shop.household.save(context)
            #expect(try Sale.miscounted(in: context).isEmpty)
        }
    }

    @Test("Lines that another program changes and adds are counted, for their customer too")
    func foreignLines() throws {
        let shop = try Self.shop()
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        try #require(sqlite3_open(shop.directory.store, &database) == SQLITE_OK)
        let written = sqlite3_exec(
            database,
            """
            UPDATE ZSALELINE SET ZQUANTITY = 5 WHERE ZUNITPRICE = 10;
            INSERT INTO ZSALELINE
                (Z_PK, Z_ENT, Z_OPT, ZPRODUCT, ZQUANTITY, ZUNITPRICE, ZSALE, Z_FOK_SALE,
                    ZADJUSTMENTCENTS, ZCOSTROUNDINGCENTS, ZDISCOUNTCENTS, ZSHARECENTS, ZTAXCENTS)
                SELECT (SELECT MAX(Z_PK) FROM ZSALELINE) + 1, Z_ENT, 1, ZPRODUCT, 1, 7, ZSALE,
                    Z_FOK_SALE + 100000, 0, 0, 0, 0, 0
                FROM ZSALELINE WHERE ZUNITPRICE = 10;
            """, nil, nil, nil)
        try #require(written == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database)))")

        try shop.household.updateDerivedValues()

        try shop.household.container.read { context in
            let sales = try context.fetch(FetchRequest<Sale>()).sorted { $0.number < $1.number }
            #expect(sales.map(\.countedCents) == [6100, 0, 600, -200])
            #expect(sales.map(\.totalCents) == [6100, 0, 600, -200])
            #expect(try Sale.miscounted(in: context).isEmpty)
            let ann = try #require(try context.fetchFirst(FetchRequest<Customer>()))
            #expect(ann.salesCents == 6500)
            #expect(try Customer.withOutdatedValues(in: context).isEmpty)
            let totals = try shop.household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(totals.amount == 65)
        }
    }

    @Test("Opening checks by an index whether lines need counting, and reads none")
    func openingOfCounted() throws {
        let shop = try Self.shop()
        try shop.household.close()
        let trace = SQLTrace()

        let household = try Household(directory: shop.directory, trace: trace)

        let statements = trace.sql.filter { $0.contains("FROM ZSALELINE") }
        #expect(statements.count == 1)
        for sql in statements {
            #expect(try !household.plan(sql: sql).contains { $0.hasPrefix("SCAN") })
        }
    }

    @Test("Lines not counted by an earlier version are counted when the household is opened")
    func opening() throws {
        let shop = try Self.shop()
        let amount = try shop.amount()
        try shop.household.container.write { context in
            var request = BatchUpdateRequest(entityName: "SaleLine")
            let nothing = FetchExpression.constant(.integer(0))
            request.propertiesToUpdate = [
                "saleDate": .constant(.null), "countedCents": nothing,
                "countedThousandths": nothing,
                "countedSales": nothing, "countedReturns": nothing,
            ]
            try context.execute(request)
            var product = BatchUpdateRequest(entityName: "Product")
            product.propertiesToUpdate = [
                "sku": .constant(.string("4 006381 333931")), "skuKey": .constant(.null),
            ]
            product.predicate = .key("name") == "Mug"
            try context.execute(product)
        }
        try shop.household.close()

        let household = try Household(directory: shop.directory)

        try household.container.read { context in
            #expect(try Sale.miscounted(in: context).isEmpty)
            let totals = try household.salesFigures.totals(
                by: .product, of: SalesPeriod(), in: context)
            #expect(totals.values.reduce(0) { $0 + $1.amount } == amount)
            #expect(try Product.coded("4006381333931", in: context)?.name == "Mug")
        }
        try household.close()
    }
}
