import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

struct PlacesMigrationTests {
    @Test("A household from before places opens with all its data")
    func salesAndInventory() async throws {
        let directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try directory.create()
        let model = try ManagedObjectModel(
            merging: ["Inventory", "Sales"].map {
                try ManagedObjectModel(contentsOf: ModelFolder.file($0))
            })
        let former = try PersistentContainer(
            model: model, classes: [], store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        try await former.write { context in
            let product = try ManagedObject(entityName: "Product", context: context)
            try product.setValue("Lamp", forKey: "name")
            try context.save()
        }
        try former.close()

        let household = try Household(directory: directory)
        defer { try? household.close() }

        let library = try PhotoLibrary(household)
        try Data("x".utf8).write(to: URL(fileURLWithPath: directory.photos + "/a.jpg"))
        #expect(try await library.lookAtFolder().addedCount == 1)
        let (products, photos) = try await household.container.read { context in
            (
                try context.fetch(FetchRequest<Product>()).compactMap(\.name),
                try context.fetch(FetchRequest<Photo>()).compactMap(\.title)
            )
        }
        #expect(products == ["Lamp"])
        #expect(photos == ["a.jpg"])
    }
}
