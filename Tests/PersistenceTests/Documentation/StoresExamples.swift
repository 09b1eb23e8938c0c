import Foundation
import ObjectModel
import Persistence
import Synchronization
import Testing

@Suite("The examples of “Stores”")
struct StoresExamples {
    @Test("The error of a store that cannot be opened has the reason")
    func openFailures() throws {
        let cookbook = try CookbookStore()
        let model = try CookbookStore.model()
        let path = cookbook.directory + "/Text.sqlite"
        try "This is no database, but a text of some length. ".write(
            toFile: path, atomically: true, encoding: .utf8)
        var message = ""

        do {
            let container = try PersistentContainer(
                model: model, classes: cookbookModelClasses, store: .sqlite(path: path))
            try container.close()
        } catch let error as PersistenceError {
            message = error.description
        }

        #expect(message == "The store \(path) cannot be opened: it is not an SQLite database.")
    }

    @Test("A store is opened with options")
    func options() throws {
        let cookbook = try CookbookStore()
        let model = try CookbookStore.model()
        let path = cookbook.directory + "/Options.sqlite"

        let layout = try ModelLayout(model, classes: cookbookModelClasses)
        var description = StoreDescription.sqlite(path: path)
        description.isSynchronousFull = false
        description.sqlite.externalDataThreshold = 1_000_000
        let store = try SQLiteStore(description, layout: layout)
        let coordinator = PersistentStoreCoordinator(layout: layout, stores: [store])
        let context = ManagedObjectContext(coordinator)

        #expect(try context.isPristine())
        try coordinator.close()
    }

    @Test("The SQL in the article creates the store")
    func schema() throws {
        let article = try Article("Sources/Persistence/Documentation.docc/TheStoreFile.md")
        let shown = article.codeBlocks(in: "sql").flatMap(\.lines)

        let statements = try StoreSQL.allSQL(for: try CookbookStore.model())

        #expect(!shown.isEmpty)
        #expect(Set(shown).isSubset(of: statements))
    }

    @Test("A store contains its model")
    func storedModel() throws {
        let cookbook = try CookbookStore()
        let path = cookbook.directory + "/Cookbook.sqlite"

        let model = try SQLiteStore.storedModel(path: path)

        #expect(model.entities.map(\.name).sorted() == ["Cook", "Ingredient", "Recipe", "Step"])
    }

    @Test("Settings and metadata apply to one store")
    func settings() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Plain.sqlite"

        var plain = StoreDescription.sqlite(path: path)
        plain.sqlite.journalMode = .delete
        plain.analyzesWhenOpened = true

        try PersistentContainer(
            model: try CookbookStore.model(), classes: cookbookModelClasses, store: plain
        ).close()
        try PersistentStoreCoordinator.setMetadata(
            ["kitchen": .string("north")], forPersistentStoreAt: path)
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
        let kitchen = metadata.value(forKey: "kitchen")
        #expect(kitchen == .string("north"))
    }

    @Test("Stores are assigned to configurations")
    func severalStores() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Labels.sqlite"
        var model = try CookbookStore.model()
        model.configurations = [ConfigurationDescription("Labels", entityNames: ["Ingredient"])]

        var labels = StoreDescription.sqlite(path: path)
        labels.configuration = "Labels"
        let container = try PersistentContainer(
            model: model, classes: cookbookModelClasses, stores: [labels, .inMemory])

        let context = ManagedObjectContext(container)
        #expect(
            Recipe(context: context).objectID.storeIdentifier
                != container.coordinator.stores[0].identifier)
        let salt = Ingredient(context: context)
        try context.assign(salt, to: container.coordinator.stores[1])
        #expect(
            salt.objectID.storeIdentifier == container.coordinator.stores[1].identifier)
        try container.close()
    }

    @Test("A store is backed up, replaced and destroyed")
    func copies() throws {
        let cookbook = try CookbookStore()
        let container = cookbook.container
        let original = cookbook.directory + "/Cookbook.sqlite"
        let copy = cookbook.directory + "/Copy.sqlite"
        var parts: [Double] = []

        try container.backUp(to: copy) { part in parts.append(part) }
        #expect(parts.last == 1)
        try PersistentStoreCoordinator.replacePersistentStore(
            at: copy, withPersistentStoreFrom: original)
        try PersistentStoreCoordinator.destroyPersistentStore(at: copy)

        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test("An XML store has the lines in the article")
    func xmlStore() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Cookbook.xml"
        let model = try CookbookStore.model()

        let container = try PersistentContainer(
            model: model, classes: cookbookModelClasses, store: .xml(path: path))

        try container.write { context in
            let recipe = Recipe(context: context)
            recipe.title = "Soup"
            try context.save()
            let step = Step(context: context)
            step.text = "Stir"
            step.recipe = recipe
            try context.save()
        }
        try container.close()
        let article = try Article("Sources/Persistence/Documentation.docc/AtomicStores.md")
        let shown = article.codeBlocks(in: "xml").flatMap(\.lines).map { "    \($0)\n" }.joined()
        #expect(shown.count > 100)
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(shown))
    }

    @Test("A store is copied into a store of another type")
    func otherKinds() throws {
        let cookbook = try CookbookStore()
        let original = cookbook.directory + "/Cookbook.sqlite"
        try cookbook.save("Soup", by: "Ada", steps: ["Peel", "Stir"])
        let (xml, copy) = (cookbook.directory + "/Copy.xml", cookbook.directory + "/Copy.sqlite")

        try PersistentStoreCoordinator.migratePersistentStore(at: original, to: xml, type: .xml)
        try PersistentStoreCoordinator.migratePersistentStore(at: xml, to: copy, type: .sqlite)

        #expect(try rankedDump(copy).count == 4)
        expectSame(try rankedDump(copy), try rankedDump(original))
    }

    @Test("Stores are added and removed")
    func changingStores() throws {
        let cookbook = try CookbookStore()
        let coordinator = cookbook.container.coordinator
        let path = cookbook.directory + "/Archive.xml"
        let identifiers = Mutex<[String]>([])

        let observation = coordinator.observeStores { news in
            if news.moment == .didChange { identifiers.withLock { $0 += news.added } }
        }
        let archive = try coordinator.addPersistentStore(with: .xml(path: path))
        try coordinator.remove(archive)

        #expect(identifiers.withLock { $0 } == [archive.identifier])
        observation.cancel()
    }

    @Test("Changes by other processes are observed")
    func others() async throws {
        let cookbook = try CookbookStore()
        let coordinator = cookbook.container.coordinator
        let newsCount = Mutex(0)

        let observation = coordinator.observeOtherWriters {
            // Another process, or another container.
            newsCount.withLock { $0 += 1 }
        }

        let other = try PersistentContainer(
            model: try CookbookStore.model(), classes: cookbookModelClasses,
            store: .sqlite(path: cookbook.directory + "/Cookbook.sqlite"))
        try await other.write { context in
            Recipe(context: context).title = "Bread"
            try context.save()
        }
        for _ in 0..<6_000 where newsCount.withLock({ $0 == 0 }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(newsCount.withLock { $0 } == 1)
        observation.cancel()
        try other.close()
    }
}
