import Foundation
import Persistence
import Testing

@testable import Domain

/// The numbers on receipts, invoices and quotes by the patterns of the shop.
struct NumberSeriesTests {
    @Test("Each year begins at 1, and backdated papers continue the numbers of their year")
    func years() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.setPatterns(receipt: "S-{year}-{0000}")

        for day in ["2026-12-30", "2026-12-31", "2027-01-02", "2026-12-31", "2027-01-03"] {
            try shop.addSale(to: ann, [.line("Mug", 1, "3")], on: CalendarDay(parsing: day))
        }

        #expect(
            try shop.written(Sale.self) == [
                "1", "S-2026-0001", "S-2026-0002", "S-2027-0001", "S-2026-0003", "S-2027-0002",
            ])
        #expect(try shop.saleNumbers() == [1, 2, 3, 4, 5, 6])
    }

    @Test("A pattern without a year numbers continuously across years")
    func numbers() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.setPatterns(receipt: "S-{000}")

        for day in ["2026-12-31", "2027-01-02"] {
            try shop.addSale(to: ann, [.line("Mug", 1, "3")], on: CalendarDay(parsing: day))
        }

        #expect(try shop.written(Sale.self) == ["1", "S-002", "S-003"])
    }

    @Test("A paper keeps its number when the pattern changes, and numbers are unique")
    func changes() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let patterns = [
            "S-{year}-{0}", "S-2026-{0}", "S{year}{0}", "S{0}", "{0}", nil, "{000}",
            "S-{year}-{0000}",
        ]
        var former: [String] = ["1"]

        for index in 0..<40 {
            try shop.setPatterns(receipt: patterns[index * 5 % patterns.count])
            try shop.addSale(to: ann, [.line("Mug", 1, "3")])
            let written = try shop.written(Sale.self)
            #expect(written.dropLast() == former[...])
            former = written
        }

        #expect(Set(former).count == former.count)
    }

    @Test("Neither a refused sale nor a failed save leaves a gap")
    func refusals() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.setPatterns(receipt: "S-{year}-{0}")

        try shop.addSale(to: ann, [.line("Mug", 1, "3")])
        #expect(try !shop.refusal(of: SaleDraft(day: .test, lines: []), to: ann).isEmpty)
        let reasons = try shop.reasons { context in
            let customer = try Customer.find(ann, in: context)
            let draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "3")])
            _ = try Sale.add(draft, to: customer, in: context)
            customer?.name = ""
        }
        try shop.addSale(to: ann, [.line("Mug", 1, "3")])

        #expect(!reasons.isEmpty)
        #expect(try shop.written(Sale.self) == ["1", "S-2026-1", "S-2026-2"])
    }

    @Test("The number of a receipt deleted with its customer is not reused")
    func deleted() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.setPatterns(receipt: "S-{year}-{0}")
        let bob = try shop.addCustomer("Bob")

        try shop.household.container.write { context in
            context.delete(try #require(try Customer.find(bob, in: context)))
            try shop.household.save(context)
        }
        try shop.addSale(to: ann, [.line("Mug", 1, "3")])

        #expect(try shop.written(Sale.self) == ["1", "S-2026-2"])
    }

    @Test("Returns, invoices, credit notes and quotes are numbered by their patterns")
    func kinds() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 2, "3")])
        try shop.setPatterns(receipt: "N-{year}-{0}", invoice: "N-{year}-{0}", quote: "Q{00}")

        try shop.household.container.write { context in
            let sale = try #require(try Sale.find(1, in: context))
            let back = try sale.addReturn(
                SaleDraft(day: .test, lines: [.line("Mug", 1, nil)]), in: context)
            let texts = IssuedTexts(from: ShopDetails(), in: .dollar)
            for paper in [sale, back] {
                _ = try paper.addInvoice(texts, to: "Ann", on: .test, due: .test, in: context)
            }
            let offer = QuoteDraft(SaleDraft(day: .test, lines: [.line("Mug", 1, "3")]))
            _ = try Quote.add(offer, for: sale.customer, in: context)
            try shop.household.save(context)
        }

        #expect(try shop.written(Sale.self) == ["1", "N-2026-1"])
        #expect(try shop.written(Invoice.self) == ["N-2026-1", "N-2026-2"])
        #expect(try shop.written(Quote.self) == ["Q01"])
    }

    @Test("Imported papers keep the numbers of their file, and the next one follows")
    func imports() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", emailid: "ann@example.com")
        try shop.setPatterns(receipt: "S-{year}-{0000}")
        try shop.addSale(to: ann, [.line("Mug", 1, "3")])
        let header = "number,date,customer,email,product,quantity,price,numberText\n"

        let twice = try await shop.plan(
            header + "8,2026-11-20,Ann,ann@example.com,Mug,1,3,S-2026-0001\n")
        let changed = try await shop.plan(
            header + "2,\(CalendarDay.test),Ann,ann@example.com,Mug,1,3,S-2026-0007\n")
        try await shop.importing(
            header + "9,2026-11-20,Ann,ann@example.com,Mug,1,3,S-2026-0041\n"
                + "10,2025-11-20,Ann,ann@example.com,Mug,1,3,S-2025-0009\n"
                + "11,2025-11-20,Ann,ann@example.com,Mug,1,3,\n")
        for day in ["2026-11-21", "2025-12-31"] {
            try shop.addSale(to: ann, [.line("Mug", 1, "3")], on: CalendarDay(parsing: day))
        }

        #expect(try twice.refusals.count == 1)
        #expect(
            try twice.refusals.first?.contains("“S-2026-0001” is the number of another one already")
                == true)
        #expect(
            try changed.refusals.contains { $0.contains("the receipt of sale 2 has S-2026-0001") })
        #expect(
            try shop.written(Sale.self) == [
                "1", "S-2026-0001", "S-2026-0041", "S-2025-0009", "11", "S-2026-0042",
                "S-2025-0010",
            ])
    }
}

extension TestHousehold {
    fileprivate func setPatterns(
        receipt: String? = nil, invoice: String? = nil, quote: String? = nil
    ) throws {
        try household.container.write { context in
            let profile = try ShopProfile.make(in: context)
            profile.receiptPattern = receipt
            profile.invoicePattern = invoice
            profile.quotePattern = quote
            try household.save(context)
        }
    }

    /// The printed numbers of a kind of paper, in the order of their record numbers.
    fileprivate func written<Paper: NumberedPaper>(_ paper: Paper.Type) throws -> [String] {
        try household.container.read { context in
            var request = FetchRequest<Paper>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            return try context.fetch(request).map(\.writtenNumber)
        }
    }
}
