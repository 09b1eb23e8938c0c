import Foundation
import Logging
import Persistence
import PostgreSQLServer
import Testing

@testable import Domain
@testable import Web

@Suite("Caches of servers on one database")
struct SharedHouseholdTests {
    private let shared: SharedSite
    private let households: [Household]

    init() throws {
        let shared = try SharedSite()
        self.shared = shared
        households = try (0..<2).map { _ in try Household(directory: shared.directory) }
    }

    private func close() throws {
        for household in households { try household.close() }
    }

    private static func add(_ name: String, value: Int32, to household: Household) throws -> UUID {
        try household.container.write { context in
            let item = try Item.append(in: context)
            item.itemName = name
            item.valueInDollars = value
            try household.save(context)
            return item.key
        }
    }

    /// The items by the positions that a household returns, and in the order of their numbers.
    private static func orders(_ household: Household) throws -> ([String], [String]) {
        try household.container.read { context in
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            let items = try context.fetch(request)
            let places = try items.map { item in
                (
                    try ItemOrder.place(of: item, in: context)?.index ?? -1,
                    item.itemName ?? ""
                )
            }
            return (
                places.sorted { $0.0 < $1.0 }.map(\.1), items.map { $0.itemName ?? "" }
            )
        }
    }

    @Test("A save updates the other server’s order, totals, search, customers and sums")
    func following() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let (first, second) = (households[0], households[1])
        let before = second.changes.version(of: [.item])
        let lamp = try Self.add("Lamp", value: 10, to: first)
        try await waited { second.changes.version(of: [.item]) > before }
        _ = try Self.add("Chair", value: 5, to: second)
        try await waited {
            try await first.container.read {
                try first.inventoryCache.totals(of: ItemQuery(), in: $0).count
            }
                == 2
        }
        for household in households {
            let (memory, store) = try Self.orders(household)
            #expect(memory == ["Lamp", "Chair"])
            #expect(store == memory)
            try await household.container.read { context in
                let totals = try household.inventoryCache.totals(of: ItemQuery(), in: context)
                #expect(totals.count == 2)
                #expect(totals.valueInDollars == 15)
                let found = try HouseholdSearch.find(
                    "lamp", among: [.item], limit: 3, in: context)
                #expect(found.first { $0.entity == .item }?.total == 1)
            }
        }
        let known = second.changes.version(of: [.item])
        try await first.container.write { context in
            let item = try #require(try Item.find(lamp, in: context))
            try ItemOrder.move(item, to: .last, in: context)
            try first.save(context)
        }
        try await waited { second.changes.version(of: [.item]) > known }
        #expect(try Self.orders(second).0 == ["Chair", "Lamp"])
        let sales = try await second.container.read {
            try second.salesFigures.totals(of: SalesPeriod(), in: $0).saleCount
        }
        try await first.container.write { context in
            let day = try #require(CalendarDay(year: 2026, month: 11, day: 21))
            _ = try Sale.add(
                SaleDraft(
                    day: day, lines: [SaleDraft.Line(.productNamed("Lamp"), unitPrice: 2)]),
                in: context)
            try first.save(context)
        }
        try await waited {
            try await second.container.read {
                try second.salesFigures.totals(of: SalesPeriod(), in: $0).saleCount
            } == sales + 1
        }
        try await Self.followCustomer(from: first, to: second)
    }

    @Test("A move is based on the saves of every server")
    func moving() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let names = (0..<6).map { "I\($0)" }
        for name in names { _ = try Self.add(name, value: 1, to: households[0]) }
        for (turn, household) in (households + households + households).enumerated() {
            try await Self.move(to: 1 + turn % 4, in: household)
            // It may not have been notified of that yet.
            try await Self.move(to: 2, in: households[(turn + 1) % 2])
        }
        for household in households {
            let (places, numbers) = try Self.orders(household)
            #expect(places == numbers)
        }
        #expect(try Self.orders(households[0]).1.sorted() == names)
    }

    /// Moves the last item to an index, and checks that all items have the positions
    /// of the store, before and after.
    private static func move(to index: Int, in household: Household) async throws {
        let places = try await household.container.write { context in
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            let items = try context.fetch(request)
            let before = try items.map { try ItemOrder.index(of: $0, in: context) ?? -1 }
            let last = try #require(items.last)
            try ItemOrder.move(last, to: index, in: context)
            try household.save(context)
            let after = try context.fetch(request)
            #expect(after.firstIndex(of: last) == index)
            return try before
                + after.map { try ItemOrder.index(of: $0, in: context) ?? -1 }
        }
        #expect(places == Array(0..<places.count / 2) + Array(0..<places.count / 2))
    }

    /// A customer of one server is in the other's list, and found by a part of the name, also a new one.
    private static func followCustomer(from first: Household, to second: Household) async throws {
        @Sendable func numbers(_ search: String = "") async throws -> [Int64] {
            var query = CustomerQuery()
            query.search = search
            return try await second.container.read { [query] in
                try $0.fetchObjectIDs(query.fetchRequest($0.coordinator)).compactMap(\.recordNumber)
            }
        }
        let known = try await numbers()
        try await first.container.write { context in
            let day = try #require(CalendarDay(year: 2026, month: 11, day: 21))
            _ = try Customer.add(
                named: "Quentin Quokka",
                firstSale: SaleDraft(
                    day: day, lines: [SaleDraft.Line(.productNamed("Lamp"), unitPrice: 2)]),
                in: context)
            try first.save(context)
        }
        try await waited { try await numbers("quok").count == 1 }
        let number = try #require(try await numbers("quok").first)
        #expect(try await numbers().sorted() == (known + [number]).sorted())
        try await first.container.write { context in
            try Customer.find(number, in: context)?.name = "Quentin Kiwi"
            try first.save(context)
        }
        try await waited { try await numbers("kiwi") == [number] }
        #expect(try await numbers("quok") == [])
    }

    @Test("Unaffected entities keep their version when another server saves")
    func unconcerned() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let (first, second) = (households[0], households[1])
        let former = second.changes.version(of: [.item, .assetType])
        _ = try Self.add("Lamp", value: 10, to: first)
        try await waited { try Self.orders(second).1 == ["Lamp"] }
        // A read may be newer than the last notification.
        try await waited { second.changes.version(of: [.item, .assetType]) > former }
        try await waited { second.changes.version == second.container.coordinator.changeCount }
        let version = second.changes.version(of: [.item, .assetType])
        let number = second.changes.version
        try await first.container.write { context in
            let grocery = GroceryItem(context: context)
            grocery.name = "Milk"
            try first.save(context)
        }
        try await waited { second.changes.version > number }
        #expect(second.changes.version(of: [.item, .assetType]) == version)
    }

    @Test("Servers drop their caches when one of them erases an author")
    func forgetting() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let (first, second) = (households[0], households[1])
        try await Author.$name.withValue("Quokka") {
            try await first.write { context in
                try Item.append(in: context).itemName = "Lamp"
                try first.save(context)
            }
        }
        try await waited { try Self.orders(second).1 == ["Lamp"] }
        try await waited { second.changes.version == second.container.coordinator.changeCount }
        let versions = households.map { $0.changes.version(of: [.item]) }
        // Erasing an unknown name does nothing.
        #expect(try await first.forgetAuthor("Nobody") == 0)
        #expect(first.changes.version(of: [.item]) == versions[0])

        #expect(try await first.forgetAuthor("Quokka") == 1)

        #expect(first.changes.version(of: [.item]) > versions[0])
        try await waited { second.changes.version(of: [.item]) > versions[1] }
        for household in households {
            let authors = try await household.container.read { context in
                try household.activity(ActivityQuery(), in: context).compactMap(\.author)
            }
            #expect(authors == [Author.removed])
        }
    }

    @Test("Forgetting old activity changes no record, not even with the next save")
    func forgettingOld() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let first = households[0]
        try await Author.$name.withValue("Quokka") {
            try await first.write { context in
                try Item.append(in: context).itemName = "Lamp"
                try first.save(context)
            }
        }
        let later = try Household(
            directory: shared.directory, now: { Date.now + 732 * 86_400 })
        defer { #expect(throws: Never.self) { try later.close() } }
        let version = later.changes.version(of: [.customer])

        try await later.forgetOldActivity()
        try await later.container.write { context in
            GroceryItem(context: context).name = "Milk"
            try later.save(context)
        }

        #expect(later.changes.version(of: [.customer]) == version)
        let authors = try await later.container.read { context in
            try later.activity(ActivityQuery(), in: context).compactMap(\.author)
        }
        #expect(!authors.contains("Quokka"))
    }

    @Test("A server does not complete the erasure that another one has in progress")
    func erasing() throws {
        defer { #expect(throws: Never.self) { try close() } }
        let path = shared.directory.erasure
        let notes = try (0..<2).map { _ in try PendingErasure(path: path, isShared: true) }
        try notes[0].add([1, 2])
        try notes[1].add([3])
        #expect(notes[0].pending == [1, 2])
        try notes[0].remove([1, 2])
        #expect(notes[0].pending == nil)
        // A server that starts now continues with the rest.
        #expect(try PendingErasure(path: path, isShared: true).pending == [3])
        try notes[1].remove([3])
        #expect(try PendingErasure(path: path, isShared: true).pending == nil)
    }

    @Test("Photos that one server imported are not imported again by another")
    func photographs() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let folder = households[0].directory.photos + "/Rome"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let picture = try TestPicture.data()
        for name in ["a.jpg", "b.jpg"] {
            try picture.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        let taken = try await PhotoLibrary(households[0]).lookAtFolder()
        #expect(taken.addedCount == 2)
        let again = try await PhotoLibrary(households[1]).lookAtFolder()
        #expect(again.isEmpty)
    }

    @Test("A server that lost its lease on the photos acquires it again, or waits")
    func followingPhotographs() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        let server = try TestServer.shared()
        let holders =
            "FROM pg_locks WHERE locktype = 'advisory' AND pid IN "
            + "(SELECT pid FROM pg_stat_activity WHERE application_name = '\(shared.name)')"
        func holder() throws -> String? { try server.run("SELECT max(pid) \(holders)") }
        var service = try PhotoLibraryService(
            sources: PhotoSourceStates(PhotoLibrary(households[0])),
            logger: Logger(label: "test"), household: households[0])
        service.pause = .milliseconds(20)
        let following = Task { [service] in try await service.run() }
        try await waited { try holder() != "" }
        let first = try holder()

        try server.run("SELECT pg_terminate_backend(pid) \(holders)")

        try await waited { try holder() != "" && holder() != first }
        following.cancel()
        try await following.value
        try await waited { try holder() == "" }
    }

    @Test("After any concurrent saves, the caches of two servers equal the store")
    func walking() async throws {
        defer { #expect(throws: Never.self) { try close() } }
        for number in 0..<8 { _ = try Self.add("I\(number)", value: 1, to: households[0]) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, household) in households.enumerated() {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(index + 1))
                    for step in 0..<60 {
                        try Self.change(household, "\(index) \(step)", &random)
                        // A reader in between caches its result.
                        _ = try Self.orders(household)
                        try await household.container.read { context in
                            _ = try household.inventoryCache.totals(of: ItemQuery(), in: context)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for household in households {
            // The last notification comes a moment later.
            try await waited {
                let (memory, store) = try Self.orders(household)
                let (kept, fresh) = try await household.container.read { context in
                    let totals = try household.inventoryCache.totals(of: ItemQuery(), in: context)
                    let items = try context.fetch(FetchRequest<Item>())
                    return (
                        [totals.count, Int(totals.valueInDollars)],
                        [items.count, items.reduce(0) { $0 + Int($1.valueInDollars) }]
                    )
                }
                return memory == store && kept == fresh
            }
        }
        let (first, second) = (try Self.orders(households[0]).0, try Self.orders(households[1]).0)
        #expect(first == second)
        #expect(Set(first).count == first.count)
    }

    private static func change(
        _ household: Household, _ name: String, _ random: inout SeededGenerator
    ) throws {
        let (choice, place) = (
            Int.random(in: 0..<10, using: &random), Int.random(in: 0..<8, using: &random)
        )
        try household.container.write { context in
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            let items = try context.fetch(request)
            guard let item = items.isEmpty ? nil : items[place % items.count] else { return }
            switch choice {
            case 0:
                let new = try Item.append(in: context)
                new.itemName = name
                new.valueInDollars = 3
            case 1 where items.count > 4: context.delete(item)
            case 2...4: item.valueInDollars += 7
            default: try ItemOrder.move(item, to: (place * 3) % items.count, in: context)
            }
            try household.save(context)
        }
    }
}

/// Random numbers with a seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
