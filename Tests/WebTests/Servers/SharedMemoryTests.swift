import Foundation
import Persistence
import Testing

@testable import Domain
@testable import Web

@Suite("What servers on one database take over of each other’s saves")
struct SharedMemoryTests {
    private let shared: SharedSite
    private let first: Household
    private let second: Household

    init() throws {
        shared = try SharedSite()
        first = try Household(directory: shared.directory)
        second = try Household(directory: shared.directory)
    }

    private func close() throws {
        for household in [first, second] { try household.close() }
    }

    /// Changes something in one household, and waits until the other one was told.
    private func save(
        in household: Household, _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) async throws {
        try await household.container.write { context in
            try body(context)
            try household.save(context)
        }
        try await settle()
    }

    /// Waits until both were told of all that the other one has saved.
    private func settle() async throws {
        let coordinators = [first, second].map(\.container.coordinator)
        let last = coordinators.compactMap(\.latestTransaction).max() ?? 0
        try await waited {
            coordinators.allSatisfy { ($0.toldTransaction ?? 0) >= last }
        }
    }

    /// Adds items and reads all into the memory of both.
    private func begin(_ names: [String] = ["Lamp", "Chair", "Sofa", "Table"]) async throws {
        try await save(in: first) { context in
            for name in names { try Item.append(in: context).itemName = name }
            let field = try ItemField.append(in: context)
            (field.name, field.kind) = ("Colour", "text")
            try Self.addCustomer("Ann", in: context)
        }
        for household in [first, second] { try await household.warm() }
        try expectKept()
    }

    /// Nobody asks for what is kept between a save and this, so that nothing is read in its place.
    private func expectKept(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for household in [first, second] {
            let kept = try Kept(household)
            #expect(kept.hasOrder, sourceLocation: sourceLocation)
            #expect(kept.hasItems, sourceLocation: sourceLocation)
        }
    }

    /// What a household has in memory.
    private struct Kept {
        let hasOrder: Bool
        let hasItems: Bool

        init(_ household: Household) throws {
            hasOrder = household.itemOrder.isReady
            var query = ItemQuery()
            query.search = "a"
            hasItems = try household.container.read { [query] context in
                household.itemIndex.found(query, in: context) != nil
            }
        }
    }

    /// Whether both know the same as somebody who reads all anew.
    private func expectFresh(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for household in [first, second] {
            let (kept, fresh) = try household.container.read { context in
                (try Known(household, context), try Known(fresh: context))
            }
            #expect(kept == fresh, sourceLocation: sourceLocation)
        }
    }

    /// What somebody knows of the records.
    private struct Known: Equatable {
        var places: [String] = []
        var found: [String] = []

        init(_ household: Household, _ context: ManagedObjectContext) throws {
            try self.init(
                household.itemOrder, household.search, household.itemIndex, context)
        }

        init(fresh context: ManagedObjectContext) throws {
            let changes = ChangeFeed(context.coordinator)
            let items = ItemIndex(changes)
            try items.warm(in: context)
            let order = ItemOrder(changes)
            _ = try order.count(in: context)
            try self.init(
                order, HouseholdSearch(items: items), items, context)
        }

        private init(
            _ order: ItemOrder, _ search: HouseholdSearch, _ items: ItemIndex,
            _ context: ManagedObjectContext
        ) throws {
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            for item in try context.fetch(request) {
                let place = try order.place(of: item, in: context)
                places.append("\(item.itemName ?? "") \(place?.index ?? -1) \(place?.count ?? -1)")
            }
            for word in SharedMemoryTests.words {
                for hits in try search.find(word, limit: 1_000, in: context) {
                    found.append("\(word) \(hits.entity) \(hits.numbers.sorted())")
                }
                var query = ItemQuery()
                query.search = word
                query.sortDescriptors = [FetchSortDescriptor("valueInDollars")]
                found.append("\(items.numbers(of: query, in: context) ?? [-1])")
            }
        }
    }

    private static let words = [
        "a", "1", "lamp", "red", "blue", "furn", "kind", "bob", "oil", "invoice", "555", "room",
    ]

    private static func addCustomer(_ name: String, in context: ManagedObjectContext) throws {
        let day = try #require(CalendarDay(year: 2026, month: 11, day: 21))
        let line = SaleDraft.Line(.productNamed("Mug"), unitPrice: 2)
        _ = try Customer.add(
            CustomerDetails(name: name, emailid: "a@example.com"),
            firstSale: SaleDraft(day: day, lines: [line]), in: context)
    }

    private static func item(_ name: String, _ context: ManagedObjectContext) throws -> Item {
        var request = FetchRequest<Item>()
        request.predicate = try FetchPredicate(format: "itemName == %@", name)
        return try #require(try context.fetchFirst(request))
    }

    @Test("Items that one adds, names, moves, trashes and deletes, the other one knows")
    func items() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let (first, second) = (first, second)
        try await begin()
        let steps: [@Sendable (ManagedObjectContext) throws -> Void] = [
            { try Item.append(in: $0).itemName = "Red mug" },
            { try Self.item("Lamp", $0).itemName = "Blue lamp" },
            { try first.itemOrder.move(try Self.item("Sofa", $0), to: 0, in: $0) },
            { try Self.item("Chair", $0).valueInDollars = 700 },
            { try Self.item("Table", $0).trashedDate = Date() },
            { try first.itemOrder.move(try Self.item("Red mug", $0), to: 1, in: $0) },
            { try Self.item("Table", $0).trashedDate = nil },
            { context in context.delete(try Self.item("Chair", context)) },
            { context in
                for (name, value) in [("Sofa", 5.0), ("Red mug", 5), ("Table", -2)] {
                    try Self.item(name, context).orderingValue = value
                }
            },
        ]
        for step in steps {
            try await save(in: first, step)
            try expectKept()
            try expectFresh()
        }
        let order = try await second.container.read { context in
            try ["Table", "Sofa", "Red mug", "Blue lamp"].map {
                try second.itemOrder.place(of: try Self.item($0, context), in: context)?.index
            }
        }
        #expect(order[0] == 0 && Set(order) == [0, 1, 2, 3])
    }

    @Test("Types, and what belongs to items, are taken over with the items")
    func belongings() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        try await begin()
        let steps: [@Sendable (ManagedObjectContext) throws -> Void] = [
            { context in
                let lamp = try Self.item("Lamp", context)
                lamp.assetType = try AssetType.all(in: context).first
                let value = ItemFieldValue(context: context)
                value.text = "Red"
                (value.item, value.field) = (lamp, try ItemField.all(in: context).first)
            },
            { try AssetType.all(in: $0).first?.label = "Kind of lamp" },
            { context in
                let loan = Loan(context: context)
                (loan.borrower, loan.since) = ("Bob", Date())
                loan.item = try Self.item("Chair", context)
                let document = Document(context: context)
                (document.key, document.name) = (UUID(), "Invoice")
                (document.mediaType, document.addedAt) = ("application/pdf", Date())
                document.item = loan.item
                let task = CareTask(context: context)
                (task.title, task.item) = ("Oil it", loan.item)
            },
            { try Self.item("Chair", $0).openLoan()?.returned = Date() },
            { try Self.item("Chair", $0).documents.first?.trashedDate = Date() },
            { context in
                let room = Location(context: context)
                room.name = "Red room"
                try Self.item("Sofa", context).location = room
            },
            { context in context.delete(try Self.item("Chair", context)) },
            { context in try AssetType.all(in: context).first.map(context.delete) },
            { context in try Self.item("Lamp", context).fieldValues.forEach(context.delete) },
        ]
        for step in steps {
            try await save(in: first, step)
            try expectKept()
            try expectFresh()
        }
    }

    @Test("After every step of two servers both have in memory what the store says")
    func walking() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        try await begin((0..<8).map { "Thing \($0)" })
        var random = SeededGenerator(seed: 11)
        for step in 0..<100 {
            let household = Bool.random(using: &random) ? first : second
            let seed = random.next()
            try await save(in: household) { context in
                var random = SeededGenerator(seed: seed)
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    try Self.change(household, "\(step)", &random, in: context)
                }
            }
            try expectKept()
            try expectFresh()
        }
    }

    private static func change(
        _ household: Household, _ name: String, _ random: inout SeededGenerator,
        in context: ManagedObjectContext
    ) throws {
        let items = try context.fetch(FetchRequest<Item>())
        let item = try #require(items.randomElement(using: &random))
        let type = try AssetType.all(in: context).randomElement(using: &random)
        switch Int.random(in: 0...13, using: &random) {
        case 0: try Item.append(in: context).itemName = "Lamp \(name)"
        case 1: item.itemName = "Red thing \(name)"
        case 2, 3:
            // A move goes by what is saved.
            guard !context.hasChanges else { return }
            try household.itemOrder.move(
                item, to: Int.random(in: 0..<9, using: &random), in: context)
        case 4: item.trashedDate = Date()
        case 5:
            let trashed = items.filter(\.isTrashed)
            trashed.randomElement(using: &random)?.trashedDate = nil
        case 6 where items.count > 5: context.delete(item)
        case 7: type?.label = "Kind \(name)\(random.next() % 9)"
        case 8: item.assetType = type
        case 9:
            let loan = Loan(context: context)
            (loan.borrower, loan.since, loan.item) = ("Bob \(name)", Date(), item)
        case 10: item.openLoan()?.returned = Date()
        case 11: item.valueInDollars = Int32.random(in: 0...90, using: &random)
        case 12:
            try addCustomer("Bob \(name) \(random.next() % 1_000)", in: context)
        default:
            try context.fetch(FetchRequest<Customer>()).randomElement(using: &random)?.name =
                "Ann \(name) \(random.next() % 1_000)"
        }
    }

    @Test("Of more records than are read one by one, what is made of them is read anew")
    func tooMany() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let second = second
        try await begin()

        try await save(in: first) { context in
            for number in 0...1_000 {
                let item = Item(context: context)
                (item.itemName, item.orderingValue) = ("Lamp \(number)", Double(number))
            }
        }

        #expect(!second.itemOrder.isReady)
        #expect(try !Kept(second).hasItems)
        try await second.warm()
        try expectFresh()
    }

    @Test("Where the history does not tell what was written, everything is read anew")
    func forgotten() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let (first, second) = (first, second)
        try await begin()
        try await Author.$name.withValue("Quokka") {
            try await first.write { context in
                try Self.item("Lamp", context).itemName = "Blue lamp"
                try first.save(context)
            }
        }
        try await settle()
        try expectKept()

        #expect(try await first.forgetAuthor("Quokka") == 1)
        try await settle()

        #expect(!second.itemOrder.isReady)
        #expect(try !Kept(second).hasItems)
        for household in [first, second] { try await household.warm() }
        try expectFresh()
        // From then on the next save is taken over again.
        try await save(in: first) { try Self.item("Sofa", $0).itemName = "Red sofa" }
        try expectKept()
        try expectFresh()
    }
}
