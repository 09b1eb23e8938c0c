import ObjectModel
import Persistence
import Testing

@Suite("Batch insertions with constraints shared by an entity hierarchy, on every store")
struct BatchFamilyTests {
    /// The codes of all assets are unique; a van is a car.
    private static var model: ManagedObjectModel {
        var asset = EntityDescription("Asset")
        let note = AttributeDescription("note", .string)
        asset.attributes = [AttributeDescription("code", .string, isOptional: false), note]
        asset.uniquenessConstraints = [["code"]]
        return ManagedObjectModel(entities: [
            asset, EntityDescription("Boat", superentityName: "Asset"),
            EntityDescription("Car", superentityName: "Asset"),
            EntityDescription("Van", superentityName: "Car"),
        ])
    }

    private func library(_ kind: StoreKind, _ holder: String) throws -> TestLibrary {
        let library = try TestLibrary(kind, model: Self.model)
        try library.context().execute(
            BatchInsertRequest(entityName: holder, objects: [["code": "1", "note": "old"]]))
        return library
    }

    private func content(_ library: TestLibrary) throws -> [String] {
        var request = FetchRequest<ManagedObject>(entityName: "Asset")
        request.sortDescriptors = [FetchSortDescriptor("code")]
        return try library.context().fetch(request).map { asset in
            let (code, note) = (try asset.text("code") ?? "-", try asset.text("note") ?? "-")
            return "\(asset.objectID.entityName) \(code) \(note) \(asset.rowVersion)"
        }
    }

    private static let policies: [MergePolicy] = [
        .error, .mergeByPropertyObjectTrump, .overwrite, .mergeByPropertyStoreTrump, .rollback,
    ]

    @Test(
        "A conflict with a record of another entity in the hierarchy is refused",
        arguments: StoreKind.allCases,
        [("Asset", "Boat"), ("Car", "Boat"), ("Boat", "Asset"), ("Van", "Car"), ("Car", "Van")])
    func refused(kind: StoreKind, example: (holder: String, inserted: String)) throws {
        let library = try library(kind, example.holder)
        for policy in Self.policies {
            let context = library.context()
            context.mergePolicy = policy
            var request = BatchInsertRequest(
                entityName: example.inserted,
                objects: [["code": "2", "note": "new"], ["code": "1", "note": "new"]])
            request.resultType = .objectIDs

            #expect {
                try context.execute(request)
            } throws: { error in
                "\(error)" == "Another Asset has the same code."
            }

            #expect(try content(library) == ["\(example.holder) 1 old 1"])
        }
    }

    @Test("A conflict with a record of the same entity updates it", arguments: StoreKind.allCases)
    func taken(kind: StoreKind) throws {
        let library = try library(kind, "Van")
        let context = library.context()
        context.mergePolicy = .mergeByPropertyObjectTrump
        var request = BatchInsertRequest(
            entityName: "Van", objects: [["code": "1", "note": "new"], ["code": "2"]])
        request.resultType = .objectIDs

        let result = try context.execute(request)

        #expect(try content(library) == ["Van 1 new 2", "Van 2 - 1"])
        let other = library.context()
        #expect(
            try result.objectIDs.map { try other.existingObject(with: $0).objectID.entityName }
                == ["Van", "Van"])
    }

    @Test(
        "The error of a save with a duplicate value names the entity that declares the constraint",
        arguments: StoreKind.allCases)
    func save(kind: StoreKind) throws {
        let library = try library(kind, "Car")
        let context = library.context()
        let boat = try ManagedObject(entityName: "Boat", context: context)
        try boat.setValue("1", forKey: "code")

        #expect {
            try context.save()
        } throws: { error in
            guard case PersistenceError.constraintConflict("Asset", ["code"]) = error else {
                return false
            }
            return true
        }
    }

    @Test(
        "The error of an update with a duplicate value names the subentity that declares it",
        arguments: StoreKind.allCases)
    func update(kind: StoreKind) throws {
        var model = Self.model
        model.entities[2].attributes = [AttributeDescription("plate", .string, isOptional: false)]
        model.entities[2].uniquenessConstraints = [["plate"]]
        let library = try TestLibrary(kind, model: model)
        let objects: [[String: any Sendable]] = [
            ["code": "1", "plate": "A"], ["code": "2", "plate": "B"],
        ]
        try library.context().execute(BatchInsertRequest(entityName: "Van", objects: objects))
        var request = BatchUpdateRequest(entityName: "Van")
        request.propertiesToUpdate = ["plate": .constant(.string("C"))]

        #expect {
            try library.context().execute(request)
        } throws: { error in
            "\(error)" == "Another Car has the same plate."
        }
    }
}
