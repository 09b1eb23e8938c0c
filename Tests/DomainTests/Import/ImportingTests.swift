import Foundation
import Persistence
import Testing

@testable import Domain

struct ImportingTests {
    private static let header = "number,date,customer,email,phone,product,quantity,unitPrice\n"

    @Test("One row per line creates customers, products and sales")
    func lines() async throws {
        let shop = try TestHousehold()

        let record = try await shop.importing(
            "date;customer;email;product;quantity;price\n"
                + "21.11.2026;Ann;ann@example.com;Mug;2;1.234,50\n"
                + "21.11.2026;Ann;ann@example.com;Jug;1;3\n"
                + "22.11.2026;Ann;ann@example.com;mug;1;\n"
                + "22.11.2026;Bob;;Jug;1;\n")

        #expect(
            try shop.contents() == [
                "C Ann ann@example.com - 2", "C Bob - - 1", "P Jug 3 -", "P Mug 1234.5 -",
                "S 1 2026-11-21 Ann [\"2xMug@1234.5\", \"1xJug@3\"] - 0",
                "S 2 2026-11-22 Ann [\"1xMug@1234.5\"] - 0",
                "S 3 2026-11-22 Bob [\"1xJug@3\"] - 0",
            ])
        #expect(record.madeCount("Sale") == 3)
    }

    @Test("Lines find their products by number and barcode, with or without a name")
    func codes() async throws {
        let shop = try TestHousehold()
        try await shop.importing(
            "name,price,sku,barcode\nMug,1,M-1,4006381333931\nJug,2,J-1,\n", .products)
        let file =
            "date,sku,ean,product,quantity,price\n2026-11-21,m-1,,,2,1.00\n"
            + "2026-11-21,,04006381333931,Old mug,1,1.00\n2026-11-21,J-1,,Jug,1,2.00\n"
            + "2026-11-21,B-1,,Bowl,1,3.00\n2026-11-21,B-1,,,1,\n2026-11-21,X-9,,Jug,1,2.00\n"
        let plan = try await shop.plan(file)
        #expect(try plan.refusals == [])
        let notes = try plan.rows.all().flatMap(\.notes)
        #expect(notes.contains("“Old mug” is “Mug” here; the number counts"))
        #expect(notes.contains("“X-9” is not a number of “Jug”"))

        try await shop.importing(file)
        try await shop.importing(
            "sale,date,articlenumber,quantity,price\n9,2026-11-22,J-1,1,2.00\n")

        #expect(
            try shop.contents().filter { !$0.hasPrefix("C") } == [
                "P Bowl 3 -", "P Jug 2 -", "P Mug 1 -",
                "S 1 2026-11-21 - [\"2xMug@1\", \"1xMug@1\", \"1xJug@2\", \"1xBowl@3\", \"1xBowl@3\", "
                    + "\"1xJug@2\"] - 0", "S 9 2026-11-22 - [\"1xJug@2\"] - 0",
            ])
        let again = try await shop.plan(file)
        #expect(again.counts.unchanged == 6)
        let unknown = try await shop.plan("date,sku,quantity,price\n2026-11-21,Q-1,1,1\n")
        #expect(
            try unknown.refusals == ["2 sku: no product has the number “Q-1”; give its name too."])
    }

    @Test("Importing the same file again changes nothing, with or without numbers")
    func twice() async throws {
        let shop = try TestHousehold()
        let numbered =
            Self.header + "7,2026-11-21,Ann,,,Mug,2,1.00\n7,2026-11-21,Ann,,,Jug,1,2.00\n"
        let unnumbered =
            "date,customer,phone,product,quantity,price\n2026-11-21,Bob,0176 1,Mug,1,1.00\n"
        try await shop.importing(numbered)
        try await shop.importing(unnumbered)
        let before = try shop.contents()

        let plans = [try await shop.plan(numbered), try await shop.plan(unnumbered)]

        #expect(plans.map(\.counts.unchanged) == [2, 1])
        #expect(try plans.allSatisfy { try !$0.isApplicable && $0.refusals.isEmpty })
        #expect(try shop.contents() == before)
    }

    @Test("Sales without number and customer are not duplicated, and equal ones are distinguished")
    func walkIns() async throws {
        let shop = try TestHousehold()
        let file = "date,product,quantity,price\n2026-11-20,Mug,1,1.00\n2026-11-21,Mug,1,1.00\n"
        try await shop.importing(file)

        let again = try await shop.plan(file)
        let both = try await shop.plan(
            file + "2026-11-22,Jug,1,2.00\n2026-11-21,Mug,1,1.00\n2026-11-20,Mug,2,1.00\n")

        #expect(again.counts.unchanged == 2)
        #expect(!again.isApplicable)
        #expect(try again.rows.outcome(at: 0).notes == ["sale 1 is the same, and exists already"])
        #expect(both.counts.unchanged == 2)
        #expect(both.counts.new == 3)
        #expect(try both.refusals == [])
    }

    @Test("The dry run reports lines that become one sale, and times distinguish sales")
    func oneSale() async throws {
        let shop = try TestHousehold()
        let head = "date,time,customerName,product,quantity,price\n"
        let three =
            head + "2026-11-20,,Ann,Mug,1,1.00\n2026-11-20,,Ann,Jug,1,2.00\n"
            + "2026-11-20,,Ann,Cup,1,3.00\n2026-11-21,,Ann,Mug,1,1.00\n"
        let timed =
            head + "2026-11-22,10:00,Ann,Mug,1,1.00\n2026-11-22,10:00,Ann,Jug,1,2.00\n"
            + "2026-11-22,10:05,Ann,Mug,1,1.00\n"

        let plan = try await shop.plan(three)
        try await shop.importing(three)
        let first = try shop.saleNumbers()
        try await shop.importing(timed)

        let note =
            "3 lines of this day and customer become one sale; a number or a time on each "
            + "line tells sales apart"
        #expect(try plan.rows.outcome(at: 0).notes.contains(note))
        for place in 1...3 {
            let notes = try plan.rows.outcome(at: place).notes
            #expect(!notes.contains { $0.contains("one sale") })
        }
        #expect(first.count == 2)
        #expect(try shop.saleNumbers().count == 4)
    }

    @Test("A new customer without a sale is refused, and a known one is changed")
    func customers() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", emailid: "ann@example.com", contactno: "+49 30 123")
        try shop.addCustomer("Bob", contactno: "0176 5")

        let plan = try await shop.plan(
            "id,name,emailid,contactno\n\(ann),Anna,ann@example.com,'+49 30 123\n"
                + ",Bob,bob@example.com,01765\n,Carl,,\n")

        #expect(
            try plan.changes == [
                "2 name: Ann → Anna", "3 emailid:  → bob@example.com",
                "3 contactno: 0176 5 → 01765",
            ])
        #expect(try plan.refusals.count == 1)
        #expect(try plan.refusals.first?.hasPrefix("4 a new customer needs a first sale") == true)
    }

    @Test("A telephone number of another customer does not merge the two")
    func strangeNumber() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", emailid: "ann@example.com")

        let plan = try await shop.plan("id,name,emailid\n\(ann),Bob,bob@example.com\n")

        #expect(try plan.refusals.first?.contains("customer \(ann) is “Ann”") == true)
    }

    @Test("A row that matches two customers is refused with their names")
    func ambiguous() async throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", emailid: "both@example.com")
        try shop.addCustomer("Bob", emailid: "both@example.com")

        let plan = try await shop.plan("name,emailid,contactno\nCarl,both@example.com,\n")
        let byName = try await shop.plan("name,emailid,contactno\nBob,both@example.com,12345\n")

        #expect(try plan.refusals.first?.contains("Ann (1), Bob (2)") == true)
        #expect(try byName.changes == ["2 contactno:  → 12345"])
    }

    @Test("Products are created and changed, and ambiguous amounts are refused with both readings")
    func products() async throws {
        let shop = try TestHousehold()
        try await shop.importing("name,price\nMug,1.50\nJug,2\n", .products)

        let plan = try await shop.plan(
            "name,price,retiredAt\nmug,1.75,\nJug,2.00,2026-11-20\nJar,1.234,\nPan,,\nPot,-1,\n")

        #expect(try plan.changes.prefix(2) == ["2 name: Mug → mug", "2 price: 1.50 → 1.75"])
        #expect(try plan.changes.last == "3 retiredAt:  → 2026-11-20T00:00:00Z")
        #expect(try plan.refusals.count == 3)
        #expect(try plan.refusals[0].contains("$1,234.00 or $1.23"))
        #expect(try plan.refusals[1] == "5 price: a value is missing for a new product.")
        #expect(try plan.refusals[2].contains("below zero"))
    }

    @Test("Sales and lines change by number and position; void ones stay")
    func sales() async throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "1"), .line("Jug", 2, "2")])
        try shop.addCustomer("Bob")

        let lines = try await shop.plan(
            "number,position,product,quantity,unitPrice\n1,2,Jug,3,2\n1,3,Pan,1,9\n1,5,Pan,1,9\n")
        let sales = try await shop.plan(
            "number,date,customer,voidedAt,voidReason\n1,2026-11-20,Bob,,\n"
                + "2,2026-11-21,,2026-11-22T10:00:00Z,Mistyped\n9,2026-11-20,Bob,,\n")

        #expect(try lines.changes == ["2 quantity: 2 → 3"])
        #expect(lines.counts.new == 1)
        #expect(try lines.refusals.first?.hasPrefix("4 position: sale 1 has 3 lines") == true)
        #expect(try sales.refusals.contains { $0.hasPrefix("4 number: there is no sale 9") })
        #expect(
            try sales.refusals.contains { $0.contains("sales is a required value") },
            "Ann would have no sale left")
        #expect(try sales.changes.contains("3 voidReason:  → Mistyped"))
    }

    @Test("All faults of a row are reported at once, in the words of forms and the file’s order")
    func allFaults() async throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", emailid: "ann@example.com")

        let customers = try await shop.plan(
            "cardExpiry,name,emailid,contactno,cardLastFour,id\n13/27,Ann,nowhere,call me,12a4,1\n"
                + "13/27,Bob,,,12a4,x\n05/27,Zoe,nowhere,,1234,\n")
        let products = try await shop.plan(
            "price,name,retiredAt\n1.2.3," + String(repeating: "x", count: 1_001) + ",soon\n")
        let sales = try await shop.plan(
            "number,voidReason,voidedAt,date,customer\n1,Mistyped,soon,tomorrow,Nobody Known\n"
                + "x,,,yesterday,\n")

        #expect(
            try customers.refusals == [
                "2 cardExpiry: “13/27” has no month from 1 to 12.",
                "2 emailid: enter an e-mail address, for example anna@example.org.",
                "2 contactno: enter a phone number, for example +49 171 5556677.",
                "2 cardLastFour: write the last four digits and nothing else.",
                "3 cardExpiry: “13/27” has no month from 1 to 12.",
                "3 cardLastFour: write the last four digits and nothing else.",
                "3 id: “x” is not a whole number.",
                "4 a new customer needs a first sale; import a "
                    + "file of lines, with the customer on each.",
                "4 emailid: enter an e-mail address, for example anna@example.org.",
            ])
        #expect(try products.refusals.map { $0.prefix(8) } == ["2 price:", "2 name: ", "2 retire"])
        #expect(try products.refusals[1] == "2 name: it is too long: at most 200 characters.")
        #expect(
            try sales.refusals.map { $0.prefix { $0 != ":" } } == [
                "2 voidedAt", "2 date", "3 number", "3 date",
            ])
    }

    @Test("A cell that looks like a card number is refused, and not repeated")
    func cards() async throws {
        let shop = try TestHousehold()
        let file = try ImportFile(
            Data(
                ("name,price,note\nMug 4111 1111 1111 1111,1,\nJug,4111111111111111,\n"
                    + "Pan,1,card 4111-1111-1111-1111\n").utf8), named: "x")

        let plan = try await shop.household.plan(file)

        #expect(file.rows.hasCardNumber)
        #expect(plan.counts.refused == 3)
        #expect(try plan.refusals.allSatisfy { $0.contains("card number") })
        #expect(!"\(plan) \(file)".contains("1111"))
    }

    @Test("The lines of a new sale depend on the refused one")
    func waitingLines() async throws {
        let shop = try TestHousehold()

        let plan = try await shop.plan(
            "date,customer,product,quantity,price\n2026-11-20,Zoe,Mug,-2,1\n2026-11-20,Zoe,Jug,2,1\n"
        )

        #expect(plan.counts.refused == 1 && plan.counts.new == 1)
        #expect(try plan.rows.outcome(at: 1).notes == ["waits for line 2, which is refused"])
    }

    @Test("A single refused row prevents all saves")
    func allOrNothing() async throws {
        let shop = try TestHousehold()
        let file = try ImportFile(
            Data("name,price\nMug,1\nJug,x\n".utf8), named: "x", kind: .products)
        let plan = try await shop.household.plan(file)
        let token = try shop.household.imports.keep(file)

        let result = try await shop.household.confirmImport(token, digest: plan.digest)

        guard case .changed = result else {
            Issue.record("It was saved")
            return
        }
        #expect(try shop.contents() == [])
    }

    @Test("Records that changed since the dry run are shown before the save")
    func stale() async throws {
        let shop = try TestHousehold()
        try await shop.importing("name,price\nMug,1\n", .products)
        let file = try ImportFile(Data("name,price\nMug,2\n".utf8), named: "x")
        let plan = try await shop.household.plan(file)
        let token = try shop.household.imports.keep(file)
        try await shop.importing("name,price\nMug,3\n", .products)

        let result = try await shop.household.confirmImport(token, digest: plan.digest)

        guard case .changed(_, let now) = result else {
            Issue.record("It was saved")
            return
        }
        #expect(try now.changes == ["2 price: 3.00 → 2.00"])
        let again = try await shop.household.confirmImport(token, digest: now.digest)
        guard case .done = again else {
            Issue.record("It was not saved")
            return
        }
        guard case .gone = try await shop.household.confirmImport(token, digest: now.digest) else {
            Issue.record("It was saved twice")
            return
        }
    }
}
