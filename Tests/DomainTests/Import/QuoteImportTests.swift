import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of quotes")
struct QuoteImportTests {
    private static let header =
        "number,position,date,validThrough,customer,customerName,buyerName,buyerAddress,note,"
        + "saleDiscount,voidedAt,sale,product,productName,quantity,unitPrice,discount,taxRate\n"

    /// A shop with Ann, mugs, jugs and a tax.
    private static func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        _ = try shop.addTaxRate("VAT", "19")
        try shop.addCustomer("Ann", [.line("Mug", 1, "10.00"), .line("Jug", 1, "3.33")])
        return shop
    }

    private static func offer(
        to name: String?, _ lines: [SaleDraft.Line], discount: Discount? = nil,
        in shop: TestHousehold
    ) throws {
        var sale = SaleDraft(day: .test, lines: lines)
        sale.discount = discount
        sale.tax = .rate(1)
        sale.note = "Two\nlines"
        var draft = QuoteDraft(sale)
        draft.lastDay = CalendarDay.test.adding(days: 30)
        draft.buyerName = name
        draft.buyerAddress = "2 Low Street\nShelbyville"
        try shop.household.container.write { context in
            let customer = name == nil ? try Customer.find(1, in: context) : nil
            _ = try Quote.add(draft, for: customer, in: context)
            try shop.household.save(context)
        }
    }

    /// The lines of all quotes as a table that can be imported.
    private static func table(_ shop: TestHousehold) throws -> String {
        try shop.household.container.read { context in
            var request = FetchRequest<Quote>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            return try context.fetch(request).reduce(into: header) { text, quote in
                for (index, line) in quote.lines.enumerated() {
                    let whole: [String?] = [
                        quote.number.description, (index + 1).description, quote.day?.description,
                        quote.lastDay?.description,
                        quote.customer?.objectID.recordNumber?.description,
                        quote.customer?.name, quote.buyerName, quote.buyerAddress, quote.note,
                        quote.discount?.plainText, ImportDate.text(quote.voidedAt),
                        quote.sale?.number.description,
                    ]
                    let own: [String?] = [
                        line.product?.objectID.recordNumber?.description, line.product?.name,
                        Quantity.text(line.quantity ?? 0), Money.plainText(line.unitPrice ?? 0),
                        line.discount?.plainText, line.taxRate?.title,
                    ]
                    text += (whole + own).map { "\"\($0 ?? "")\"" }.joined(separator: ",") + "\n"
                }
            }
        }
    }

    /// The totals of the quotes with the computed values of their lines.
    private static func sums(_ shop: TestHousehold) throws -> [String] {
        try shop.household.container.read { context in
            try context.fetch(FetchRequest<Quote>()).sorted { $0.number < $1.number }.map { quote in
                let parts = quote.lines.map {
                    "\($0.discountCents) \($0.shareCents) \($0.taxCents)"
                }
                return "\(quote.number): \(quote.total), \(quote.discountCents), \(parts)"
            }
        }
    }

    private static func sell(_ quote: Int64, in shop: TestHousehold) throws {
        try shop.household.container.write { context in
            let sale = try Quote.find(quote, in: context)?.sell(
                SaleDraft(day: .test, lines: []), in: context)
            #expect(sale != nil)
            try shop.household.save(context)
        }
    }

    @Test("Importing an export changes nothing, and makes the same quotes in another shop")
    func roundTrip() async throws {
        let shop = try Self.shop()
        var jug = SaleDraft.Line.line("Jug", 3, "3.33")
        jug.discount = Discount(Decimal(1) / 2)
        try Self.offer(
            to: nil, [.line("Mug", 2, nil), jug], discount: .percent(try Percent(parsing: "10 %")),
            in: shop)
        try Self.offer(to: "Zoe", [jug], in: shop)
        try Self.offer(to: "Bob", [jug], in: shop)
        try await shop.household.container.write { context in
            try Quote.find(2, in: context)?.withdraw()
            try shop.household.save(context)
        }
        try Self.sell(1, in: shop)
        let table = try Self.table(shop)

        let same = try await shop.plan(table)
        let other = try Self.shop()
        try await other.importing(shop.linesFile())
        let record = try await other.importing(table)

        #expect(try same.refusals == [])
        #expect(same.counts.unchanged == 4)
        #expect(!same.isApplicable)
        #expect(record.kind == .quotes)
        #expect(record.madeCount("Quote") == 3)
        #expect(try Self.table(other) == table)
        #expect(try Self.sums(other) == Self.sums(shop))
        #expect(try await other.plan(table).counts.unchanged == 4)
    }

    @Test(
        "Invalid rows are refused with the reason",
        arguments: [
            (",,2026-11-22,,,,Bob,,,,,,,Mug,1,1,,", "number: a value is missing"),
            ("7,2,2026-11-22,,,,Bob,,,,,,,Mug,1,1,,", "position: line 1 of quote 7 comes next"),
            ("7,1,,,,,Bob,,,,,,,Mug,1,1,,", "date: a value is missing"),
            ("7,1,2026-11-22,2026-11-21,,,Bob,,,,,,,Mug,1,1,,", "validThrough: the prices end"),
            ("7,1,2026-11-22,,,,,,,,,,,Mug,1,1,,", "buyerName: enter who"),
            ("7,1,2026-11-22,,,,Bob,,,,,9,,Mug,1,1,,", "sale: there is no sale 9"),
            ("7,1,2026-11-22,,,,Bob,,,,,,,Pan,1,1,,", "product: there is no product “Pan”"),
            ("7,1,2026-11-22,,,,Bob,,,,,,,,1,1,,", "product: a value is missing"),
            ("7,1,2026-11-22,,,,Bob,,,,,,,Mug,,1,,", "quantity: a value is missing"),
            ("7,1,2026-11-22,,,,Bob,,,,,,,Mug,0,1,,", "quantity: 0 is not from 0.001"),
            ("7,1,2026-11-22,,,,Bob,,,,,,,Mug,1,1,,GST", "taxRate: there is no tax rate “GST”"),
            ("1,1,,,,,,,,,,,,Jug,,,,", "productName: quote 1 differs"),
            ("1,1,,,,,,,,,,,,Mug,9,,,", "quantity: quote 1 differs"),
            ("1,1,,,,,Bob,,,,,,,Mug,,,,", "buyerName: quote 1 differs"),
        ])
    func refused(row: String, reason: String) async throws {
        let shop = try Self.shop()
        try Self.offer(to: "Zoe", [.line("Mug", 1, nil)], in: shop)

        let plan = try await shop.plan(Self.header + row + "\n", .quotes)

        let refusals = try plan.refusals
        #expect(refusals.contains { $0.hasPrefix("2 \(reason)") }, "\(refusals)")
        #expect(!plan.isApplicable)
    }

    @Test("Rows of a quote must agree, and a sale has one quote")
    func whole() async throws {
        let shop = try Self.shop()
        let header = "number,date,validThrough,buyerName,sale,product,quantity,price\n"

        let torn = try await shop.plan(
            header + "1,2026-11-20,,Bob,,Mug,1,1\n1,2026-11-20,,Zoe,,Jug,1,1\n")
        let sold = try await shop.plan(
            header + "1,2026-11-20,,Bob,1,Mug,1,1\n2,2026-11-20,,Zoe,1,Jug,1,1\n")
        let gap = try await shop.plan(header + "3,2026-11-20,,Bob,1,Mug,1,1\n")

        #expect(try torn.refusals == ["3 line 2 says something else about quote 1."])
        #expect(try sold.refusals == ["3 sale: line 2 is about the quote of the same sale."])
        #expect(
            gap.warnings == [
                "No quote has the numbers 1 to 2, and none gets them later: the next quote is 4."
            ])
    }

    @Test("An import is undone as a whole, with what it withdrew, unless its quotes were used")
    func undo() async throws {
        for change in 0...2 {
            let shop = try Self.shop()
            try Self.offer(to: "Zoe", [.line("Mug", 1, nil)], in: shop)
            let before = try Self.table(shop)
            let record = try await shop.importing(
                "number,date,validThrough,buyerName,voidedAt,product,quantity,price\n"
                    + "1,,,,2026-11-22,Mug,1,\n2,2026-11-20,,Bob,,Mug,1,1\n")
            let expected: String?
            switch change {
            case 0: expected = nil
            case 1:
                try Self.sell(2, in: shop)
                expected = "Quote 2 became sale 2."
            default:
                try Self.offer(to: "Cid", [.line("Mug", 1, nil)], in: shop)
                expected = "Quote 3 was made since, and their numbers have no gap."
            }
            switch try await shop.household.undoImport(record.id) {
            case .done:
                #expect(expected == nil)
                #expect(try Self.table(shop) == before)
            case .refused(_, let obstacles):
                #expect(obstacles.contains(expected ?? "-"), "\(obstacles)")
            case .gone: Issue.record("It is gone")
            }
        }
    }
}
