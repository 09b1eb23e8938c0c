import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Later changes to records of an import")
struct ImportUndoDependentsTests {
    private static func obstacles(
        _ record: ImportRecord, in test: TestHousehold
    ) async throws -> [String] {
        guard case .refused(_, let obstacles) = try await test.household.undoImport(record.id)
        else { return [] }
        return obstacles
    }

    private static let journal = "has a new entry in its stock history."

    @Test("A later stock count prevents the undo, even if it confirmed the stock")
    func counted() async throws {
        let shop = try TestHousehold()
        let record = try await shop.importing("name,price,stock\nMug,1,5\nPan,9,\n", .products)
        let other = try await shop.importing("name,price,stock\nJug,2,7\n", .products)
        try shop.count("Mug", 5)

        let obstacles = try await Self.obstacles(record, in: shop)

        #expect(obstacles.contains("Product “Mug” \(Self.journal)"), "\(obstacles)")
        #expect(!obstacles.contains { $0.contains("Pan") })
        #expect(try await Self.obstacles(other, in: shop) == [])
        #expect(try shop.count(Product.self) == 2)
        #expect(try shop.count(StockEntry.self) == 2)
    }

    @Test("A product sold many times does not hide the other sold products")
    func soldOften() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let record = try await shop.importing("name,price\nJug,1\nPan,9\n", .products)
        for _ in 1...101 { try shop.addSale(to: ann, [.line("Jug", 1, "1")]) }
        try shop.addSale(to: ann, [.line("Pan", 1, "9")])

        #expect(
            try await Self.obstacles(record, in: shop).filter { $0.contains("sold") } == [
                "Product “Jug” was sold.", "Product “Pan” was sold.",
            ])
    }

    @Test("Deleting a record that imported changes referred to prevents the undo")
    func formerOwner() async throws {
        let test = try TestHousehold()
        try await test.importing("itemName,location\nLamp,Shed\n")
        let record = try await test.importing("itemName,location\nLamp,Attic\n")
        try await test.household.container.write { context in
            let shed = try context.fetch(FetchRequest<Location>()).first { $0.name == "Shed" }
            context.delete(try #require(shed))
            try test.household.save(context)
        }

        #expect(
            try await Self.obstacles(record, in: test) == [
                "Item “Lamp”: location was another one, which was deleted."
            ])
        // The rest of the import is undone.
        guard
            case .done(let undone) = try ImportUndo(
                household: test.household, record: record, claim: StoreLease {}
            )
            .finish()
        else {
            Issue.record("It was not taken back")
            return
        }
        #expect(undone.left == ["Item “Lamp”"])
    }

    @Test("Counting a product whose stock the import began prevents the undo; its price does not")
    func begun() async throws {
        let shop = try TestHousehold()
        try await shop.importing("name,price\nMug,1\n", .products)
        let record = try await shop.importing("name,price,stock\nMug,1,5\n", .products)
        let priced = try await shop.importing("name,price\nMug,2\n", .products)
        try shop.count("Mug", 5)

        #expect(
            try await Self.obstacles(record, in: shop).contains("Product “Mug” \(Self.journal)"))
        #expect(try await Self.obstacles(priced, in: shop) == [])
        let price = try await shop.household.container.read {
            try Product.named("Mug", in: $0)?.price
        }
        #expect(price == 1)
        #expect(try shop.count(StockEntry.self) == 2)
    }

    @Test("A quote with a product, and a product added to a category, prevent the undo by name")
    func quoted() async throws {
        let shop = try TestHousehold()
        try await shop.importing("name,price\nPan,9\n", .products)
        let record = try await shop.importing("name,price,category\nMug,1,Pots\n", .products)
        try await shop.household.container.write { context in
            var draft = QuoteDraft(SaleDraft(day: .test, lines: [.line("Mug", 1, "1")]))
            draft.buyerName = "Zoe"
            _ = try Quote.add(draft, in: context)
            try Product.named("Pan", in: context)?.category = ProductCategory.named(
                "Pots", makingIn: context)
            try shop.household.save(context)
        }

        #expect(
            try await Self.obstacles(record, in: shop).sorted() == [
                "Product “Mug” is in a quote.",
                "Product “Pan” is now in the category “Pots”.",
            ])
    }

    @Test("Contents added to an item later prevent the undo; imported ones do not")
    func contents() async throws {
        let test = try TestHousehold()
        let record = try await test.importing("itemName,container\nBox,\nNail,Box\n")
        let other = try await test.importing("itemName,container\nCase,\nSaw,Case\n")
        try test.add(["Hook"])
        try await test.household.container.write { context in
            try TestHousehold.item("Hook", context).container = TestHousehold.item("Box", context)
            try test.household.save(context)
        }

        #expect(
            try await Self.obstacles(record, in: test) == ["Item “Box” has something in it."])
        #expect(try await Self.obstacles(other, in: test) == [])
        #expect(try test.names().sorted() == ["Box", "Hook", "Nail"])
    }

    @Test("Products of a long table are undone with their imported stock")
    func stockInParts() async throws {
        let shop = try TestHousehold()
        let rows = (1...1_200).map { "Thing \($0),1.00,\($0)\n" }.joined()
        let record = try await shop.importing("name,price,stock\n" + rows, .products)
        #expect(try shop.count(StockEntry.self) == 1_200)

        guard case .done(let ended) = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }

        #expect(ended.left == [])
        #expect(try shop.count(Product.self) == 0)
        #expect(try shop.count(StockEntry.self) == 0)
    }
}

extension TestHousehold {
    /// Counts the stock of a product.
    fileprivate func count(_ product: String, _ pieces: Decimal) throws {
        try household.container.write { context in
            try Product.named(product, in: context)?.enter(.counted, pieces, in: context)
            try household.save(context)
        }
    }
}
