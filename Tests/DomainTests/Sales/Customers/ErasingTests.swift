import Foundation
import Persistence
import TestSupport
import Testing

@testable import Domain

struct ErasingTests {
    private static let traces = [
        "Quentin Q. Quokka", "quokka@example.com", "7946 0958", "Q HOLDER",
    ]

    @Test("Removing a person erases their data from every file, and the sales stay")
    func anonymization() async throws {
        let shop = try TestHousehold()
        let number = try Self.fill(shop)
        #expect(try Self.found(in: shop.directory) == Self.traces)

        try await shop.household.container.write { context in
            let customer = try #require(try Customer.find(number, in: context))
            try customer.anonymize(in: context)
            try shop.household.save(context)
        }
        try await shop.household.erasePersonalData()

        #expect(try Self.found(in: shop.directory) == [])
        try await shop.household.container.read { context in
            let totals = try shop.household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(totals.amount == Decimal(1823))
            #expect(totals.saleCount == 602)
            let orphans = try context.fetch(FetchRequest<Sale>()).filter { $0.customer == nil }
            #expect(orphans.count == 2)
            #expect(orphans.allSatisfy { !$0.lines.isEmpty })
        }
        #expect(try shop.customerNames { $0.search = "quokka" } == [])
    }

    @Test("The full-text index keeps no text of a removed person", arguments: [false, true])
    func letters(isMerged: Bool) async throws {
        let shop = try TestHousehold()
        try Self.addOthers(0..<50, to: shop)
        let number = try shop.addCustomer("Zxqjva")
        try Self.addOthers(50..<100, to: shop)
        // No other record contains these.
        let trigrams = ["zxq", "xqj", "qjv", "jva"].map { Data($0.utf8) }
        func found() throws -> Int {
            let data = try Data(contentsOf: URL(fileURLWithPath: shop.directory.store))
            return trigrams.count { data.range(of: $0) != nil }
        }
        _ = try shop.household.container.checkpoint()
        #expect(try found() > 0)

        try await shop.household.container.write { context in
            let customer = try #require(try Customer.find(number, in: context))
            if isMerged {
                customer.merge(into: try #require(try Customer.find(1, in: context)), in: context)
            } else {
                try customer.anonymize(in: context)
            }
            try shop.household.save(context)
        }
        #expect(try await shop.household.erasePersonalData())

        #expect(try found() == 0)
    }

    @Test("Reasons of void sales that name a removed person are replaced")
    func reasons() throws {
        let shop = try TestHousehold()
        let person = try shop.addCustomer(
            "Quentin Q. Quokka", emailid: "quokka@example.com", contactno: "+44 (20) 7946 0958")
        let other = try shop.addCustomer("Quentin Tarr")
        let reasons = [
            (person, "Ms QUÓKKA moved"), (person, "Typed twice"), (other, "Was Quentin's own"),
            (other, "for quentin q quokka"), (other, "Ask Quokka@example.com"),
            (other, "call +44 20 7946 0958"),
        ]
        for (customer, reason) in reasons {
            let sale = try shop.addSale(to: customer, [.line("Mug", 1, "3")])
            try shop.void(sale, reason: reason)
        }

        try shop.household.container.write { context in
            try #require(try Customer.find(person, in: context)).anonymize(in: context)
            try shop.household.save(context)
        }

        let kept = try shop.household.container.read { context in
            try context.fetch(FetchRequest<Sale>()).compactMap(\.voidReason)
        }
        #expect(
            Set(kept) == [
                "Typed twice", "Was Quentin's own", "The reason named a person who was removed",
            ])
        #expect(kept.count == 6)
    }

    @Test("Reasons of void payments that name a removed person are replaced")
    func paymentReasons() throws {
        let shop = try TestHousehold()
        let person = try shop.addCustomer("Quentin Q. Quokka")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "3")])
        draft.payments = [PaymentDraft(kind: 1)]
        _ = try shop.addSale(draft, to: person)
        try shop.void(try shop.addSale(draft, to: person), reason: "Quokka went")

        let reasons = try shop.household.container.write { context in
            try Payment.find(1, in: context)?.void(reason: "Quokka's card")
            try shop.household.save(context)
            try #require(try Customer.find(person, in: context)).anonymize(in: context)
            try shop.household.save(context)
            return try context.fetch(FetchRequest<Payment>()).map(\.voidReason)
        }

        #expect(reasons.count == 2)
        #expect(reasons.allSatisfy { $0 == "The reason named a person who was removed" })
    }

    @Test("Deleting a person erases their data and sales from every file")
    func deletion() async throws {
        let shop = try TestHousehold()
        let number = try Self.fill(shop)

        try await shop.household.container.write { context in
            let customer = try #require(try Customer.find(number, in: context))
            let counts = try customer.deletionCounts(in: context)
            #expect(counts.saleCount == 2)
            #expect(counts.lineCount == 2)
            #expect(counts.hasCard)
            context.delete(customer)
            try shop.household.save(context)
        }
        try await shop.household.erasePersonalData()

        #expect(try Self.found(in: shop.directory) == [])
        let counts = try await shop.household.container.read { context in
            [
                try context.count(for: FetchRequest<Sale>()),
                try context.count(for: FetchRequest<SaleLine>()),
                try context.count(for: FetchRequest<CreditCard>()),
            ]
        }
        #expect(counts == [600, 600, 0])
    }

    @Test("Changing a name erases the former one from every file")
    func change() async throws {
        let shop = try TestHousehold()
        let number = try Self.fill(shop)

        try await shop.household.container.write { context in
            let customer = try #require(try Customer.find(number, in: context))
            customer.name = "Someone Else"
            (customer.emailid, customer.contactno) = (nil, nil)
            customer.take(nil, in: context)
            try shop.household.save(context)
        }
        try await shop.household.erasePersonalData()

        #expect(try Self.found(in: shop.directory) == [])
    }

    @Test("The copy from before a migration is deleted too")
    func copy() async throws {
        let shop = try TestHousehold()
        let path = shop.directory.path + "/Homeowner-before-migration.sqlite"
        try Data("Quentin Q. Quokka".utf8).write(to: URL(fileURLWithPath: path))

        try await shop.household.erasePersonalData()

        #expect(try Self.found(in: shop.directory) == [])
    }

    @Test("Erasing that was pending at the end of the program is completed after the next start")
    func restart() async throws {
        let shop = try TestHousehold()
        let number = try Self.fill(shop)
        #expect(!shop.household.hasPendingErasure)
        try await shop.household.container.write { context in
            context.delete(try #require(try Customer.find(number, in: context)))
            try shop.household.save(context)
        }
        #expect(shop.household.hasPendingErasure)
        try shop.household.close()

        let second = try Household(directory: shop.directory)
        #expect(second.hasPendingErasure)
        #expect(try await second.erasePersonalData())
        #expect(!second.hasPendingErasure)
        #expect(try Self.found(in: shop.directory) == [])
        try second.close()

        let third = try Household(directory: shop.directory)
        #expect(!third.hasPendingErasure)
        try third.close()
    }

    @Test("Erasing is reported as incomplete while a reader holds an older snapshot", .blocking)
    func reader() async throws {
        let shop = try TestHousehold()
        let number = try Self.fill(shop)
        let (isReading, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = Thread {
            do {
                try shop.household.container.read { context in
                    _ = try context.count(for: FetchRequest<Sale>())
                    isReading.signal()
                    isDone.wait()
                }
            } catch {
                Issue.record(error)
            }
        }
        reader.start()
        isReading.wait()
        try await shop.household.container.write { context in
            context.delete(try #require(try Customer.find(number, in: context)))
            try shop.household.save(context)
        }

        #expect(try await !shop.household.erasePersonalData())
        #expect(shop.household.hasPendingErasure)
        isDone.signal()
        while try await !shop.household.erasePersonalData() {}

        #expect(!shop.household.hasPendingErasure)
        #expect(try Self.found(in: shop.directory) == [])
    }

    @Test("A failed save erases no one")
    func refused() throws {
        let shop = try TestHousehold()
        let number = try shop.addCustomer("Ann")

        let reasons = try shop.reasons { context in
            context.delete(try #require(try Customer.find(number, in: context)))
            Item(context: context).itemName = ""
        }

        #expect(!reasons.isEmpty)
        #expect(try shop.count(Customer.self) == 1)
    }

    /// Adds many customers, one of them with traces, and changes them so that database pages are split
    /// and merged.
    private static func fill(_ shop: TestHousehold) throws -> Int64 {
        try addOthers(0..<300, to: shop)
        let number = try shop.addCustomer(
            traces[0], emailid: traces[1], contactno: "+44 (20) " + traces[2])
        try addOthers(300..<600, to: shop)
        try shop.addSale(to: number, [.line("Sofa", 2, "10")])
        try shop.household.container.write { context in
            let customer = try #require(try Customer.find(number, in: context))
            let card = try CardNumber("4111 1111 1111 1111")
            customer.take(CardDetails(card, holder: traces[3]), in: context)
            try shop.household.save(context)
        }
        return number
    }

    private static func addOthers(_ range: Range<Int>, to shop: TestHousehold) throws {
        try shop.household.container.write { context in
            var number = try Sale.nextNumber(in: context)
            for index in range {
                let customer = Customer(context: context)
                customer.name = "\(["Quark", "Abe", "Quokk"][index % 3]) \(index)"
                customer.emailid = "q\(index)@example.com"
                let draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "3")])
                customer.addToSales(try Sale.add(draft, number: number, in: context))
                number += 1
            }
            try shop.household.save(context)
        }
    }

    private static func found(in directory: DataDirectory) throws -> [String] {
        let files = FileManager.default
        var found: Set<String> = []
        for path in try files.subpathsOfDirectory(atPath: directory.path) {
            guard let data = files.contents(atPath: directory.path + "/" + path) else { continue }
            found.formUnion(traces.filter { data.range(of: Data($0.utf8)) != nil })
        }
        return traces.filter(found.contains)
    }
}
