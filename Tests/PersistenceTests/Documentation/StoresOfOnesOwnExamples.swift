import Foundation
import ObjectModel
import Persistence
import Testing

struct ListFormat: AtomicStoreFormat {
    static let type = StoreType(rawValue: "List")
    var type: StoreType { Self.type }

    func metadata(in file: Data) throws -> PersistentStoreMetadata {
        guard let identifier = lines(of: file).first else { throw AtomicStoreFault("it is empty") }
        return PersistentStoreMetadata(identifier: identifier)
    }

    func load(_ file: Data, layout: ModelLayout) throws -> AtomicStoreDocument {
        var document = AtomicStoreDocument(metadata: try metadata(in: file), nodes: [])
        let (entity, name) = try ingredient(layout)
        for (number, line) in lines(of: file).enumerated().dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let key = Int64(parts[0]) else {
                throw AtomicStoreFault("line \(number + 1) has no number and name")
            }
            var node = AtomicStoreCacheNode(entity: entity, key: key)
            node.values[name] = .string(String(parts[1]))
            node.place = "line \(number + 1)"
            document.nodes.append(node)
        }
        return document
    }

    func save(_ document: AtomicStoreDocument, layout: ModelLayout) throws -> Data {
        let (_, name) = try ingredient(layout)
        let lines = try document.nodes.map { node in
            guard case .string(let text) = node.values[name], !text.contains("\n") else {
                throw AtomicStoreFault("a list cannot hold the name of \(node.reference.key)")
            }
            return "\(node.reference.key) \(text)"
        }
        return Data(([document.metadata.identifier] + lines).joined(separator: "\n").utf8)
    }

    private func lines(of file: Data) -> [String] {
        String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func ingredient(_ layout: ModelLayout) throws -> (EntityLayout, Int) {
        guard let entity = layout.entity(named: "Ingredient"), let name = entity.slot(named: "name")
        else { throw AtomicStoreFault("the model has no ingredients with names") }
        return (entity, name.number)
    }
}

struct DepotFactory: PersistentStoreFactory {
    static let type = StoreType(rawValue: "Depot")
    let schemes: Set<String> = ["depot"]

    func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        MemoryStore(layout: opening.layout, storeIndex: opening.storeIndex)
    }
}

@Suite("The examples of “Stores of One's Own”")
struct StoresOfOnesOwnExamples {
    private func names(_ container: PersistentContainer) throws -> [String] {
        try container.read { context in
            var request = FetchRequest<Ingredient>()
            request.predicate = try FetchPredicate(format: "name CONTAINS 'a'")
            request.sortDescriptors = [FetchSortDescriptor("name")]
            return try context.fetch(request).compactMap(\.name)
        }
    }

    @Test("A custom file format is opened, saved and reopened")
    func format() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Ingredients"
        let model = try CookbookStore.model()
        try "5A1E0F2C-7C43-4C7A-9A55-3B0D3F6E8B11\n3 Salt\n7 Sugar".write(
            toFile: path, atomically: true, encoding: .utf8)

        PersistentStoreCoordinator.registerStoreClass(ListFormat(), forStoreType: ListFormat.type)
        let container = try PersistentContainer(
            model: model, classes: cookbookModelClasses,
            store: StoreDescription(type: ListFormat.type, path: path))

        #expect(try names(container) == ["Salt", "Sugar"])
        try container.write { context in
            Ingredient(context: context).name = "Basil"
            for salt in try context.fetch(FetchRequest<Ingredient>()) where salt.name == "Salt" {
                context.delete(salt)
            }
            try context.save()
        }
        try container.close()
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "5A1E0F2C-7C43-4C7A-9A55-3B0D3F6E8B11\n7 Sugar\n8 Basil")
        try "5A1E0F2C-7C43-4C7A-9A55-3B0D3F6E8B11\nSalt".write(
            toFile: path, atomically: true, encoding: .utf8)
        #expect {
            try PersistentContainer(
                model: model, classes: [],
                store: StoreDescription(type: ListFormat.type, path: path))
        } throws: { error in
            "\(error)" == "The store \(path) is damaged: line 2 has no number and name."
        }
    }

    @Test("An address is opened by the factory of its scheme")
    func factory() throws {
        let model = try CookbookStore.model()

        PersistentStoreCoordinator.registerStoreFactory(
            DepotFactory(), forStoreType: DepotFactory.type)
        let container = try PersistentContainer(
            model: model, classes: cookbookModelClasses,
            store: StoreDescription(address: "depot://cellar.example.org/jars"))

        try container.write { context in
            Ingredient(context: context).name = "Salt"
            try context.save()
        }
        #expect(try names(container) == ["Salt"])
        try container.close()
    }

    @Test("An unregistered type is refused")
    func unknownType() throws {
        let model = try CookbookStore.model()

        #expect(throws: PersistenceError.self) {
            try PersistentContainer(
                model: model, classes: [],
                store: StoreDescription(type: StoreType(rawValue: "Unheard")))
        }
    }
}
