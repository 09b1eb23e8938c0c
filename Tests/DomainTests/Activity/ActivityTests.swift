import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("The activity")
struct ActivityTests {
    @Test("Changes are recorded from the first save by a signed-in user on")
    func beginning() async throws {
        let home = try TestHousehold()
        try await Author.$name.withValue("homeowner seed") { try await Self.add("A", to: home) }
        #expect(!home.household.keepsActivity, "there are no accounts yet")
        #expect(FileManager.default.createFile(atPath: home.directory.accounts, contents: nil))
        try await Self.add("B", to: home)
        #expect(!home.household.keepsActivity, "no user has signed in yet")

        try await Author.$name.withValue("Anna") { try await Self.add("C", to: home) }
        try await Self.add("D", to: home)

        #expect(home.household.keepsActivity)
        let all = try await Self.activity(home, ActivityQuery())
        #expect(all.map(\.author) == [nil, "Anna"])
        #expect(all[1].changes.contains { $0.entity == .item && $0.type == .insert })
        // The next run of the program knows of it.
        try home.household.close()
        let again = try Household(directory: home.directory)
        #expect(again.keepsActivity)
        try again.close()
    }

    @Test("Changes are filtered by person, entity, day and page; scripts act for their person")
    func queries() async throws {
        let start = Date.now
        let home = try await Self.home()
        for name in ["Anna", "Annabel", "Anna (token Backup)", "Ben"] {
            try await Author.$name.withValue(name) { try await Self.add("of " + name, to: home) }
        }
        try await Author.$name.withValue("Ben") {
            try await home.household.write { context in
                Product(context: context).name = "Mug"
                try home.household.save(context)
            }
        }
        func authors(_ change: (inout ActivityQuery) -> Void) async throws -> [String?] {
            var query = ActivityQuery()
            change(&query)
            return try await Self.activity(home, query).map(\.author)
        }

        #expect(
            try await authors { _ in }
                == ["Ben", "Ben", "Anna (token Backup)", "Annabel", "Anna", "first"])
        #expect(try await authors { $0.author = "Anna" } == ["Anna (token Backup)", "Anna"])
        #expect(try await authors { $0.entities = [.product] } == ["Ben"])
        #expect(
            try await authors {
                $0.entities = [.item]
                $0.author = "Ben"
            } == ["Ben"])
        #expect(try await authors { $0.entities = [] } == [])
        let now = Date.now
        #expect(try await authors { $0.period = start - 60..<now + 60 }.count == 6)
        #expect(try await authors { $0.period = start - 120..<start - 60 } == [])
        #expect(try await authors { $0.period = now + 60..<now + 120 } == [])
        var query = ActivityQuery()
        query.limit = 4
        let first = try await Self.activity(home, query)
        query.endNumber = first.last?.number
        let rest = try await Self.activity(home, query)
        #expect(first.count == 4 && rest.map(\.author) == ["Anna", "first"])
    }

    @Test("A record lists its own changes, with the names of the changed properties")
    func record() async throws {
        let home = try await Self.home()
        try await Author.$name.withValue("Anna") {
            try await Self.add("Lamp", to: home)
            try await Self.add("Sofa", to: home)
        }
        try await Author.$name.withValue("Ben") {
            try await home.household.write { context in
                for name in ["Lamp", "Sofa"] {
                    try TestHousehold.item(name, context).valueInDollars = 7
                }
                try home.household.save(context)
            }
        }

        let changes = try await home.household.container.read { context in
            try home.household.changes(
                of: TestHousehold.item("Lamp", context), limit: 10, in: context)
        }

        #expect(changes.map(\.author) == ["Ben", "Anna"])
        #expect(changes.map(\.changes.count) == [1, 1])
        #expect(changes[0].changes[0].properties == ["valueInDollars"])
        #expect(
            changes[0].changes[0].values == [
                ValueChange(property: "valueInDollars", old: "0", new: "7")
            ])
        #expect(changes[1].changes[0].type == .insert)
    }

    @Test("Values are recorded as people read them, relationships by name; others are left out")
    func values() async throws {
        let home = try await Self.home()
        try await Author.$name.withValue("Anna") {
            try await home.household.write { context in
                let item = try TestHousehold.item("first", context)
                item.assetType = try context.fetch(FetchRequest<AssetType>())
                    .first { $0.label == "Jewelry" }
                item.purchasePrice = Decimal(string: "9.95")
                item.purchaseDate = CalendarDay(year: 2026, month: 3, day: 4)?.date
                item.hasLifetimeWarranty = true
                item.orderingValue += 1
                item.notes = String(repeating: "n", count: 5_000)
                try home.household.save(context)
            }
        }

        let changes = try await home.household.container.read { context in
            try home.household.changes(
                of: TestHousehold.item("first", context), limit: 1, in: context)
        }

        let values = try #require(changes.first?.changes.first).values
        #expect(
            values.filter { $0.property != "notes" } == [
                ValueChange(property: "assetType", old: nil, new: "Jewelry"),
                ValueChange(property: "hasLifetimeWarranty", old: "no", new: "yes"),
                ValueChange(property: "purchaseDate", old: nil, new: "2026-03-04T00:00:00Z"),
                ValueChange(property: "purchasePrice", old: nil, new: "9.95"),
            ])
        #expect(values.first { $0.property == "notes" }?.new?.count == 201)
        #expect(changes[0].changes[0].properties.contains("orderingValue"))
    }

    @Test("Changes without an author have no values in the history")
    func nobody() async throws {
        let home = try await Self.home()
        try await home.household.write { context in
            try TestHousehold.item("first", context).valueInDollars = 8
            try home.household.save(context)
        }

        let changes = try await home.household.container.read { context in
            try home.household.changes(
                of: TestHousehold.item("first", context), limit: 1, in: context)
        }

        #expect(changes.map(\.author) == [nil])
        #expect(changes.first?.changes.first?.values == [])
    }

    @Test("Erasing a person removes the name from the changes, including values")
    func erasing() async throws {
        let home = try await Self.home()
        let number = try home.addCustomer("Quentin Q. Quokka", emailid: "quokka@example.com")
        let other = try home.addCustomer("Ann Other")
        #expect(try await Self.numbers(home) == [number, other])
        try await Author.$name.withValue("Anna") {
            try await home.household.write { context in
                let customer = try #require(try Customer.find(number, in: context))
                customer.name = "Quentin Quokka-Quoll"
                customer.sales.first?.note = "for Quentin Quokka-Quoll"
                try home.household.save(context)
            }
        }
        let values = try await Self.activity(home, ActivityQuery()).flatMap(\.changes)
            .flatMap(\.values)
        #expect(
            values == [
                ValueChange(
                    property: "name", old: "Quentin Q. Quokka", new: "Quentin Quokka-Quoll")
            ])

        try await Author.$name.withValue("Anna") {
            try await home.household.write { context in
                try #require(try Customer.find(number, in: context)).anonymize(in: context)
                try home.household.save(context)
            }
        }
        try await home.household.erasePersonalData()

        #expect(try await Self.numbers(home) == [other])
        let data = try Data(contentsOf: URL(fileURLWithPath: home.directory.store))
        #expect(data.range(of: Data("Quokka".utf8)) == nil)
        #expect(data.range(of: Data("quokka".utf8)) == nil)
        #expect(data.range(of: Data("Quoll".utf8)) == nil)
    }

    @Test("Forgetting a name removes it from the changes and from the file")
    func forgettingAuthor() async throws {
        let home = try await Self.home()
        for name in ["Quokka", "Quokka (token Backup)", "Quokkabel", "Ben"] {
            try await Author.$name.withValue(name) { try await Self.add("A", to: home) }
        }

        #expect(try await home.household.forgetAuthor("Quokka") == 2)
        #expect(home.household.hasPendingErasure)
        #expect(try await home.household.erasePersonalData())

        #expect(
            try await Self.activity(home, ActivityQuery()).map(\.author)
                == ["Ben", "Quokkabel", Author.removed, Author.removed, "first"])
        #expect(!home.household.hasPendingErasure)
        #expect(try await home.household.forgetAuthor("Quokkabel") == 1)
        try await home.household.erasePersonalData()
        for file in [home.directory.store, home.directory.store + "-wal"] {
            let data = FileManager.default.contents(atPath: file) ?? Data()
            #expect(data.range(of: Data("Quokka".utf8)) == nil, "\(file)")
        }
    }

    @Test("Changes are forgotten after two years")
    func retention() async throws {
        let home = try await Self.home()
        #expect(try await Self.activity(home, ActivityQuery()).count == 1)
        try await home.household.forgetOldActivity()
        #expect(try await Self.activity(home, ActivityQuery()).count == 1)
        try home.household.close()

        let later = try Household(
            directory: home.directory, now: { Date.now + 732 * 86_400 })
        try await later.forgetOldActivity()

        let left = try await later.container.read {
            try later.activity(ActivityQuery(), in: $0).count
        }
        #expect(left == 0)
        try later.close()
    }

    @Test("Nothing is written when no change is that old")
    func nothingOld() async throws {
        let home = try await Self.home()
        let count = home.household.container.coordinator.changeCount

        try await home.household.forgetOldActivity()

        #expect(home.household.container.coordinator.changeCount == count)
    }

    @Test("Forgetting old changes does not change records")
    func forgottenRecords() async throws {
        let home = try await Self.home()
        try home.household.close()
        let later = try Household(
            directory: home.directory, now: { Date.now + 732 * 86_400 })
        let number = later.changes.version(of: [.item])

        try await later.forgetOldActivity()

        #expect(later.changes.version(of: [.item]) == number)
        #expect(later.changes.version == later.container.coordinator.changeCount)
        let left = try await later.container.read {
            try later.activity(ActivityQuery(), in: $0).count
        }
        #expect(left == 0)
        try later.close()
    }

    @Test("Erasing an unmentioned person writes nothing, however often it is tried")
    func erasedAlready() async throws {
        let home = try await Self.home()
        let household = home.household
        let number = try home.addCustomer("Quentin Q. Quokka", emailid: "quokka@example.com")
        try await Author.$name.withValue("Anna") {
            try await household.write { context in
                try #require(try Customer.find(number, in: context)).anonymize(in: context)
                try household.save(context)
            }
        }
        try await household.erasePersonalData()
        let count = household.container.coordinator.changeCount

        // As if a reader had locked the log.
        try household.erasure.add([number])
        #expect(household.hasPendingErasure)
        try await household.erasePersonalData()

        #expect(household.container.coordinator.changeCount == count)
    }

    @Test("A failed save records no change")
    func failure() async throws {
        let home = try await Self.home()
        await #expect(throws: PersistenceError.self) {
            try await Author.$name.withValue("Anna") {
                try await home.household.write { context in
                    let item = try Item.append(in: context)
                    item.itemName = String(repeating: "x", count: 100_000)
                    item.valueInDollars = -1
                    try home.household.save(context)
                }
            }
        }
        #expect(try await Self.activity(home, ActivityQuery()).map(\.author) == ["first"])
    }

    /// A household with an activity.
    private static func home() async throws -> TestHousehold {
        let home = try TestHousehold()
        #expect(FileManager.default.createFile(atPath: home.directory.accounts, contents: nil))
        try await Author.$name.withValue("first") { try await add("first", to: home) }
        return home
    }

    private static func add(_ name: String, to home: TestHousehold) async throws {
        try await home.household.write { context in
            try Item.append(in: context).itemName = name
            try home.household.save(context)
        }
    }

    private static func activity(
        _ home: TestHousehold, _ query: ActivityQuery
    ) async throws -> [Activity] {
        try await home.household.container.read { try home.household.activity(query, in: $0) }
    }

    /// The numbers of the customers with changes in the activity, sorted.
    private static func numbers(_ home: TestHousehold) async throws -> [Int64] {
        var query = ActivityQuery()
        query.entities = [.customer]
        let all = try await activity(home, query)
        return Set(all.flatMap(\.changes).compactMap(\.id.recordNumber)).sorted()
    }
}
