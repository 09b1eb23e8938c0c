import Foundation
import ObjectModel
import Persistence
import PersistenceInspection
import Testing

@Suite("Store types of other libraries")
struct StoreFactoryTests {
    private let model: ManagedObjectModel
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        var thing = EntityDescription("Thing")
        thing.attributes = [AttributeDescription("name", .string, isOptional: false)]
        let parent = RelationshipDescription(toOne: "parent", "Thing", inverse: "children")
        let children = RelationshipDescription(toMany: "children", "Thing", inverse: "parent")
        thing.relationships = [parent, children]
        model = ManagedObjectModel(entities: [thing])
        OutsideStoreFactory.register()
    }

    private func address(_ name: String) -> String { "outside://host\(directory.path)/\(name)" }

    private func lines(at location: StoreLocation) throws -> [String] {
        let dump = try StoreDump(at: location)
        var lines: [String] = []
        try dump.forEachLine { lines.append($0) }
        try dump.close()
        return lines
    }

    @discardableResult
    private func insert(_ name: String, _ context: ManagedObjectContext) throws -> ManagedObject {
        let thing = try ManagedObject(entityName: "Thing", context: context)
        try thing.setValue(name, forKey: "name")
        return thing
    }

    @Test("An address is opened by the store type that is registered for its scheme")
    func addresses() throws {
        let address = address("garden")
        var description = try StoreDescription(address: address)
        description.options = OutsideStoreFactory.Options(color: "green")
        let container = try PersistentContainer(
            model: model, stores: [.inMemory, description], readerCount: 3)

        #expect(container.coordinator.stores[1] is OutsideStore)
        let opening = try #require(OutsideStoreFactory.opening(of: address))
        #expect(opening.storeIndex == 1)
        #expect(opening.readerCount == 3)
        #expect(
            opening.description.options as? OutsideStoreFactory.Options
                == OutsideStoreFactory.Options(color: "green"))
        try container.close()
    }

    @Test("The error for an unknown scheme does not contain the password")
    func unknownScheme() throws {
        let error = #expect(throws: PersistenceError.self) {
            try StoreDescription(address: "elsewhere://ada:s3cret@host/home")
        }
        let text = String(describing: error)
        #expect(text.contains("elsewhere://ada@host/home"))
        #expect(!text.contains("s3cret"))
    }

    @Test("A registered factory does not replace a built-in store type")
    func ownKinds() throws {
        PersistentStoreCoordinator.registerStoreFactory(
            OutsideStoreFactory(), forStoreType: .inMemory)
        defer { PersistentStoreCoordinator.unregisterStoreClass(forStoreType: .inMemory) }

        let container = try PersistentContainer(model: model, store: .inMemory)

        #expect(container.coordinator.stores[0] is MemoryStore)
        try container.close()
    }

    @Test("A store copied to an address and back keeps its records and identifier")
    func copies() throws {
        let (first, last) = (directory.path + "/first.sqlite", directory.path + "/last.sqlite")
        let container = try PersistentContainer(model: model, store: .sqlite(path: first))
        try container.write { context in
            let tree = try insert("Tree", context)
            for name in ["Leaf", "Twig", "Fruit"] {
                try insert(name, context).setValue(tree, forKey: "parent")
            }
            try context.save()
            context.delete(try insert("Gone", context))
            try context.save()
        }
        let identifier = container.coordinator.stores[0].identifier
        try container.close()
        let target = try StoreDescription(address: address("copy"))

        try PersistentStoreCoordinator.migratePersistentStore(at: .file(first), to: target)
        try PersistentStoreCoordinator.migratePersistentStore(
            at: target.location, to: .sqlite(path: last))

        let expected = try lines(at: .file(first))
        #expect(expected.count == 4)
        #expect(try lines(at: target.location) == expected)
        #expect(try lines(at: .file(last)) == expected)
        #expect(try StoreCheck.faults(at: .file(last)) == [])
        #expect(
            try PersistentStoreCoordinator.metadataForPersistentStore(at: .file(last)).identifier
                == identifier)
        #expect(try StoreSummary(at: target.location).counts.map(\.count) == [4])
    }

    @Test("A store cannot be copied onto itself")
    func refusals() throws {
        let target = try StoreDescription(address: address("own"))

        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.migratePersistentStore(
                at: target.location, to: target)
        }
        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: StoreLocation.memory)
        }
    }
}
