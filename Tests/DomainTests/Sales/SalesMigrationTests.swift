import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

struct SalesMigrationTests {
    @Test("A household from before sales opens with all its data")
    func inventoryOnly() throws {
        let directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try directory.create()
        let (key, date) = try Self.fill(directory)

        let household = try Household(directory: directory)
        defer { try? household.close() }

        try household.container.write { context in
            let item = try #require(try Item.find(key, in: context))
            #expect(item.itemName == "Sofa")
            #expect(item.dateCreated == date)
            #expect(item.valueInDollars == 120)
            #expect(item.assetType?.label == "Seats")
            #expect(item.soldDate == nil)
            #expect(try AssetType.all(in: context).map(\.label) == ["Seats"])
            let draft = SaleDraft(day: .test, lines: [SaleDraft.Line(.item(key))])
            _ = try Customer.add(named: "Ann", firstSale: draft, in: context)
            try household.save(context)
        }
        #expect(
            FileManager.default.fileExists(
                atPath: directory.path + "/Homeowner-before-migration.sqlite"))
    }

    /// Makes a store with only the first version of the inventory's model.
    private static func fill(_ directory: DataDirectory) throws -> (key: UUID, date: Date) {
        let bundle = try ModelFolder.file("Inventory")
        let model = try ManagedObjectModel(contentsOf: bundle + "/Inventory.xcdatamodel")
        let container = try PersistentContainer(
            model: model, classes: [], store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        defer { try? container.close() }
        let (key, date) = (UUID(), Date(timeIntervalSince1970: 1_600_000_000))
        try container.write { context in
            let type = try ManagedObject(entityName: "AssetType", context: context)
            try type.setValue("Seats", forKey: "label")
            let item = try ManagedObject(entityName: "Item", context: context)
            try item.setValue("Sofa", forKey: "itemName")
            try item.setValue(key, forKey: "itemKey")
            try item.setValue(date, forKey: "dateCreated")
            try item.setValue(120, forKey: "valueInDollars")
            try item.setValue(type, forKey: "assetType")
            try context.save()
        }
        return (key, date)
    }
}
