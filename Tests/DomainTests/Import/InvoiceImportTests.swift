import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of invoices")
struct InvoiceImportTests {
    private static let header =
        "number,date,dueDate,sale,buyerName,buyerAddress,buyerTaxNumber,buyerReference,note,tax,"
        + "total,issuedTexts\n"

    /// A shop with sales 1 to Ann, of 10.00, and 2 to Bob, of 3.00.
    private static func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "10.00")])
        try shop.addCustomer("Bob", [.line("Jug", 1, "3.00")])
        return shop
    }

    private static func issue(
        _ sale: Int64, to name: String, note: String? = nil, in shop: TestHousehold
    ) throws {
        var sender = ShopDetails()
        sender.name = "Corner Shop"
        sender.iban = "DE89 3704 0044 0532 0130 00"
        var draft = InvoiceDraft(
            day: .test, dueDay: CalendarDay.test.adding(days: 14), buyerName: name,
            texts: IssuedTexts(from: sender, in: .dollar))
        draft.buyerAddress = "2 Low Street\nShelbyville"
        draft.note = note
        try shop.household.container.write { context in
            _ = try Sale.find(sale, in: context)?.addInvoice(draft, in: context)
            try shop.household.save(context)
        }
    }

    /// All invoices as a table that can be imported.
    private static func table(_ shop: TestHousehold) throws -> String {
        try shop.household.container.read { context in
            var request = FetchRequest<Invoice>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            return try context.fetch(request).reduce(into: header) { text, invoice in
                let cells = [
                    "\(invoice.number)", invoice.day?.description ?? "",
                    invoice.dueDay?.description ?? "", "\(invoice.sale?.number ?? 0)",
                    invoice.buyerName ?? "", invoice.buyerAddress ?? "",
                    invoice.buyerTaxNumber ?? "", invoice.buyerReference ?? "", invoice.note ?? "",
                    Money.plainText(invoice.sale?.tax ?? 0),
                    Money.plainText(invoice.sale?.total ?? 0), invoice.issuedTexts ?? "",
                ]
                text +=
                    cells.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
                    .joined(separator: ",") + "\n"
            }
        }
    }

    @Test("Importing an export changes nothing, and makes the same invoices in another shop")
    func roundTrip() async throws {
        let shop = try Self.shop()
        try Self.issue(2, to: "Bob & Sons", note: "Two\nlines", in: shop)
        try Self.issue(1, to: "Ann", in: shop)
        let back = try shop.addReturn(of: 1, [.line("Mug", 1, nil)])
        try Self.issue(back, to: "Ann", in: shop)
        let table = try Self.table(shop)

        let same = try await shop.plan(table)
        let other = try TestHousehold()
        try await other.importing(shop.linesFile())
        let record = try await other.importing(table)

        #expect(try same.refusals == [])
        #expect(same.counts.unchanged == 3)
        #expect(!same.isApplicable)
        #expect(record.kind == .invoices)
        #expect(try Self.table(other) == table)
        #expect(try await other.plan(table).counts.unchanged == 3)
        // The next one follows.
        try other.addSale(to: 2, [.line("Jug", 1, "3.00")])
        try Self.issue(4, to: "Bob", in: other)
        #expect(try Self.table(other).contains("\n\"4\","))
    }

    @Test(
        "Invalid rows are refused with the reason",
        arguments: [
            (",2026-11-22,2026-12-06,2,Bob,,,,,,,", "number: a value is missing"),
            ("x,2026-11-22,2026-12-06,2,Bob,,,,,,,", "number: "),
            ("2,2026-11-22,2026-12-06,9,Bob,,,,,,,", "sale: there is no sale 9"),
            ("2,2026-11-22,2026-12-06,,Bob,,,,,,,", "sale: a value is missing"),
            ("2,2026-11-22,2026-12-06,1,Ann,,,,,,,", "sale: sale 1 has invoice 1 already"),
            ("2,2026-11-22,2026-12-06,2,,,,,,,,", "buyerName: enter who the invoice is for"),
            ("2,,2026-12-06,2,Bob,,,,,,,", "date: a value is missing"),
            ("2,2026-11-22,,2,Bob,,,,,,,", "dueDate: a value is missing"),
            ("2,2026-11-22,2026-11-21,2,Bob,,,,,,,", "dueDate: it is due before"),
            ("2,2020-01-01,2026-11-21,2,Bob,,,,,,,", "date: the sale is of"),
            ("2,2026-11-22,2026-12-06,2,Bob,,,,,,3.01,", "total: sale 2 has 3.00"),
            ("2,2026-11-22,2026-12-06,2,Bob,,,,,1.00,,", "tax: sale 2 has 0.00"),
            ("2,2026-11-22,2026-12-06,2,Bob,,,,,,,{}", "issuedTexts: it is not in the format"),
            ("1,2026-11-22,2026-12-06,2,Bob,,,,,,,", "sale: invoice 1 was issued with sale 1"),
            ("1,2026-11-22,2026-12-06,1,Zoe,,,,,,,", "buyerName: invoice 1 was issued with “Ann”"),
        ])
    func refused(row: String, reason: String) async throws {
        let shop = try Self.shop()
        try Self.issue(1, to: "Ann", in: shop)

        let plan = try await shop.plan(Self.header + row + "\n", .invoices)

        let refusals = try plan.refusals
        #expect(refusals.contains { $0.hasPrefix("2 \(reason)") }, "\(refusals)")
        #expect(!plan.isApplicable)
    }

    @Test("Numbers are unique, a sale has one invoice, and skipped numbers are named")
    func numbers() async throws {
        let shop = try Self.shop()
        let header = "number,date,dueDate,sale,buyerName\n"
        let days = "2026-11-22,2026-12-06"

        let doubled = try await shop.plan(header + "7,\(days),1,Ann\n7,\(days),2,Bob\n")
        let sale = try await shop.plan(header + "7,\(days),1,Ann\n8,\(days),1,Ann\n")
        let gap = try await shop.plan(header + "3,\(days),1,Ann\n5,\(days),2,Bob\n")

        #expect(try doubled.refusals == ["3 number: line 2 is about the same invoice."])
        #expect(
            try sale.refusals == ["3 sale: line 2 is about the invoice of the same sale."])
        #expect(try gap.refusals == [])
        #expect(
            gap.warnings == [
                "No invoice has the numbers 1 to 2 and 4, and none gets them later: "
                    + "the next invoice is 6."
            ])
    }

    @Test("An import is undone as a whole, unless another invoice follows it")
    func undo() async throws {
        let shop = try Self.shop()
        let header = "number,date,dueDate,sale,buyerName\n"
        let record = try await shop.importing(header + "1,2026-11-22,2026-12-06,1,Ann\n")
        try Self.issue(2, to: "Bob", in: shop)

        guard case .refused(_, let obstacles) = try await shop.household.undoImport(record.id)
        else {
            Issue.record("It was taken back")
            return
        }
        #expect(
            obstacles == ["Invoice 2 was issued since, and their numbers have no gap."])

        let other = try Self.shop()
        let second = try await other.importing(header + "1,2026-11-22,2026-12-06,1,Ann\n")
        guard case .done = try await other.household.undoImport(second.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try other.count(Invoice.self) == 0)
        #expect(try other.count(Sale.self) == 2)
    }
}
