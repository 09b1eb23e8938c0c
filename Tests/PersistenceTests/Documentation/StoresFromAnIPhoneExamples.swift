import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("The examples of “Opening a store from an iPhone”")
struct StoresFromAnIPhoneExamples {
    /// A copied store with its files, including a write-ahead log that has not been checkpointed.
    private static func copiedStore() throws -> (TemporaryDirectory, ManagedObjectID) {
        let cookbook = try CookbookStore()
        let id = try cookbook.save("Pea soup", by: "Ada", steps: ["Soak the peas"])
        let directory = try TemporaryDirectory()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: cookbook.directory + "/Cookbook.sqlite" + suffix,
                toPath: directory.path + "/Cookbook.sqlite" + suffix)
        }
        return (directory, id)
    }

    @Test("A store is opened read-only with its own model, and is not changed")
    func looking() throws {
        let (directory, _) = try Self.copiedStore()
        let path = directory.path + "/Cookbook.sqlite"
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        var counts: [String: Int] = [:]

        let model = try SQLiteStore.storedModel(path: path)
        var store = StoreDescription.sqlite(path: path)
        store.isReadOnly = true
        let container = try PersistentContainer(model: model, classes: [], store: store)
        for entity in model.entities where !entity.isAbstract {
            let count = try container.read { context in
                try context.count(for: FetchRequest<ManagedObject>(entityName: entity.name))
            }
            counts[entity.name] = count
        }
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)

        try container.close()
        #expect(counts == ["Cook": 1, "Ingredient": 0, "Recipe": 1, "Step": 1])
        #expect(metadata.identifier == container.coordinator.stores[0].identifier)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("Closing the container writes all changes to the main file")
    func changing() throws {
        let (directory, id) = try Self.copiedStore()
        let path = directory.path + "/Cookbook.sqlite"
        let model = try SQLiteStore.storedModel(path: path)

        let container = try PersistentContainer(
            model: model, classes: [], store: .sqlite(path: path))
        try container.write { context in
            context.transactionAuthor = "server"
            let object = try context.existingObject(with: id)
            try object.setValue("Split pea soup", forKey: "title")
            try context.save()
        }
        try container.close()

        let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        #expect((log ?? 0) == 0)
        let reopened = try PersistentContainer(
            model: model, classes: [], store: .sqlite(path: path))
        let object = try ManagedObjectContext(reopened).existingObject(with: id)
        #expect(try object.value(forKey: "title") as? String == "Split pea soup")
        try reopened.close()
    }
}
