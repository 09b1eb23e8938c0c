import ObjectModel
import Testing

struct MergingTests {
    @Test("Entities of several models are merged, common ones once")
    func sameEntity() throws {
        let shared = EntityDescription("Shared")
        let first = ManagedObjectModel(entities: [shared, EntityDescription("A")])
        let second = ManagedObjectModel(entities: [EntityDescription("B"), shared])

        let model = try ManagedObjectModel(merging: [first, second])

        #expect(model.entities.map(\.name) == ["Shared", "A", "B"])
    }

    @Test("Entities that differ only in order and unknown parts are the same")
    func essence() throws {
        var first = EntityDescription("A")
        first.attributes = [.init("a", .string), .init("b", .string)]
        var second = first
        second.attributes.reverse()
        second.unknownXML.attributes = ["syncable": "YES"]

        let model = try ManagedObjectModel(
            merging: [.init(entities: [first]), .init(entities: [second])])

        #expect(model.entities == [first])
    }

    @Test("Entities with the same name that differ are all reported, with their files")
    func differentEntities() {
        var models = ["first", "second"].map { source in
            var model = ManagedObjectModel(
                entities: [EntityDescription("A"), EntityDescription("B")])
            model.source = source
            return model
        }
        models[1].entities[0].attributes = [.init("a", .string)]
        models[1].entities[1].isAbstract = true

        let error = #expect(throws: ModelError.self) { try ManagedObjectModel(merging: models) }

        #expect(error?.faults.map(\.entityName) == ["A", "B"])
        #expect(error?.faults.map(\.file) == ["second", "second"])
    }

    @Test("Configurations are merged; composites, templates and identifiers are copied")
    func otherParts() throws {
        var first = ManagedObjectModel(entities: [EntityDescription("A")])
        first.configurations = [.init("C", entityNames: ["A"])]
        first.versionIdentifiers = ["1"]
        var second = ManagedObjectModel(entities: [EntityDescription("B")])
        second.configurations = [
            .init("C", entityNames: ["A", "B"]), .init("D", entityNames: ["B"]),
        ]
        second.compositeAttributes = [.init("X", attributes: [.init("x", .string)])]
        second.fetchRequestTemplates = [.init(name: "all", entityName: "B")]
        second.versionIdentifiers = ["1", "2"]

        let model = try ManagedObjectModel(merging: [first, second])

        #expect(model.configurations.map(\.name) == ["C", "D"])
        #expect(model.configurations.map(\.entityNames) == [["A", "B"], ["B"]])
        #expect(model.compositeAttributes == second.compositeAttributes)
        #expect(model.fetchRequestTemplates == second.fetchRequestTemplates)
        #expect(model.versionIdentifiers == ["1", "2"])
        #expect(model.check() == [])
    }
}
