import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of tags")
struct TagImportTests {
    /// The tags of all items and customers, and the unused ones.
    private static func tags(_ test: TestHousehold) throws -> [String] {
        try test.household.container.read { context in
            let items = try context.fetch(FetchRequest<Item>()).map { item in
                "\(item.itemName ?? ""): \(item.tagLabels.map(\.name).joined(separator: ", "))"
            }
            let customers = try context.fetch(FetchRequest<Customer>()).map { customer in
                "\(customer.name ?? ""): \(customer.tagNames.sorted().joined(separator: ", "))"
            }
            let free =
                try context.fetch(FetchRequest<Domain.Tag>()).filter(\.items.isEmpty).map {
                    "free \($0.name ?? "")"
                }
                + context.fetch(FetchRequest<CustomerTag>()).filter(\.customers.isEmpty).map {
                    "free \($0.name ?? "")"
                }
            return (items + customers + free).sorted()
        }
    }

    /// Gives an item tags as a person does.
    private static func tag(_ name: String, _ tags: [String], in test: TestHousehold) throws {
        try test.household.container.write { context in
            try TestHousehold.item(name, context).setTags(Domain.Tag.named(tags, in: context))
            try test.household.save(context)
        }
    }

    private static func obstacles(
        _ record: ImportRecord, in test: TestHousehold
    ) async throws -> [String] {
        guard case .refused(_, let obstacles) = try await test.household.undoImport(record.id)
        else { return [] }
        return obstacles
    }

    private static let table = "itemName,tags\nSofa,new\nLamp,\"old, new\"\nChair,\n"

    private static func household() throws -> TestHousehold {
        let test = try TestHousehold()
        try test.add(["Sofa", "Lamp", "Chair"])
        try tag("Sofa", ["old"], in: test)
        try tag("Chair", ["dusty", "old"], in: test)
        return test
    }

    @Test("Existing items get back the tags that an import changed")
    func items() async throws {
        let test = try Self.household()
        let before = try Self.tags(test)

        let record = try await test.importing(Self.table)
        let after = try Self.tags(test)
        let again = try await test.plan(Self.table)
        let obstacles = try await Self.obstacles(record, in: test)

        #expect(before == ["Chair: dusty, old", "Lamp: ", "Sofa: old"])
        #expect(after == ["Chair: ", "Lamp: new, old", "Sofa: new", "free dusty"])
        #expect(again.counts.unchanged == 3)
        #expect(obstacles == [])
        #expect(try Self.tags(test) == before)
    }

    @Test("Tags that were changed since prevent the undo")
    func obstacles() async throws {
        let test = try Self.household()
        let record = try await test.importing(Self.table)
        try Self.tag("Sofa", ["new", "mine"], in: test)
        let after = try Self.tags(test)

        #expect(
            try await Self.obstacles(record, in: test) == ["Item “Sofa”: tags was changed."])
        #expect(try Self.tags(test) == after)
    }

    @Test("Tagging or deleting an imported record since prevents the undo")
    func strangers() async throws {
        let test = try Self.household()
        let record = try await test.importing(
            "itemName,valueInDollars,tags,location\nSofa,5,new,Attic\n")
        let other = try await test.importing("itemName,valueInDollars\nLamp,7\n")
        try await test.household.container.write { context in
            let lamp = try TestHousehold.item("Lamp", context)
            lamp.setTags(try Domain.Tag.named(["new"], in: context))
            lamp.location = try context.fetchFirst(FetchRequest<Location>())
            try test.household.save(context)
        }

        #expect(
            try await Self.obstacles(record, in: test).sorted() == [
                "Item “Lamp” is now in Location “Attic”.",
                "Item “Lamp” now has the tag “new”.",
            ])
        #expect(try await Self.obstacles(other, in: test) == [])
    }

    @Test("A change to an item of which the import changed another value prevents the undo too")
    func otherKeys() async throws {
        let test = try Self.household()
        let record = try await test.importing(
            "itemName,valueInDollars,tags\nSofa,5,new\nLamp,7,\n")
        try Self.tag("Lamp", ["new"], in: test)

        #expect(
            try await Self.obstacles(record, in: test) == ["Item “Lamp” now has the tag “new”."])
    }

    @Test("The undo removes the tags that an import gave customers, and no others")
    func customers() async throws {
        let test = try TestHousehold()
        let ann = try test.addCustomer("Ann", emailid: "ann@example.com", [.line("Mug", 1, "1")])
        try test.addCustomer("Bob", emailid: "bob@example.com", [.line("Mug", 1, "1")])
        try await test.household.container.write { context in
            try #require(try Customer.find(ann, in: context)).take(tags: ["kind"], in: context)
            try test.household.save(context)
        }
        let before = try Self.tags(test)
        let table =
            "name,emailid,tags\nAnn,ann@example.com,regular\n"
            + "Bob,bob@example.com,\"kind; regular\"\n"

        let record = try await test.importing(table)
        let after = try Self.tags(test)
        let obstacles = try await Self.obstacles(record, in: test)

        #expect(before == ["Ann: kind", "Bob: "])
        #expect(after == ["Ann: kind, regular", "Bob: kind, regular"])
        #expect(obstacles == [])
        #expect(try Self.tags(test) == before)
    }

    @Test("A tag of an earlier version with a semicolon stays one; no form makes another")
    func semicolons() async throws {
        let test = try TestHousehold()
        let ann = try test.addCustomer("Ann", emailid: "ann@example.com", [.line("Mug", 1, "1")])
        func tags(_ change: @escaping @Sendable (Customer) throws -> Void) async throws -> [String]
        {
            try await test.household.container.write { context in
                let customer = try #require(try Customer.find(ann, in: context))
                try change(customer)
                try test.household.save(context)
                return customer.tagNames
            }
        }

        let former = try await tags { customer in
            guard let context = customer.managedObjectContext else { return }
            try customer.take(tags: ["red;old", "kind"], in: context)
        }
        let plan = try await test.plan(
            "name,emailid,tags\nAnn,ann@example.com,\"kind, red;old\"\n")
        let typed = try await tags { try $0.take(tagsIn: "red;old, kind, new;big") }
        var card = VCard(name: "Ann")
        card.tags = ["red;old", "big", "far;off"]
        let completed = try await tags { [card] customer in
            guard let context = customer.managedObjectContext else { return }
            _ = try customer.complete(with: card, in: context)
        }

        #expect(former == ["kind", "red;old"])
        #expect(plan.counts.unchanged == 1)
        #expect(typed == ["big", "kind", "new", "red;old"])
        #expect(completed == ["big", "far", "kind", "new", "off", "red;old"])
    }

    @Test("Tags of a long table are removed in parts, also when the import is cancelled")
    func inParts() async throws {
        let test = try TestHousehold(importPartSize: .short)
        let rows = (1...150).map { "Thing \($0),\($0 % 2 == 0 ? "even" : "")\n" }.joined()
        try await test.importing("itemName,tags\n" + rows)
        let before = try Self.tags(test)
        let other =
            "itemName,tags\n"
            + (1...150).map { "Thing \($0),\($0 % 3 == 0 ? "third" : "even")\n" }.joined()

        let record = try await test.importing(other)
        #expect(try Self.tags(test).contains("Thing 120: third"))
        #expect(try await Self.obstacles(record, in: test) == [])
        #expect(try Self.tags(test) == before)

        let file = try ImportFile(Data(other.utf8), named: "test.csv")
        let token = try test.household.imports.keep(file)
        let reference = ProgressReference()
        let progress = ImportProgress { state in
            if state.phase == .importing, state.fraction >= 0.8 { reference.cancel() }
        }
        reference.set(progress)
        await #expect(throws: CancellationError.self) {
            _ = try await test.household.confirmImport(token, digest: nil, progress: progress)
        }
        #expect(try Self.tags(test) == before)
    }
}
