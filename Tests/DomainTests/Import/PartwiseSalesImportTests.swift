import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Imports of sales in parts")
struct PartwiseSalesImportTests {
    private static let header =
        "number,position,date,customer,customerName,emailid,returnOf,product,quantity,unitPrice\n"

    /// Lines of sales for several parts: three lines each, recurring customers, products that are
    /// new in any part, and a return of the first sale at the end.
    static func lines(
        _ sales: ClosedRange<Int> = 2...71, customers: Int = 9, products: Int = 40,
        returning: Int = 1
    ) -> String {
        header
            + sales.map { number in
                let customer = number % customers
                let head =
                    "2026-11-20,\(1_000 + customer),Customer \(customer),c\(customer)@x.org"
                return (1...3).map {
                    "\(number),\($0),\(head),,Product \((number + $0) % products),\($0),2.50\n"
                }.joined()
            }.joined()
            + "\(sales.upperBound + 1),1,2026-11-21,,,,\(sales.lowerBound),"
            + "Product \((sales.lowerBound + 1) % products),\(returning),2.50\n"
    }

    private func shop(
        importPartSize: ImportPartSize = .short
    ) throws -> TestHousehold {
        let shop = try TestHousehold(importPartSize: importPartSize)
        try shop.addCustomer("Ann", emailid: "ann@example.com", [.line("Product 7", 1, "2.50")])
        return shop
    }

    private static func nextNumber(of shop: TestHousehold) throws -> Int64 {
        try shop.household.container.read { try Sale.nextNumber(in: $0) }
    }

    @Test("Long tables are imported in parts as at once, unchanged the second time, and undone")
    func wholeWay() async throws {
        let size = ImportPartSize()
        let (shop, other) = (try shop(importPartSize: size), try shop(importPartSize: .unlimited))
        let before = try shop.contents()
        let text = Self.lines(2...701, customers: 90, products: 400)
        let most = Mutex(0)
        shop.household.changes.observe { changes in
            let count = changes[.saleLine].inserted.count
            most.withLock { $0 = max($0, count) }
        }

        let record = try await shop.importing(text)
        try await other.importing(text)

        #expect(record.madeCount("Sale") == 701 && record.madeCount("SaleLine") == 2_101)
        #expect(record.madeCount("Customer") == 90 && record.madeCount("Product") == 399)
        #expect(record.saleNumbers?.text == "2 to 702")
        #expect(try shop.contents() == other.contents())
        #expect(most.withLock { $0 } <= size.rows + 2)
        let again = try await shop.plan(text)
        #expect(try again.refusals == [] && again.counts.unchanged == 2_101)
        guard case .done(let undone) = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(undone.left == [])
        #expect(try shop.contents() == before)
        #expect(try Self.nextNumber(of: shop) == 703)
    }

    @Test("A dry run in parts has the result of one at once")
    func dryRuns() async throws {
        let shop = try shop()
        for text in [Self.lines(), Self.lines(returning: 3)] {
            let file = try ImportFile(Data(text.utf8), named: "test.csv")
            let plan = try await shop.household.plan(file)
            let context = ManagedObjectContext(shop.household.container)
            let atOnce = try Importer(file, in: context, .unlimited).run()

            #expect(try plan.refusals == atOnce.refusals)
            #expect(plan.digest == atOnce.digest && plan.warnings == atOnce.warnings)
        }
        // One was sold.
        let plan = try await shop.plan(Self.lines(returning: 2))
        #expect(
            try plan.refusals == ["212 returnOf: more would be returned than sale 2 sold."])
    }

    @Test("Distant rows of one sale are in one part")
    func farApart() async throws {
        let shop = try shop()
        let text = Self.lines() + "2,4,2026-11-20,1002,Customer 2,c2@x.org,,Product 9,1,1\n"
        let most = Mutex(0)
        shop.household.changes.observe { changes in
            let count = changes[.saleLine].inserted.count
            most.withLock { $0 = max($0, count) }
        }

        let record = try await shop.importing(text)

        #expect(record.madeCount("SaleLine") == 212)
        #expect(most.withLock { $0 } <= ImportPartSize.short.rows + 2)
        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
    }

    @Test("Rows of one sale are in one part if only one of them names the returned sale")
    func returnNamedOnce() async throws {
        let text =
            Self.lines()
            + "900,1,2026-11-21,1002,Customer 2,c2@x.org,,Product 3,1,2.50\n"
            + "900,2,2026-11-21,1002,Customer 2,c2@x.org,2,Product 4,1,2.50\n"
        let atOnce = try shop(importPartSize: .unlimited)
        let refusals = try await atOnce.plan(text).refusals

        let plan = try await shop().plan(text)

        #expect(refusals == ["214 line 213 has other values for sale 900."])
        #expect(try plan.refusals == refusals)
    }

    @Test("Sales without a number stay apart if the row between them is in another part")
    func unnumberedApart() async throws {
        let (shop, other) = (try shop(), try shop(importPartSize: .unlimited))
        func row(_ number: Int?, _ day: Int, _ customer: Int, returning sale: Int? = nil) -> String
        {
            "\(number?.description ?? ""),,2026-11-\(day),\(1_000 + customer),Customer \(customer),"
                + "c\(customer)@x.org,\(sale?.description ?? ""),Product 4,1,2.50\n"
        }
        let text =
            Self.lines()
            + row(nil, 22, 3) + row(nil, 22, 2, returning: 2) + row(nil, 22, 3)
            // A row with a number between them does not matter.
            + row(nil, 23, 3) + row(900, 23, 3) + row(nil, 23, 3)

        let record = try await shop.importing(text)
        try await other.importing(text)

        #expect(record.madeCount("Sale") == 71 + 5)
        func contents(_ shop: TestHousehold) throws -> [String] {
            // The order of their parts decides about their numbers.
            try shop.contents().map {
                $0.replacing(#/^S \d+ /#, with: "S ")
            }.sorted()
        }
        #expect(try contents(shop) == contents(other))
    }

    @Test("Sales without a number follow those that others make meanwhile")
    func unnumbered() async throws {
        let shop = try shop()
        let text =
            "date,customer,email,product,quantity,price\n"
            + (1...160).map {
                "2026-11-20,Customer \($0),c\($0)@x.org,Mug \($0 % 7),1,2.00\n"
            }.joined()
        let file = try ImportFile(Data(text.utf8), named: "test.csv")
        let plan = try await shop.household.plan(file)
        let token = try shop.household.imports.keep(file)
        let isDone = Flag()
        let progress = ImportProgress { state in
            guard state.phase == .importing, state.fraction > 0.5, isDone.raise() else { return }
            // On the thread of the import, between two parts.
            _ = try? shop.addSale(to: 1, [.line("Product 7", 1, "3")])
        }

        let result = try await shop.household.confirmImport(
            token, digest: plan.digest, progress: progress)

        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(record.counts.new == 160)
        #expect(try shop.saleNumbers() == Array(1...162))
        #expect(try await shop.plan(text).counts.unchanged == 160)
    }

    @Test("A sale made while numbered sales are imported gets a number after them")
    func numberedMeanwhile() async throws {
        let shop = try shop()
        let file = try ImportFile(Data(Self.lines().utf8), named: "test.csv")
        let plan = try await shop.household.plan(file)
        let token = try shop.household.imports.keep(file)
        let isDone = Flag()
        let progress = ImportProgress { state in
            guard state.phase == .importing, state.fraction > 0.5, isDone.raise() else { return }
            _ = try? shop.addSale(to: 1, [.line("Product 7", 1, "3")])
        }

        let result = try await shop.household.confirmImport(
            token, digest: plan.digest, progress: progress)

        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(record.saleNumbers?.text == "2 to 72")
        #expect(try shop.saleNumbers().last == 73)
    }

    @Test("A cancelled import leaves no records and uses no numbers", arguments: [0.1, 0.5, 0.9])
    func cancelled(at fraction: Double) async throws {
        let shop = try shop()
        let before = try shop.contents()

        try await Self.cancel(at: fraction, in: shop)

        #expect(try shop.contents() == before)
        #expect(try Self.nextNumber(of: shop) == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: shop.directory.imports)
        #expect(names.allSatisfy { $0.hasSuffix(".waiting") })
    }

    /// Cancels an import in the middle.
    private static func cancel(
        at fraction: Double, in shop: TestHousehold, after act: @escaping @Sendable () -> Void = {}
    ) async throws {
        let file = try ImportFile(Data(lines().utf8), named: "test.csv")
        let token = try shop.household.imports.keep(file)
        let (isDone, reference) = (Flag(), ProgressReference())
        let progress = ImportProgress { state in
            guard state.phase == .importing, state.fraction >= fraction, isDone.raise() else {
                return
            }
            act()
            reference.cancel()
        }
        reference.set(progress)
        await #expect(throws: CancellationError.self) {
            _ = try await shop.household.confirmImport(token, digest: nil, progress: progress)
        }
    }

    @Test(
        "A sale to a customer of a cancelled import stays, with the customer")
    func usedMeanwhile() async throws {
        let shop = try shop()

        try await Self.cancel(at: 0.6, in: shop) {
            let found = try? shop.household.container.read { context in
                try context.fetch(FetchRequest<Customer>()).first { $0.name == "Customer 5" }?
                    .objectID.recordNumber
            }
            _ = try? shop.addSale(to: (found ?? nil) ?? 0, [.line("Product 7", 4, "9")])
        }

        let contents = try shop.contents()
        #expect(contents.filter { $0.hasPrefix("C ") }.count == 2)
        #expect(contents.contains("C Customer 5 c5@x.org - 1"))
        #expect(contents.count { $0.hasPrefix("S ") } == 2)
        #expect(try Self.nextNumber(of: shop) == 74)
    }

    @Test("The saved parts of a killed import are undone at the next start")
    func killed() async throws {
        let shop = try shop()
        let before = try shop.contents()
        let file = try ImportFile(Data(Self.lines().utf8), named: "test.csv")
        let (data, token) = (shop.directory.path, try shop.household.imports.keep(file))
        try shop.household.close()

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [data = data as String, token = token as String] in
            let household = try Household(
                directory: DataDirectory(path: data), importPartSize: .short)
            let progress = ImportProgress { state in
                if state.phase == .importing, state.fraction > 0.8 { kill(getpid(), SIGKILL) }
            }
            _ = try await household.confirmImport(token, digest: nil, progress: progress)
        }

        let next = try Household(directory: shop.directory)
        defer { try? next.close() }
        let (sales, number) = try await next.container.read { context in
            (try context.count(for: FetchRequest<Sale>()), try Sale.nextNumber(in: context))
        }
        #expect(sales == before.count { $0.hasPrefix("S ") } && number == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: shop.directory.imports)
        // The file itself waits, so that it can be imported again.
        #expect(names == [token + ".waiting"])
    }

    @Test("Removing a person deletes the undo data of a long import with them")
    func persons() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines())
        try await shop.household.container.write { context in
            let found = try context.fetch(FetchRequest<Customer>()).first {
                $0.name == "Customer 5"
            }
            try #require(found).anonymize(in: context)
            try shop.household.save(context)
        }
        try await shop.household.erasePersonalData()

        #expect(try shop.household.importRecord(record.id)?.state == .forgotten)
        let names = try FileManager.default.contentsOfDirectory(atPath: shop.directory.imports)
        #expect(names == [])
        #expect(try shop.household.partCount(of: record.id) == 0)
    }

    @Test(
        "Removing a person during the check of an undo prevents the undo",
        arguments: [ImportProgress.Phase.checking, .takingBack])
    func personsMeanwhile(_ phase: ImportProgress.Phase) async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines())
        let sales = try shop.contents().count { $0.hasPrefix("S ") }
        let isRemoved = Flag()
        let progress = ImportProgress { state in
            guard state.phase == phase, isRemoved.raise() else { return }
            _ = try? shop.household.container.write { context in
                let found = try context.fetch(FetchRequest<Customer>())
                try found.first { $0.name == "Customer 5" }?.anonymize(in: context)
                try shop.household.save(context)
            }
        }

        let result = try await shop.household.undoImport(record.id, progress: progress)

        guard case .refused(let refused, let obstacles) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(refused.state == .forgotten)
        #expect(obstacles.count == 1 && obstacles[0].hasPrefix("A person in it was removed"))
        #expect(try shop.household.unfinishedImports() == [])
        #expect(try shop.contents().count { $0.hasPrefix("S ") } == sales)
    }

    @Test("A long import without its parts is not reported as undone at the next start")
    func withoutParts() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines())
        try shop.household.keep(record.during(.undoing))
        try shop.household.removeParts(of: record.id)
        try shop.household.close()

        let next = try Household(directory: shop.directory)
        defer { try? next.close() }

        #expect(try next.importRecord(record.id)?.state == .forgotten)
        #expect(try next.unfinishedImports() == [])
    }

    @Test("Lists of customers and products are imported in parts, and undone")
    func lists() async throws {
        let shop = try TestHousehold(importPartSize: .short)
        try await shop.importing(
            Self.header
                + (1...150).map {
                    "\($0),1,2026-11-20,\($0),Customer \($0),c\($0)@x.org,,P \($0),1,2.50\n"
                }.joined())
        let before = try shop.contents()
        let customers =
            "name,emailid,contactno,cardLastFour,cardHolder\n"
            + (1...150).map { "Renamed \($0),c\($0)@x.org,,1111,HOLDER \($0)\n" }.joined()
        let products =
            "name,price,sku\n"
            + (1...150).map { "P \($0),3.00,K-\($0)\n" }.joined()
            + (1...120).map { "New \($0),1.00,N-\($0)\n" }.joined()

        let first = try await shop.importing(customers)
        let second = try await shop.importing(products)
        let twice = try await shop.plan(
            products + "NEW 1,1.00,\nOther,1.00,n-2\nAnother,2.00,k-9\n")

        #expect(first.counts.changed == 150 && first.madeCount("CreditCard") == 150)
        #expect(second.counts.changed == 150 && second.counts.new == 120)
        #expect(try await shop.plan(customers).counts.unchanged == 150)
        #expect(try await shop.plan(products).counts.unchanged == 270)
        #expect(
            try twice.refusals == [
                "272 line 152 is about the same product.", "273 sku: “New 2” has it already.",
                "274 sku: “P 9” has it already.",
            ])
        for record in [second, first] {
            guard case .done = try await shop.household.undoImport(record.id) else {
                Issue.record("It was not taken back")
                return
            }
        }
        #expect(try shop.contents() == before)
    }

    @Test("Sales that swap customers across parts are changed at once")
    func exchanged() async throws {
        let shop = try TestHousehold(importPartSize: .short)
        try await shop.importing(
            Self.header
                + (1...150).map {
                    "\($0),1,2026-11-20,\($0),Customer \($0),c\($0)@x.org,,P,1,2.50\n"
                }.joined())
        let sales =
            "number,customerName,emailid\n"
            + (1...150).map {
                let customer = $0 == 1 ? 150 : $0 == 150 ? 1 : $0
                return "\($0),Customer \(customer),c\(customer)@x.org\n"
            }.joined()

        let record = try await shop.importing(sales, .sales)

        #expect(record.counts.changed == 2 && record.counts.unchanged == 148)
        let twice = try await shop.plan(sales + "3,Customer 3,c3@x.org\n", .sales)
        #expect(try twice.refusals == ["152 number: line 4 is about the same sale."])
    }

    @Test("They are also changed at once if a part with other changes is already saved")
    func exchangedLater() async throws {
        let shop = try TestHousehold(importPartSize: .short)
        try await shop.importing(
            Self.header
                + (1...250).map {
                    "\($0),1,2026-11-20,\($0),Customer \($0),c\($0)@x.org,,P,1,2.50\n"
                }.joined())
        let before = try shop.contents()
        let sales =
            "number,customerName,emailid,note\n"
            + (1...250).map {
                let customer = $0 == 120 ? 250 : $0 == 250 ? 120 : $0
                let note = $0 == 5 ? "Wrapped" : ""
                return "\($0),Customer \(customer),c\(customer)@x.org,\(note)\n"
            }.joined()

        let record = try await shop.importing(sales, .sales)

        #expect(record.counts.changed == 3 && record.counts.unchanged == 247)
        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try shop.contents() == before)
    }

    @Test(
        "A sale unrelated to an import does not prevent its undo")
    func otherSale() async throws {
        let shop = try shop()
        let record = try await shop.importing(
            Self.header + "5,1,2026-11-20,,Zoe,z@x.org,,Pan,1,2\n")
        try shop.addSale(to: 1, [.line("Product 7", 1, "3")])

        let result = try await shop.household.undoImport(record.id)

        guard case .done = result else {
            Issue.record("\(result)")
            return
        }
        #expect(try shop.saleNumbers() == [1, 6] && Self.nextNumber(of: shop) == 7)
    }
}
