import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of the stock history")
struct StockImportTests {
    private static let header = "date,product,productName,sku,barcode,kind,change,level,sale,note\n"

    /// A time on November 21, 2026.
    private static func moment(_ hour: Int) -> Date {
        CalendarDay.test.date + Double(hour) * 3_600
    }

    /// A shop with mugs and jugs, without stock.
    private static func shop() async throws -> TestHousehold {
        let shop = try TestHousehold()
        try await shop.importing("name,price,sku,barcode\nMug,1,M-1,12345670\nJug,2,,\n", .products)
        return shop
    }

    private static func enter(
        _ kind: StockEntry.Kind, _ pieces: Decimal, at hour: Int, of product: String = "Mug",
        _ note: String? = nil, in shop: TestHousehold
    ) throws {
        try shop.household.container.write { context in
            try Product.named(product, in: context)?.enter(
                kind, pieces, note: note, at: moment(hour), in: context)
            try shop.household.save(context)
        }
    }

    /// The journals as a table that can be imported.
    private static func table(_ shop: TestHousehold) throws -> String {
        try shop.household.container.read { context in
            let steps = try context.fetch(FetchRequest<StockEntry>()).map { step in
                (ImportDate.text(step.date), step.savedNumber, step)
            }
            return steps.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2).reduce(into: header) {
                text, step in
                let cells: [String?] = [
                    ImportDate.text(step.date), step.product?.objectID.recordNumber?.description,
                    step.product?.name, step.product?.sku, step.product?.barcode, step.kind,
                    step.change?.description, step.level?.description,
                    step.line?.sale?.number.description, step.note,
                ]
                text += cells.map { $0 ?? "" }.joined(separator: ",") + "\n"
            }
        }
    }

    private static func stock(_ product: String, _ shop: TestHousehold) throws -> Decimal? {
        try shop.household.container.read { context in
            try Product.named(product, in: context).flatMap { $0.isStocked ? $0.stock : nil }
        }
    }

    @Test("Importing an export changes nothing, and makes the same journals in another shop")
    func roundTrip() async throws {
        let shop = try await Self.shop()
        try Self.enter(.delivered, 10, at: 1, "From Zoe", in: shop)
        try Self.enter(.broken, 2, at: 2, in: shop)
        try Self.enter(.counted, 5, at: 3, in: shop)
        try Self.enter(.delivered, 4, at: 3, of: "Jug", in: shop)
        try shop.addCustomer("Ann", [.line("Mug", 3, "1"), .line("Jug", 1, "2")])
        try shop.addReturn(of: 1, [.line("Mug", 1, nil)])
        try shop.void(2)
        let table = try Self.table(shop)
        #expect(table.contains(",sold,-3,"))
        #expect(table.contains(",voided,"))

        let same = try await shop.plan(table)
        let other = try await Self.shop()
        try await other.importing(shop.linesFile())
        let record = try await other.importing(table)

        #expect(try same.refusals == [])
        #expect(!same.isApplicable)
        #expect(same.counts.unchanged == same.rows.count)
        #expect(record.kind == .stock)
        #expect(try Self.table(other) == table)
        #expect(try Self.stock("Mug", other) == Self.stock("Mug", shop))
        let again = try await other.plan(table)
        #expect(try again.refusals == [])
        #expect(!again.isApplicable)
    }

    @Test("A journal imported after its products explains the stock that they came with")
    func behindProducts() async throws {
        let shop = try await Self.shop()
        try await shop.importing("name,price,stock\nMug,1,7\n", .products)
        let table =
            "date,sku,kind,quantity\n2020-11-20,M-1,delivered,10\n2020-11-21,m-1,broken,2\n"

        let record = try await shop.importing(table)
        let again = try await shop.plan(table)

        let rows = try Self.table(shop).split(separator: "\n").dropFirst()
        #expect(rows.map { $0.contains(",delivered,10,10,") } == [true, false, false])
        #expect(rows.map { $0.contains(",broken,-2,8,") } == [false, true, false])
        #expect(rows.map { $0.contains(",counted,-1,7,") } == [false, false, true])
        #expect(try Self.stock("Mug", shop) == 7)
        #expect(again.counts.unchanged == 2)
        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.table(shop).contains(",counted,7,7,"))
        #expect(try shop.count(StockEntry.self) == 1)
    }

    @Test("Entries after the last one change the stock, and are undone as a whole")
    func appended() async throws {
        let shop = try await Self.shop()
        try Self.enter(.delivered, 10, at: 1, in: shop)
        let before = try Self.table(shop)

        let record = try await shop.importing(
            "date,barcode,reason,quantity,note\n2026-11-22,12345670,delivered,5,From Zoe\n"
                + "2026-11-22T10:00:00Z,12345670,counted,12,\n")

        #expect(try Self.stock("Mug", shop) == 12)
        #expect(try Self.table(shop).contains(",delivered,5,15,,From Zoe\n"))
        #expect(try Self.table(shop).contains(",counted,-3,12,,\n"))
        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.table(shop) == before)
        #expect(try Self.stock("Mug", shop) == 10)
    }

    @Test("Selling or counting its products prevents the undo of an import")
    func undoRefused() async throws {
        let shop = try await Self.shop()
        try Self.enter(.delivered, 10, at: 1, in: shop)
        let record = try await shop.importing(
            "date,product,kind,change\n2026-11-22,Mug,delivered,5\n")
        try Self.enter(.counted, 15, at: 48, in: shop)

        guard case .refused(_, let obstacles) = try await shop.household.undoImport(record.id)
        else {
            Issue.record("It was taken back")
            return
        }

        #expect(
            obstacles.contains("Product “Mug” has a new entry in its stock history."))
    }

    @Test(
        "Invalid rows are refused with the reason",
        arguments: [
            ("2026-11-22,,Pan,,,delivered,1,,,", "product: there is no product “Pan”"),
            ("2026-11-22,,,X-9,,delivered,1,,,", "sku: there is no product “X-9”"),
            ("2026-11-22,,,,,delivered,1,,,", "product: a value is missing"),
            (",,Mug,,,delivered,1,,,", "date: a value is missing"),
            ("2026-11-22,,Mug,,,,1,,,", "kind: a value is missing"),
            ("2026-11-22,,Mug,,,eaten,1,,,", "kind: “eaten” is not one of delivered, counted"),
            ("2026-11-22,,Mug,,,delivered,,,,", "change: enter how many pieces"),
            ("2026-11-22,,Mug,,,delivered,0,,,", "change: enter how many pieces"),
            ("2026-11-22,,Mug,,,delivered,-1,,,", "change: “delivered” takes a number above zero"),
            ("2026-11-22,,Mug,,,broken,1,,,", "change: “broken” takes a number below zero"),
            ("2026-11-22,,Mug,,,counted,,,,", "level: enter how many were counted"),
            ("2026-11-22,,Mug,,,delivered,1,99,,", "level: there are 11 then, and the row says 99"),
            ("2026-11-22,,Mug,,,sold,-1,,9,", "sale: there is no sale 9"),
            ("2026-11-22,,Mug,,,broken,-1,,1,", "sale: “broken” takes no sale"),
            ("2026-11-22,,Mug,,,sold,-1,,1,", "sale: sale 1 has no line of 1"),
            ("2026-11-22,,Mug,,,returned,1,,1,", "sale: sale 1 is no return"),
            ("2026-11-22,,Mug,,,voided,1,,1,", "sale: sale 1 is not void"),
            ("2026-11-20,,Mug,,,delivered,1,,,", "date: the stock history"),
            ("2026-11-21T02:00:00Z,,Mug,,,delivered,1,,,", "date: the product has later stock"),
        ])
    func refused(row: String, reason: String) async throws {
        let shop = try await Self.shop()
        try shop.addCustomer("Ann", [.line("Mug", 3, "1")])
        try Self.enter(.delivered, 11, at: 1, in: shop)
        try Self.enter(.broken, 1, at: 3, in: shop)

        let plan = try await shop.plan(Self.header + row + "\n", .stock)

        let refusals = try plan.refusals
        #expect(refusals.contains { $0.hasPrefix("2 \(reason)") }, "\(refusals)")
    }

    @Test("An entry in the future is refused, even if it is later today")
    func early() async throws {
        let shop = try await Self.shop()
        let later = ImportDate.text(Date() + 600)

        let plan = try await shop.plan("date,sku,kind,quantity\n\(later),M-1,delivered,5\n")

        #expect(try plan.refusals == ["2 date: \(later) is in the future."])
    }

    @Test("An entry and a stock are limited as on their pages")
    func manyPieces() async throws {
        let shop = try await Self.shop()
        for hour in 1...3 { try Self.enter(.delivered, Product.mostPieces, at: hour, in: shop) }
        try Self.enter(.counted, 7, at: 4, of: "Jug", in: shop)
        try Self.enter(.counted, 5, at: 5, in: shop)
        try Self.enter(.delivered, Product.mostPieces, at: 6, in: shop)
        let other = try await Self.shop()

        let large = try await shop.plan(
            "date,sku,kind,change\n2026-11-22,M-1,delivered,\(Product.mostPieces + 1)\n")
        let products = "name,price,stock\nMug,1,1000005\nCup,1,3000000\n"
        let same = try await shop.plan(products, .products)
        try await other.importing(try Self.table(shop))
        try await other.importing("name,price,stock\nCup,1,3000000\n", .products)

        #expect(try large.refusals == ["2 change: 1000001 is not from -1000000 to 1000000."])
        #expect(try same.refusals == [])
        #expect(try Self.stock("Mug", other) == 1_000_005)
        #expect(try Self.stock("Cup", other) == 3_000_000)
    }

    @Test("Rows of a product are in the order of its journal, and existing entries stay")
    func order() async throws {
        let shop = try await Self.shop()
        try Self.enter(.delivered, 10, at: 1, in: shop)

        let backwards = try await shop.plan(
            "date,product,kind,change\n2026-11-22T10:00:00Z,Mug,delivered,5\n2026-11-22,Mug,broken,-1\n"
                + "2026-11-22,Jug,delivered,1\n")
        let other = try await shop.plan(
            Self.header + "2026-11-21T01:00:00Z,,Mug,,,delivered,10,11,,\n")

        #expect(
            try backwards.refusals == [
                "3 date: a row before it is about a later entry of the product; put them in order."
            ])
        #expect(
            try other.refusals == [
                "2 level: the entry exists with a stock of 10, and is not changed."
            ])
    }

    @Test("A long table is imported in parts as exactly as a short one")
    func parts() async throws {
        var size = ImportPartSize()
        (size.rows, size.step) = (2, 1)
        let shop = try TestHousehold(importPartSize: size)
        try await shop.importing("name,price,stock\nMug,1,7\n", .products)
        let rows = (1...5).map { "2020-11-1\($0),Mug,delivered,2,\(2 * $0)\n" }.joined()
        let header = "date,product,kind,change,level\n"

        let wrong = try await shop.plan(header + rows + "2020-11-16,Mug,delivered,2,13\n")
        let record = try await shop.importing(header + rows)

        #expect(try wrong.refusals == ["7 level: there are 12 then, and the row says 13."])
        #expect(record.madeCount("StockEntry") == 5)
        #expect(try Self.table(shop).contains(",counted,-3,7,"))
        let again = try await shop.plan(header + rows)
        #expect(again.counts.unchanged == 5)
        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.table(shop).contains(",counted,7,7,"))
        #expect(try shop.count(StockEntry.self) == 1)
    }
}
