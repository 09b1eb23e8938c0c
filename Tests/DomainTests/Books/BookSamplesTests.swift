import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

struct BookSamplesTests {
    @Test("A new household has samples, and deleted samples are not added again")
    func once() throws {
        let test = try TestHousehold()
        let first = try test.household.container.read { try BookSamples.contents(in: $0) }
        #expect(first.categoryCount == 3)
        #expect(first.bookCount == 6)
        #expect(first.pageCount == 15)
        #expect(first.changeCount == 0)
        try test.change { context in
            for book in try context.fetch(FetchRequest<Book>()) { context.delete(book) }
            for category in try BookCategory.all(in: context) { context.delete(category) }
        }
        try test.household.close()

        let second = try Household(directory: test.directory)
        defer { try? second.close() }

        #expect(try second.container.read { try BookSamples.contents(in: $0).isEmpty })
    }

    @Test("Loading the samples again deletes existing books, after saying how many")
    func again() throws {
        let test = try TestHousehold()
        let book = try test.addBook("Atlas", pages: ["a"])
        try test.change { context in try #require(try Book.find(book, in: context)).title = "Map" }
        let before = try test.household.container.read { try BookSamples.contents(in: $0) }
        #expect(before.bookCount == 7)
        #expect(before.pageCount == 16)
        #expect(before.changeCount == 1)

        try test.change { try BookSamples.reload(in: $0) }

        let after = try test.household.container.read { try BookSamples.contents(in: $0) }
        #expect(after.bookCount == 6)
        #expect(after.pageCount == 15)
        #expect(after.changeCount == 0)
        #expect(try test.history(of: book) == [])
        let bargains = try test.household.container.read { context in
            try BookCategory.all(in: context).map { $0.bargainBooks.compactMap(\.title) }
        }
        #expect(
            bargains == [
                ["Soups for Cold Evenings"], ["A Balcony in Four Seasons"], ["Walks of an Hour"],
            ])
    }

    @Test("A household from before these sections opens with all its data, and gets the samples")
    func olderHousehold() throws {
        let directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try directory.create()
        try Self.fill(directory)

        let household = try Household(directory: directory)
        defer { try? household.close() }

        try household.container.write { context in
            #expect(try AssetType.all(in: context).map(\.label) == ["Seats"])
            #expect(try BookSamples.contents(in: context).bookCount == 6)
            let sale = try #require(try context.fetch(FetchRequest<Sale>()).first)
            #expect(sale.customer?.name == "Ann")
            #expect(sale.lines.map(\.unitPrice) == [Decimal(string: "3.5")])
            try GroceryItem.add(GroceryEntry(name: "milk"), in: context)
            try household.save(context)
            #expect(try GroceryUndo(context).undoTitle == "add 1 × milk")
        }
    }

    /// Makes a store with only the models of the inventory and the sales.
    private static func fill(_ directory: DataDirectory) throws {
        let model = try ManagedObjectModel(
            merging: ["Inventory", "Sales"].map {
                try ManagedObjectModel(contentsOf: ModelFolder.file($0))
            })
        let container = try PersistentContainer(
            model: model, classes: inventoryModelClasses + salesModelClasses,
            store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        defer { try? container.close() }
        try container.write { context in
            AssetType(context: context).label = "Seats"
            let draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "3.50")])
            _ = try Customer.add(named: "Ann", firstSale: draft, in: context)
            try context.save()
        }
    }
}
