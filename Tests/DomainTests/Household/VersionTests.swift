import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

@Suite("Stores of other versions of the program")
struct VersionTests {
    private let directory = DataDirectory(path: NSTemporaryDirectory() + "versions-\(UUID())")

    @Test("A store with a model of no known version is not opened, and stays unchanged")
    func newerStore() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try makeStore { item in item.attributes.append(.init("smell", .string)) }
        let before = FileManager.default.contents(atPath: directory.store)

        let error = #expect(throws: HouseholdError.self) { try Household(directory: directory) }

        #expect(error?.description.contains("newer version of Homeowner") == true)
        #expect(error?.description.contains("it has Item.smell, which") == true)
        #expect(FileManager.default.contents(atPath: directory.store) == before)
    }

    @Test("A store that a killed program began to create is created by the next one")
    func begunStore() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try directory.create()
        try Data().write(to: URL(fileURLWithPath: directory.store))

        let household = try Household(directory: directory)
        defer { try? household.close() }

        #expect(try household.container.read { try Item.latest(1, in: $0).isEmpty })
        #expect(household.copyBeforeMigration == nil)
    }

    @Test("An older store is copied before it is migrated, and the copy is reported once")
    func olderStore() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try makeStore { item in item.attributes.removeAll { $0.name == "soldDate" } }

        let copies = try (0..<2).map { _ in
            let household = try Household(directory: directory)
            defer { try? household.close() }
            #expect(!household.isNew)
            return household.copyBeforeMigration
        }

        #expect(copies == [directory.path + "/Homeowner-before-migration.sqlite", nil])
        #expect(FileManager.default.fileExists(atPath: copies[0] ?? ""))
    }

    @Test("Items of an earlier version get the sort keys of their names")
    func sortKeys() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try makeStore { item in
            item.attributes.removeAll { $0.name.hasSuffix("SortKey") }
            item.indexes.removeAll { $0.name.hasSuffix("SortKey") }
            for index in item.attributes.indices { item.attributes[index].userInfo = [:] }
        } fill: { context in
            let item = try ManagedObject(entityName: "Item", context: context)
            try item.setValue("Box 2", forKey: "itemName")
            try item.setValue(UUID(), forKey: "itemKey")
            try item.setValue(CalendarDay.test.date, forKey: "dateCreated")
        }

        let household = try Household(directory: directory)
        defer { try? household.close() }
        let key = Data(FetchSortDescriptor.Comparison.localizedStandard.sortKey("Box 10"))
        let earlier = FetchPredicate.comparison(
            FetchComparison(.key("itemNameSortKey"), .less, .constant(.data(key))))
        let names = try household.container.read { context in
            try context.fetch(FetchRequest<Item>(earlier)).map(\.itemName)
        }
        #expect(names == ["Box 2"])
        #expect(try StoreCheck.faults(path: directory.store) == [])
    }

    @Test("A newly created household is new, and is not copied")
    func newStore() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }

        let household = try Household(directory: directory)

        #expect(household.isNew)
        #expect(household.copyBeforeMigration == nil)
        try household.close()
    }

    @Test(
        "Whole quantities of the previous version become decimals with the same totals"
    )
    func salesOfWholePieces() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try makeSalesOfWholePieces()

        let household = try Household(directory: directory)
        defer { try? household.close() }

        try household.container.read { context in
            let line = try #require(try context.fetch(FetchRequest<SaleLine>()).first)
            #expect(line.quantity == 3)
            #expect(line.countedThousandths == 3_000)
            #expect(line.saleDate == CalendarDay.test.date)
            let mug = try #require(line.product)
            #expect(mug.stock == 1_000_000_000_000)
            #expect(mug.lowStock == 5)
            let step = try #require(mug.stockEntries.first)
            #expect(step.change == -3)
            #expect(step.level == 1_000_000_000_000)
            let totals = try household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(totals.quantity == 3)
            #expect(totals.amount == 6)
            #expect(try Sale.miscounted(in: context).isEmpty)
        }
    }

    @Test("Changes of the shopping list in the previous version can be undone and redone")
    func steps() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let keys = [UUID.random(), .random()]
        try makeStore(with: "Groceries 3", without: ["UndoStep"]) { make in
            for (place, key) in keys.enumerated() {
                let item = try make(
                    "GroceryItem", ["key": key, "orderingValue": Double(place)], [:])
                try item.setValue("milk \(place)", forKey: "name")
                let state =
                    #"{"name":"milk \#(place)","quantityText":"1","isTicked":false,"#
                    + #""orderingValue":\#(place)}"#
                let change = #"[{"key":"\#(key)","after":\#(state)}]"#
                _ = try make(
                    "GroceryStep",
                    [
                        "number": Int64(place + 1), "title": "add 1 × milk \(place)",
                        "changes": Data(change.utf8),
                    ], [:])
            }
        }

        let household = try Household(directory: directory)
        defer { try? household.close() }

        let undone = try (0..<3).map { _ in
            try household.container.write { context in
                let outcome = try GroceryUndo(context).undo()
                try household.save(context)
                return outcome
            }
        }
        #expect(undone == [.done("add 1 × milk 1"), .done("add 1 × milk 0"), .none])
        try household.container.write { context in
            #expect(try GroceryItem.all(in: context).isEmpty)
            #expect(try GroceryUndo(context).redo() == .done("add 1 × milk 0"))
            try household.save(context)
            // A new step has the number of the one that can no longer be redone.
            try GroceryItem.add(GroceryEntry(name: "soap"), in: context)
            try household.save(context)
            #expect(try GroceryUndo(context).redoTitle == nil)
            #expect(try GroceryItem.all(in: context).map(\.name) == ["milk 0", "soap"])
            // Another series has the same numbers.
            UndoStep.add(1, to: "other", in: context).changes = Data("[]".utf8)
            try household.save(context)
        }
        #expect(try StoreCheck.faults(path: directory.store) == [])
    }

    private typealias Maker = (
        _ entity: String, _ values: [String: any Sendable], _ records: [String: ManagedObject]
    ) throws -> ManagedObject

    /// Makes a store with a former version of one model.
    private func makeStore(
        with version: String, without later: Set<String> = [], fill: (Maker) throws -> Void
    ) throws {
        try directory.create()
        let name = String(version.prefix { $0 != " " })
        let former = try ManagedObjectModel(contentsOf: ModelFolder.file(name), version: version)
        let names = later.union(former.entities.map(\.name))
        var entities = try Household.model().entities.filter { !names.contains($0.name) }
        entities += former.entities
        for index in entities.indices { entities[index].managedObjectClassName = "ManagedObject" }
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: entities), classes: [],
            store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        try container.write { context in
            try fill { entity, values, records in
                let object = try ManagedObject(entityName: entity, context: context)
                for (key, value) in values { try object.setValue(value, forKey: key) }
                for (key, record) in records { try object.setValue(record, forKey: key) }
                return object
            }
            try context.save()
        }
        try container.close()
    }

    private func makeSalesOfWholePieces() throws {
        try makeStore(with: "Sales 6") { make in
            let mug = try make(
                "Product",
                [
                    "name": "Mug", "price": Decimal(2), "isStocked": true,
                    "stock": Int64(1_000_000_000_000), "lowStock": Int64(5),
                ], [:])
            let sale = try make(
                "Sale",
                [
                    "date": CalendarDay.test.date, "isWalkIn": true, "isCounted": true,
                    "countedQuantity": Int64(3), "countedCents": Int64(600),
                    "countedSales": Int16(1),
                ], [:])
            let line = try make(
                "SaleLine",
                [
                    "quantity": Int32(3), "unitPrice": Decimal(2),
                    "countedQuantity": Int64(3), "countedCents": Int64(600),
                    "countedSales": Int16(1), "date": CalendarDay.test.date,
                ], ["product": mug, "sale": sale])
            _ = try make(
                "StockEntry",
                [
                    "kind": "sold", "change": Int64(-3),
                    "level": Int64(1_000_000_000_000), "date": CalendarDay.test.date,
                ], ["product": mug, "line": line])
        }
    }

    /// Makes a store of the household's model with another entity Item.
    private func makeStore(
        _ change: (inout EntityDescription) -> Void,
        fill: (ManagedObjectContext) throws -> Void = { _ in }
    ) throws {
        try directory.create()
        var entities = try Household.model().entities
        for index in entities.indices { entities[index].managedObjectClassName = "ManagedObject" }
        let index = try #require(entities.firstIndex { $0.name == "Item" })
        change(&entities[index])
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: entities), classes: [],
            store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        try container.write { context in
            try fill(context)
            try context.save()
        }
        try container.close()
    }
}
