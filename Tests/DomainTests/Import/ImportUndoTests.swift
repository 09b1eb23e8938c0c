import Foundation
import Persistence
import Testing

@testable import Domain

struct ImportUndoTests {
    private static let lines =
        "number,date,customer,email,product,quantity,price\n"
        + "1,2026-11-20,Ann,ann@example.com,Mug,3,1.00\n"
        + "8,2026-11-21,Zoe,zoe@example.com,Pan,1,9.00\n"
        + "8,2026-11-21,Zoe,zoe@example.com,Mug,2,1.00\n"

    private func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", emailid: "ann@example.com", [.line("Mug", 1, "1")])
        return shop
    }

    @Test("The undo of an import restores the previous state exactly, and runs once")
    func undo() async throws {
        let shop = try shop()
        let before = try shop.contents()
        let record = try await shop.importing(Self.lines)
        #expect(try shop.contents() != before)

        let first = try await shop.household.undoImport(record.id)
        let second = try await shop.household.undoImport(record.id)

        guard case .done(let undone) = first, case .refused = second else {
            Issue.record("\(first) \(second)")
            return
        }
        #expect(undone.state == .undone)
        #expect(try shop.contents() == before)
    }

    @Test("The undo of an import leaves no former values of items")
    func formerValues() async throws {
        let test = try TestHousehold()
        func table(_ value: Int) -> String {
            "itemName,serialNumber,valueInDollars\nSofa,S,\(value)\n"
        }
        try await test.importing(table(900))
        let record = try await test.importing(table(700))
        #expect(try test.count(ValueRecord.self) == 1)

        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not undone")
            return
        }

        #expect(try test.count(ValueRecord.self) == 0)
        let value = try await test.household.container.read { context in
            try TestHousehold.item("Sofa", context).valueInDollars
        }
        #expect(value == 900)
    }

    @Test("An import that leaves a gap in the numbers reports it, and which numbers it used")
    func gaps() async throws {
        let shop = try shop()
        let header = "number,date,customer,product,price\n"
        let text = header + "77,2026-11-20,Zoe,Mug,1\n4,2026-11-20,Zoe,Mug,1\n"

        let plan = try await shop.plan(text)
        let record = try await shop.importing(text)
        let again = try await shop.plan(header + "78,2026-11-20,Zoe,Mug,1\n")

        #expect(
            plan.warnings == [
                "No sale has the numbers 2 to 3 and 5 to 76, and none gets them later: "
                    + "the next sale is 78."
            ])
        #expect(record.saleNumbers?.text == "4 and 77")
        #expect(again.warnings == [])
    }

    @Test("A sale meanwhile does not prevent importing sales without a number")
    func soldMeanwhile() async throws {
        let shop = try shop()
        let file = try ImportFile(
            Data(
                ("date,customer,email,product,quantity,price\n"
                    + "2026-11-20,Zoe,z@x.org,Mug,1,1\n2026-11-21,Zoe,z@x.org,Mug,2,1\n").utf8),
            named: "x.csv")
        let plan = try await shop.household.plan(file)
        let token = try shop.household.imports.keep(file)

        try shop.addSale(to: 1, [.line("Mug", 1, "3")])
        let result = try await shop.household.confirmImport(token, digest: plan.digest)

        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(try shop.saleNumbers() == [1, 2, 3, 4])
        #expect(record.saleNumbers?.text == "3 to 4")
        #expect(
            try plan.rows.all().map(\.label) == ["New sale, line 1: Mug", "New sale, line 1: Mug"])
    }

    @Test("A later change prevents the undo, and nothing is undone")
    func obstacles() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines)
        try await shop.importing("name,price\nPan,10\n", .products)
        try await shop.importing(
            "date,customer,email,product,quantity\n2026-11-22,Zoe,zoe@example.com,Mug,1\n")
        let before = try shop.contents()

        let result = try await shop.household.undoImport(record.id)

        guard case .refused(_, let obstacles) = result else {
            Issue.record("It was taken back")
            return
        }
        #expect(obstacles.contains { $0.hasPrefix("Product “Pan” was changed") })
        #expect(obstacles.contains { $0.hasPrefix("Customer “Zoe” now has sale 9") })
        #expect(try shop.contents() == before)
    }

    private static func obstacles(
        _ record: ImportRecord, in test: TestHousehold
    ) async throws -> [String] {
        guard case .refused(_, let obstacles) = try await test.household.undoImport(record.id)
        else { return [] }
        return obstacles
    }

    @Test("A later payment prevents the undo, and stays")
    func paid() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines)
        let sale = try #require(
            try await shop.household.container.read { context in
                try context.fetch(FetchRequest<Sale>()).first { $0.number == 8 }?.objectID
                    .recordNumber
            })
        try shop.pay(sale, [PaymentDraft(kind: 1)])

        #expect(try await Self.obstacles(record, in: shop).contains("Sale 8 was paid."))
        let count = try await shop.household.container.read {
            try $0.count(for: FetchRequest<Payment>())
        }
        #expect(count == 1)
    }

    @Test(
        "Sales of a closed day stay unchanged by any import or its undo"
    )
    func closedDay() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines)
        try await shop.household.container.write { context in
            _ = try ClosedDay.close(.test, opening: 0, counted: 0, note: nil, in: context)
            try shop.household.save(context)
        }
        let before = try shop.contents()
        let header = "number,position,date,customer,email,product,quantity,price\n"

        let same = try await shop.plan(Self.lines)
        let new = try await shop.plan(
            header + "9,1,\(CalendarDay.test),Zoe,zoe@example.com,Mug,1,1.00\n")
        let changed = try await shop.plan(
            header + "8,1,\(CalendarDay.test),Zoe,zoe@example.com,Pan,2,9.00\n")
        let moved = try await shop.plan(
            header + "8,1,2026-11-19,Zoe,zoe@example.com,Pan,1,9.00\n")

        let closed = "\(CalendarDay.test) is closed"
        #expect(same.counts.unchanged == 3)
        #expect(try new.refusals == ["2 date: \(closed): its sales stay as they are."])
        #expect(try changed.refusals == ["2 its day is closed; its lines stay as they are."])
        #expect(try moved.refusals == ["2 date: \(closed): its sales stay as they are."])
        #expect(
            try await Self.obstacles(record, in: shop) == [
                "\(CalendarDay.test) was closed."
            ])
        #expect(try shop.contents() == before)
    }

    @Test(
        "Later loans and maintenance prevent the undo of their item; imported ones do not"
    )
    func belongings() async throws {
        let test = try TestHousehold()
        let care = #""[{""title"":""Oil"",""due"":""2027-01-05""}]""#
        let record = try await test.importing(
            "itemName,serialNumber,lentTo,care\nSaw,1,,\nDrill,2,,\(care)\n")
        let other = try await test.importing(
            "itemName,serialNumber,lentTo,care\nCar,3,Bob,\(care)\n")
        try await test.household.container.write { context in
            let saw = try TestHousehold.item("Saw", context)
            let loan = Loan(context: context)
            (loan.borrower, loan.since, loan.item) = ("Ann", CalendarDay.test.date, saw)
            let task = CareTask(context: context)
            (task.title, task.item) = ("Sharpen it", saw)
            try TestHousehold.item("Drill", context).careTasks.first?.complete(on: .test)
            try test.household.save(context)
        }

        let obstacles = try await Self.obstacles(record, in: test)

        #expect(obstacles.contains("Item “Saw” was lent."), "\(obstacles)")
        #expect(obstacles.contains("Item “Saw” has something to be done."))
        #expect(obstacles.contains("“Oil” of “Drill” was done."))
        #expect(try await Self.obstacles(other, in: test) == [])
        #expect(try test.names() == ["Saw", "Drill"])
    }

    @Test("A sale moved to another customer is moved back by the undo")
    func reassigned() async throws {
        let shop = try shop()
        try shop.addSale(to: 1, [.line("Mug", 5, "1")])
        let before = try shop.contents()
        let record = try await shop.importing(
            "number,position,date,customer,email,product\n2,1,2026-11-21,Zoe,z@example.com,Mug\n")

        let result = try await shop.household.undoImport(record.id)

        guard case .done = result else {
            Issue.record("\(result)")
            return
        }
        #expect(try shop.contents() == before)
    }

    @Test("Files are private to their owner, and a token from a request is not used as a path")
    func files() throws {
        let shop = try TestHousehold()
        let file = try ImportFile(Data("name,price\nMug,1\n".utf8), named: "../../x.csv")
        let token = try shop.household.imports.keep(file)

        let path = "\(shop.directory.imports)/\(token).waiting"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int

        #expect(mode == 0o600)
        #expect(try shop.household.imports.file(for: token)?.rows.all() == file.rows.all())
        #expect(try shop.household.imports.file(for: "../imports/\(token)") == nil)
        #expect(try shop.household.importRecord("../Homeowner.sqlite") == nil)
        try shop.household.imports.sweep(now: Date() + Imports.longestWait + 100)
        #expect(try shop.household.imports.file(for: token) == nil)
    }

    @Test(
        "An import saved but not recorded at a crash is undone at the next start"
    )
    func interrupted() async throws {
        let shop = try shop()
        let before = try shop.contents()
        let record = try await shop.importing(Self.lines)
        // As if it had not completed.
        try shop.household.keep(record.during(.saving))
        try shop.household.close()

        let second = try Household(directory: shop.directory)
        defer { try? second.close() }
        #expect(try second.importRecords() == [] && second.unfinishedImports() == [])
        let after = try await second.container.read { try $0.count(for: FetchRequest<Sale>()) }
        #expect(after == before.count { $0.hasPrefix("S ") })
    }

    @Test("An import without its parts is not undone")
    func withoutParts() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines)
        try shop.household.removeParts(of: record.id)
        let before = try shop.contents()

        guard case .refused(_, let obstacles) = try await shop.household.undoImport(record.id)
        else {
            Issue.record("It was undone")
            return
        }
        #expect(obstacles == ["The data for undoing it was deleted."])
        #expect(try shop.contents() == before)
    }

    @Test("The record of an import expires after thirty days, together with its parts")
    func expiry() async throws {
        let test = try TestHousehold(importPartSize: .short)
        let record = try await test.importing(
            "itemName\n" + (1...250).map { "Thing \($0)\n" }.joined())
        try test.household.close()

        for (days, count) in [(29.0, 3), (31, 0)] {
            let later = try Household(
                directory: test.directory, now: { Date() + days * 24 * 60 * 60 })
            try later.forgetStale()

            #expect(try later.partCount(of: record.id) == count)
            #expect(try later.importRecord(record.id)?.state == (count > 0 ? .done : nil))
            try later.close()
        }
    }

    @Test("A list of merged persons that a former version has left is removed")
    func merged() throws {
        let test = try TestHousehold()
        let path = test.household.imports.path(ImportToken.random() + ".merged.json")
        try Data("[1]".utf8).write(to: URL(fileURLWithPath: path))
        try test.household.close()

        let next = try Household(directory: test.directory)
        defer { try? next.close() }

        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "An undo reads its records with few statements, however many they are",
        arguments: [ImportKind.items, .lines])
    func statements(kind: ImportKind) async throws {
        var counts: [Int] = []
        for count in [20, 100] {
            let test = try TestHousehold()
            let table =
                kind == .items
                ? "itemName,serialNumber,tags\n"
                    + (1...count).map { "Thing \($0),S\($0),old\n" }.joined()
                : "number,date,customerName,product,unitPrice\n"
                    + (1...count).map {
                        "\($0),2026-01-02,Customer \($0 / 9),Mug \($0),3.50\n"
                    }.joined()
            let record = try await test.importing(table, kind)
            try test.household.close()
            let trace = SQLTrace(capacity: 100_000)
            let household = try Household(directory: test.directory, trace: trace)
            trace.removeAll()

            guard case .done = try await household.undoImport(record.id) else {
                Issue.record("It was not undone")
                return
            }

            counts.append(trace.sql.count { $0.contains("SELECT") && !$0.hasPrefix("INSERT") })
            try household.close()
        }
        #expect(counts[1] - counts[0] < 40, "\(counts)")
    }
}
