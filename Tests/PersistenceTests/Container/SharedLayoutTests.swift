import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct SharedLayoutTests {
    @Test("Stores with a shared layout have separate records and the complete model")
    func stores() throws {
        let cookbook = try CookbookStore()
        let layout = try ModelLayout(CookbookStore.model(), classes: cookbookModelClasses)
        let paths = ["First", "Second"].map { "\(cookbook.directory)/\($0).sqlite" }
        let containers = try paths.map {
            try PersistentContainer(layout: layout, stores: [.sqlite(path: $0)])
        }

        try containers[0].write { context in
            let recipe = Recipe(context: context)
            recipe.title = "Pea soup"
            recipe.minutes = 90
            try context.save()
        }

        let titles = try containers.map { container in
            try container.read { try $0.fetch(FetchRequest<Recipe>()).map(\.title) }
        }
        #expect(titles == [["Pea soup"], []])
        for container in containers { try container.close() }
        for path in paths {
            let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
            #expect(metadata.isCompatible(with: layout.model))
            let stored = try PersistentStoreCoordinator.storedModel(at: path)
            #expect(stored.entities.map(\.name).sorted() == layout.entities.map(\.name).sorted())
        }
    }

    @Test("The model cache is made once for a layout")
    func stored() throws {
        let layout = try ModelLayout(CookbookStore.model(), classes: cookbookModelClasses)

        let first = try layout.modelCache()

        #expect(layout.versionHashes == layout.model.entityVersionHashesByName)
        #expect(try ManagedObjectModel(modelCache: first).entities.count == layout.entities.count)
        let again = try layout.modelCache()
        first.withUnsafeBytes { first in
            again.withUnsafeBytes { #expect(first.baseAddress == $0.baseAddress, "made again") }
        }
    }

    @Test("A store with unknown version hashes is identified by its archived model, once")
    func foreignHashes() throws {
        let cookbook = try CookbookStore()
        let path = cookbook.directory + "/Foreign.sqlite"
        let model = try CookbookStore.model()
        try PersistentContainer(model: model, classes: [], store: .sqlite(path: path)).close()
        let database = try RawDatabase(path)
        var metadata = try StoreMetadata(reading: database.connection)
        metadata.members[StoreMetadata.Key.hashes] = .dictionary([:])
        try metadata.update(database.connection)
        let content = try #require(try StoreModelCache.content(database.connection))
        let layout = try ModelLayout(model)
        #expect(!layout.fits(content))

        let container = try PersistentContainer(layout: layout, stores: [.sqlite(path: path)])

        #expect(layout.fits(content))
        try container.close()
    }
}
