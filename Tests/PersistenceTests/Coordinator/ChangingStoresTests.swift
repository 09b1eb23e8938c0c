import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

@Suite("Adding and removing stores")
struct ChangingStoresTests {
    /// The received notifications.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) {
            lines.withLock { $0.append(line) }
        }
    }

    private let directory: TemporaryDirectory
    private let container: PersistentContainer
    private var coordinator: PersistentStoreCoordinator { container.coordinator }

    init() throws {
        directory = try TemporaryDirectory()
        container = try PersistentContainer(
            model: AtomicZoo.model, store: .sqlite(path: directory.path + "/Zoo.sqlite"))
        try Self.add("Ann", to: container)
    }

    private static func add(_ name: String, to container: PersistentContainer) throws {
        try container.write { context in
            try ManagedObject(entityName: "Keeper", context: context).setValue(name, forKey: "name")
            try context.save()
        }
    }

    private func keepers() throws -> [String] {
        try container.read { try $0.values("name", of: "Keeper") }.sorted()
    }

    private func otherStore() throws -> StoreDescription {
        let description = StoreDescription.xml(path: directory.path + "/Other.xml")
        let other = try PersistentContainer(model: AtomicZoo.model, store: description)
        try Self.add("Ben", to: other)
        try other.close()
        return description
    }

    @Test("Existing contexts see the records of an added store until it is removed")
    func addition() throws {
        let context = ManagedObjectContext(container)
        let request = FetchRequest<ManagedObject>(entityName: "Keeper")
        let before = try context.fetch(request)
        let changeCount = coordinator.changeCount

        let store = try coordinator.addPersistentStore(with: try otherStore())

        let both = try context.fetch(request)
        #expect(before.count == 1 && both.count == 2)
        #expect(try keepers() == ["Ann", "Ben"])
        #expect(coordinator.changeCount > changeCount)
        let ben = try #require(both.first { $0.objectID.storeIdentifier == store.identifier })
        try ben.setValue("Benno", forKey: "name")
        try context.save()
        let uri = ben.objectID.uriRepresentation
        #expect(coordinator.managedObjectID(forURIRepresentation: uri) == ben.objectID)

        try coordinator.remove(store)

        #expect(try keepers() == ["Ann"])
        #expect(coordinator.persistentStores.count == 1)
        #expect(coordinator.managedObjectID(forURIRepresentation: uri) == nil)
        let other = ManagedObjectContext(container)
        for reader in [other, context] {
            #expect(throws: PersistenceError.self) { try reader.existingObject(with: ben.objectID) }
        }
        #expect(throws: PersistenceError.self) { try coordinator.remove(store) }
        try ben.setValue("Bert", forKey: "name")
        #expect(throws: PersistenceError.self) { try context.save() }
        context.reset()
        #expect(try context.fetch(request).count == 1)
        try coordinator.addPersistentStore(with: try otherStore())
        #expect(try keepers() == ["Ann", "Ben", "Benno"])
        try container.close()
    }

    @Test("New objects are assigned to a remaining store")
    func insertion() throws {
        let first = coordinator.stores[0]
        let second = try coordinator.addPersistentStore(with: .inMemory)
        try coordinator.remove(first)

        try Self.add("Cleo", to: container)

        #expect(try keepers() == ["Cleo"])
        #expect(try second.withReadSession { try !$0.isPristine() })
        try container.close()
    }

    @Test("Observers are notified before and after a store is added or removed")
    func notifications() throws {
        let log = Log()
        let observation = coordinator.observeStores { [coordinator] news in
            let count = coordinator.persistentStores.count
            log.add(
                "\(news.moment) +\(news.added.count) -\(news.removed.count), there are \(count)")
        }

        let store = try coordinator.addPersistentStore(with: .inMemory)
        try coordinator.remove(store)

        #expect(
            log.all == [
                "willChange +1 -0, there are 1", "didChange +1 -0, there are 2",
                "willChange +0 -1, there are 2", "didChange +0 -1, there are 1",
            ])
        observation.cancel()
        try coordinator.addPersistentStore(with: .inMemory)
        #expect(log.all.count == 4)
        try container.close()
    }

    @Test("A store is migrated to another type, and its object IDs remain valid")
    func migration() throws {
        let id = try container.read { context in
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Keeper"))[0].objectID
        }
        let log = Log()
        let observation = coordinator.observeStores { news in
            log.add("\(news.moment) \(news.added == news.removed)")
        }

        let store = try coordinator.migratePersistentStore(
            coordinator.stores[0], to: .binary(path: directory.path + "/Zoo.binary"))

        #expect(store is AtomicStore && coordinator.persistentStores.count == 1)
        #expect(log.all == ["willChange true", "didChange true"])
        try container.write { context in
            let keeper = try context.existingObject(with: id)
            try keeper.setValue("Anna", forKey: "name")
            try context.save()
        }
        #expect(try keepers() == ["Anna"])
        observation.cancel()
        try container.close()
        #expect(try dump(directory.path + "/Zoo.sqlite").joined().contains("\"Ann\""))
    }

    @Test("A store that cannot be added changes nothing and posts no notification")
    func refusal() throws {
        let log = Log()
        let observation = coordinator.observeStores { _ in log.add("changed") }
        var description = StoreDescription.inMemory
        description.configuration = "None"

        #expect(throws: PersistenceError.self) {
            try coordinator.addPersistentStore(with: description)
        }
        #expect(throws: PersistenceError.self) {
            try coordinator.addPersistentStore(with: .xml(path: directory.path + "/Zoo.sqlite"))
        }

        #expect(log.all == [] && coordinator.stores.count == 1)
        observation.cancel()
        try container.close()
    }
}
