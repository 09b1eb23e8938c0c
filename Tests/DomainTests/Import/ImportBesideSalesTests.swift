import Foundation
import Persistence
import Testing

@testable import Domain

/// Imports that are prepared while sales continue.
struct ImportBesideSalesTests {
    private static func file(_ text: String) throws -> ImportFile {
        try ImportFile(Data(text.utf8), named: "test.csv")
    }

    private static func saleNumbers(of shop: TestHousehold) throws -> [Int64] {
        try shop.household.container.read { context in
            try context.fetch(FetchRequest<Sale>()).map(\.number).sorted()
        }
    }

    private static let unnumbered =
        "date,customer,product,quantity,price\n2026-11-20,Zoe,Jug,1,2.00\n"
        + "2026-11-21,Zoe,Jug,2,2.00\n"

    @Test("A sale can be made while an import is prepared, and its number is unique")
    func saleMeanwhile() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")

        let (result, attempts) = try await shop.importing(Self.file(Self.unnumbered)) { _ in
            try shop.addSale(to: ann, [.line("Mug", 1, "3.00")])
        }

        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(record.madeCount("Sale") == 2 && attempts == 1)
        let sales = try shop.contents().filter { $0.hasPrefix("S") }
        #expect(
            sales.map { $0.prefix(14) } == [
                "S 1 2026-11-21", "S 2 2026-11-21", "S 3 2026-11-20", "S 4 2026-11-21",
            ])
        #expect(sales[2].contains("Zoe"))
    }

    @Test("A number of the file that was used meanwhile is not used twice")
    func takenNumber() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let text = "number,date,customer,product,quantity,price\n2,2026-11-20,Zoe,Jug,1,2.00\n"
        let file = try Self.file(text)
        let plan = try await shop.household.plan(file)

        let (result, _) = try await shop.importing(file, agreedTo: plan) { _ in
            try shop.addSale(to: ann, [.line("Mug", 1, "3.00")])
        }

        guard case .changed = result else {
            Issue.record("\(result)")
            return
        }
        #expect(try shop.contents().count { $0.hasPrefix("S") } == 2)
    }

    @Test("A change of the records that the import depends on repeats its preparation")
    func changedBasis() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let changes: [@Sendable (ManagedObjectContext) throws -> Void] = [
            { try Customer.find(ann, in: $0)?.name = "Anne" },
            { try Product.named("Mug", in: $0)?.price = 4 },
            { try $0.fetchFirst(FetchRequest<Sale>())?.void(reason: "Mistyped") },
            { context in
                _ = try Customer.add(
                    named: "Zoe",
                    firstSale: SaleDraft(day: .test, lines: [.line("Mug", 1, "3.00")]),
                    in: context)
            },
        ]

        for change in changes {
            let file = try Self.file(Self.unnumbered)
            let plan = try await shop.household.plan(file)
            let before = try shop.contents()
            let (result, attempts) = try await shop.importing(file, agreedTo: plan) { _ in
                let reasons = try shop.reasons(change)
                #expect(reasons == [])
            }

            #expect(attempts == 2)
            switch result {
            case .done(let record):
                guard case .done = try await shop.household.undoImport(record.id) else {
                    Issue.record("It was not taken back")
                    return
                }
            default:
                // The customer that it would create exists now.
                #expect(try before.count + 2 == shop.contents().count)
            }
        }
        #expect(try shop.contents().filter { $0.contains("Jug") } == [])
    }

    @Test("An import completes while sales are made continuously")
    func sellingAllTheTime() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let text =
            "date,customer,product,quantity,price\n"
            + (0..<300).map { "2026-11-20,C \($0),Jug,1,2.00\n" }.joined()

        async let record = shop.importing(text)
        for _ in 0..<40 { try shop.addSale(to: ann, [.line("Mug", 1, "3.00")]) }
        let made = try await record.madeCount("Sale")

        #expect(made == 300)
        let numbers = try Self.saleNumbers(of: shop)
        #expect(numbers == Array(1...341))
    }

    @Test("A new sale to a customer of an import does not prevent its undo")
    func soldAfterwards() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let text = "date,customer,product,quantity,price\n2026-11-20,Ann,Jug,2,2.00\n"
        let record = try await shop.importing(text)
        try shop.addSale(to: ann, [.line("Mug", 1, "3.00")])

        let result = try await shop.household.undoImport(record.id)

        guard case .done = result else {
            Issue.record("\(result)")
            return
        }
        let (count, outdated) = try await shop.household.container.read { context in
            let customer = try #require(try Customer.find(ann, in: context))
            return (customer.saleCount, try Customer.withOutdatedValues(in: context).count)
        }
        #expect(outdated == 0)
        let sales = try shop.contents().filter { $0.hasPrefix("S ") }
        #expect(sales.count == Int(count) && !sales.contains { $0.contains("Jug") })
    }

    @Test("A file that is forgotten during preparation is not imported")
    func forgottenFile() async throws {
        let shop = try TestHousehold()
        let file = try Self.file(Self.unnumbered)
        let plan = try await shop.household.plan(file)

        let (result, _) = try await shop.importing(file, agreedTo: plan) { token in
            try shop.household.imports.forget(token)
        }

        guard case .gone = result else {
            Issue.record("It was saved")
            return
        }
        #expect(try shop.contents() == [])
    }

    @Test("A changed line has its discount, tax and amount owed calculated again")
    func calculated() async throws {
        let shop = try TestHousehold()
        _ = try shop.addTaxRate("VAT", "19")
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 2, "10")])
        (draft.tax, draft.discount) = (.rate(1), .percent(try Percent(parsing: "10")))
        draft.isOnAccount = true
        let sale = try shop.addSale(draft, to: ann)
        let file = try Self.file("number,position,product,quantity,unitPrice\n2,1,Mug,4,10\n")

        try await shop.importing(file)

        #expect(try shop.total(sale) == 36)
        #expect(try shop.owed(sale) == 36)
        #expect(try shop.taxes(of: sale) == ["VAT 19 %: 30.25 + 5.75"])
    }

    @Test("An imported return need not be paid, until the import is undone")
    func returned() async throws {
        let shop = try TestHousehold()
        _ = try shop.addTaxRate("GST", "10", isAdded: true)
        try await shop.importing(
            "number,date,customer,email,product,quantity,price,isOnAccount,taxRate\n"
                + "1,2026-11-20,Ann,ann@example.com,Mug,2,10.00,yes,GST 10 %\n")
        let sale = try #require(
            try await shop.household.container.read { context in
                try context.fetch(FetchRequest<Sale>()).first?.objectID.recordNumber
            })
        #expect(try shop.owed(sale) == 22)

        let record = try await shop.importing(
            "number,date,returnOf,product,quantity,price,taxRate\n"
                + "2,2026-11-21,1,Mug,1,10.00,GST 10 %\n")
        #expect(try shop.owed(sale) == 11)

        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try shop.owed(sale) == 22)
    }

    @Test(
        "Imported returns pay back together what was paid, to the cent",
        arguments: [
            (",GST 11 %", ["1.67", "-0.56", "-0.56", "-0.55"]),
            // A discount that the returns do not have is not paid back.
            ("0.30,", ["1.2", "-0.4", "-0.4", "-0.4"]),
        ])
    func returnedInParts(priced: String, totals: [String]) async throws {
        let shop = try TestHousehold()
        _ = try shop.addTaxRate("GST", "11", isAdded: true)
        let sold = priced.split(separator: ",", omittingEmptySubsequences: false)
        let returns = (2...4).map { "\($0),2026-11-21,,1,Mug,1,0.50,,\(sold[1])\n" }.joined()
        try await shop.importing(
            "number,date,customer,returnOf,product,quantity,price,discount,taxRate\n"
                + "1,2026-11-20,Ann,,Mug,3,0.50,\(sold[0]),\(sold[1])\n" + returns)

        let (found, left) = try await shop.household.container.read { context in
            let sales = try context.fetch(FetchRequest<Sale>()).sorted { $0.number < $1.number }
            return (sales.map(\.total), sales[0].returnableLines.map(\.amount))
        }
        #expect(found == totals.compactMap { Decimal(string: $0) })
        #expect(left == [0])
    }

    @Test("Two discounts of one sale are refused")
    func discounts() async throws {
        let shop = try TestHousehold()
        let text =
            "number,date,customer,product,quantity,price,saleDiscount\n"
            + "1,2026-11-20,Ann,Mug,1,9.00,1.00\n1,2026-11-20,Ann,Jug,1,9.00,\n"
            + "1,2026-11-20,Ann,Pan,1,9.00,2.00\n"

        let plan = try await shop.plan(text)

        #expect(try plan.refusals == ["4 saleDiscount: another line of the sale has 1.00."])
    }

    @Test("A discount of zero removes that of a line")
    func noDiscount() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var line = SaleDraft.Line.line("Mug", 2, "10")
        line.discount = .percent(try Percent(parsing: "10"))
        let sale = try shop.addSale(to: ann, [line])
        #expect(try shop.total(sale) == 18)
        let text = "number,position,product,quantity,unitPrice,discount\n2,1,Mug,2,10,0\n"

        try await shop.importing(text)

        #expect(try shop.total(sale) == 20)
        #expect(try await shop.plan(text).counts.unchanged == 1)
    }
}
