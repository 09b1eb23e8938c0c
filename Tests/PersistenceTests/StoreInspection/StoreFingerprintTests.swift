import Foundation
import ObjectModel
import Persistence
import PersistenceInspection
import Testing

@Suite("Store fingerprints")
struct StoreFingerprintTests {
    private let directory: TemporaryDirectory
    private let model: ManagedObjectModel

    init() throws {
        directory = try TemporaryDirectory()
        var thing = EntityDescription("Thing")
        thing.attributes = [AttributeDescription("name", .string, isOptional: false)]
        var place = EntityDescription("Place")
        place.attributes = [AttributeDescription("name", .string, isOptional: false)]
        model = ManagedObjectModel(entities: [thing, place])
    }

    private func fingerprint(
        _ type: StoreType, _ names: [String], of entity: String = "Thing"
    ) throws -> StoreFingerprint {
        let path = directory.path + "/\(UUID())"
        let container = try PersistentContainer(
            model: model, store: StoreDescription(type: type, path: path))
        for name in names {
            try container.write { context in
                try ManagedObject(entityName: entity, context: context)
                    .setValue(name, forKey: "name")
                try context.save()
            }
        }
        try container.close()
        return try StoreFingerprint(at: .file(path))
    }

    @Test("Stores of different types with the same records have equal fingerprints")
    func kinds() throws {
        let (first, second) = (
            try fingerprint(.sqlite, ["a", "b"]), try fingerprint(.binary, ["a", "b"])
        )

        #expect(first == second)
        #expect(first.differences(from: second) == [])
        #expect(first.count == 2)
        #expect(first.records.map(\.entity) == ["Thing"])
    }

    @Test("Other values, counts and entities are differences")
    func differences() throws {
        let first = try fingerprint(.sqlite, ["a", "b"])

        let value = try fingerprint(.sqlite, ["a", "c"])
        let number = try fingerprint(.sqlite, ["a"])
        let entity = try fingerprint(.sqlite, ["a", "b"], of: "Place")

        #expect(first.differences(from: value) == ["Thing: the records differ."])
        #expect(first.differences(from: value, countsOnly: true) == [])
        #expect(first.differences(from: number) == ["Thing: 2 records, and 1 there."])
        #expect(
            first.differences(from: entity) == [
                "Place: 0 records, and 2 there.", "Thing: 2 records, and 0 there.",
            ])
    }
}
