import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Locations")
struct LocationTests {
    /// House › Kitchen › Drawer, House › Attic, Garage.
    private static func household() throws -> TestHousehold {
        let test = try TestHousehold()
        try test.household.container.write { context in
            let house = location("House", in: nil, context)
            let kitchen = location("Kitchen", in: house, context)
            location("Drawer", in: kitchen, context)
            location("Attic", in: house, context)
            location("Garage", in: nil, context)
            try test.household.save(context)
        }
        return test
    }

    @discardableResult
    private static func location(
        _ name: String, in parent: Location?, _ context: ManagedObjectContext
    ) -> Location {
        let location = Location(context: context)
        location.name = name
        location.parent = parent
        return location
    }

    private static func find(_ name: String, _ context: ManagedObjectContext) throws -> Location {
        var request = FetchRequest<Location>()
        request.predicate = try FetchPredicate(format: "name == %@", name)
        return try #require(try context.fetchFirst(request))
    }

    private static func tree(_ test: TestHousehold) throws -> LocationTree {
        try test.household.container.read { try test.household.inventoryCache.locations(in: $0) }
    }

    @Test("Locations are nested, sorted by name among siblings, each with its path")
    func tree() throws {
        let tree = try Self.tree(Self.household())

        #expect(tree.nodes.map(\.name) == ["Garage", "House", "Attic", "Kitchen", "Drawer"])
        #expect(tree.nodes.map(\.depth) == [0, 0, 1, 1, 2])
        let house = try #require(tree.nodes.first { $0.name == "House" })
        let drawer = try #require(tree.nodes.first { $0.name == "Drawer" })
        #expect(tree.within(house.number).map(\.name) == ["House", "Attic", "Kitchen", "Drawer"])
        #expect(tree.children(of: house.number).map(\.name) == ["Attic", "Kitchen"])
        #expect(tree.pathText(to: drawer.number) == "House › Kitchen › Drawer")
        #expect(tree.within(99).isEmpty && tree.path(to: 99).isEmpty)
    }

    @Test(
        "No location contains itself, even indirectly",
        arguments: [("House", "House"), ("House", "Kitchen"), ("House", "Drawer")])
    func rings(name: String, target: String) throws {
        let test = try Self.household()

        #expect(throws: PersistenceError.self) {
            try test.household.container.write { context in
                try Self.find(name, context).parent = Self.find(target, context)
                try test.household.save(context)
            }
        }
        #expect(try Self.tree(test).nodes.count == 5)
    }

    @Test("Two concurrent moves cannot form a cycle")
    func ringsByTwo() throws {
        let test = try Self.household()
        let (first, second) = (
            ManagedObjectContext(test.household.container),
            ManagedObjectContext(test.household.container)
        )
        // Both have read that neither contains the other.
        try Self.find("Attic", first).parent = Self.find("Kitchen", first)
        try Self.find("Kitchen", second).parent = Self.find("Attic", second)
        try test.household.save(first)

        #expect(throws: PersistenceError.self) { try test.household.save(second) }
        #expect(
            try Self.tree(test).nodes.map(\.name)
                == ["Garage", "House", "Kitchen", "Attic", "Drawer"])
    }

    @Test("After many concurrent moves, every location is reachable from the top")
    func manyMoves() async throws {
        let test = try TestHousehold()
        let count = 12
        try await test.household.container.write { context in
            for number in 0..<count { Self.location("L\(number)", in: nil, context) }
            try test.household.save(context)
        }

        await withTaskGroup(of: Void.self) { group in
            for person in 0..<3 {
                group.addTask {
                    var random = SeededNumbers(state: UInt64(person + 1))
                    for _ in 0..<60 {
                        let names = (0..<2).map { _ in "L\((random.next() >> 20) % UInt64(count))" }
                        // A cycle is refused, and changes nothing.
                        try? await test.household.container.write { context in
                            try Self.find(names[0], context).parent = Self.find(names[1], context)
                            try test.household.save(context)
                        }
                    }
                }
            }
        }

        let tree = try Self.tree(test)
        #expect(tree.nodes.count == count)
        #expect(tree.nodes.contains { $0.depth > 1 })
        for node in tree.nodes { #expect(tree.path(to: node.number).first?.parent == nil) }
    }

    @Test("Deleting a location moves its contents to its parent")
    func deletion() throws {
        let test = try Self.household()
        try test.add(["Spoon"])
        try test.household.container.write { context in
            try TestHousehold.item("Spoon", context).location = Self.find("Kitchen", context)
            try test.household.save(context)
        }

        try test.household.container.write { context in
            try Self.find("Kitchen", context).delete(in: context)
            try test.household.save(context)
        }

        let place = try test.household.container.read { context in
            try TestHousehold.item("Spoon", context).location?.name
        }
        let tree = try Self.tree(test)
        let drawer = try #require(tree.nodes.first { $0.name == "Drawer" })
        #expect(place == "House")
        #expect(tree.pathText(to: drawer.number) == "House › Drawer")
    }

    // MARK: - Items in items

    private static func contents(_ test: TestHousehold) throws -> [String] {
        try test.household.container.read { context in
            try context.fetch(FetchRequest<Item>()).map { item in
                "\(item.itemName ?? ""): \(item.location?.name ?? "-") \(item.container?.itemName ?? "-")"
            }.sorted()
        }
    }

    private static func change(
        _ test: TestHousehold, _ body: @Sendable (ManagedObjectContext) throws -> Void
    ) throws {
        try test.household.container.write { context in
            try body(context)
            try test.household.save(context)
        }
    }

    @Test("Contents of an item are at the item’s location, and move with it")
    func containers() throws {
        let test = try Self.household()
        try test.add(["Case", "Box", "Drill"])
        try Self.change(test) { context in
            try TestHousehold.item("Box", context).container = TestHousehold.item("Case", context)
            try TestHousehold.item("Drill", context).container = TestHousehold.item("Box", context)
        }

        try Self.change(test) { context in
            try TestHousehold.item("Case", context).location = Self.find("Garage", context)
        }
        #expect(
            try Self.contents(test) == ["Box: Garage Case", "Case: Garage -", "Drill: Garage Box"])

        // A location that is moved alone has no parent.
        try Self.change(test) { context in
            try TestHousehold.item("Box", context).location = Self.find("Attic", context)
        }
        #expect(
            try Self.contents(test) == ["Box: Attic -", "Case: Garage -", "Drill: Attic Box"])

        // Once back in the case, it is at the case's location.
        try Self.change(test) { context in
            try TestHousehold.item("Box", context).container = TestHousehold.item("Case", context)
        }
        #expect(
            try Self.contents(test) == ["Box: Garage Case", "Case: Garage -", "Drill: Garage Box"])
        #expect(throws: PersistenceError.self) {
            try Self.change(test) { context in
                try TestHousehold.item("Case", context).container = TestHousehold.item(
                    "Drill", context)
            }
        }
    }

    @Test("A case and its contents that are moved concurrently stay together")
    func movedTogether() throws {
        let test = try Self.household()
        try test.add(["Case", "Drill"])
        try Self.change(test) { context in
            try TestHousehold.item("Drill", context).container = TestHousehold.item("Case", context)
        }

        try Self.change(test) { context in
            for name in ["Drill", "Case"] {
                try TestHousehold.item(name, context).location = Self.find("Attic", context)
            }
        }

        #expect(try Self.contents(test) == ["Case: Attic -", "Drill: Attic Case"])
    }
}
