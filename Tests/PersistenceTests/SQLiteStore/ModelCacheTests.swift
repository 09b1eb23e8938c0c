import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct ModelCacheTests {
    @Test(
        "Validation predicates survive the model cache",
        arguments: [
            "SELF > 0", "SELF != 5", "SELF BETWEEN {1, 10}", "(SELF > 1) AND (SELF < 9)",
            "NOT (SELF == 3)", "SELF IN {1, 2, 3}",
        ])
    func rules(format: String) throws {
        var entity = EntityDescription("Thing")
        var attribute = AttributeDescription("number", .integer32, isOptional: false)
        attribute.minValueString = "0"
        attribute.validationPredicates = [.init(format: format, message: "not that number")]
        entity.attributes = [attribute]

        let read = try cached(ManagedObjectModel(entities: [entity]))

        let twin = try #require(read["Thing"]?.attributes.first)
        #expect(twin.minValueString == "0")
        #expect(twin.validationPredicates.map(\.message) == ["not that number"])
        let predicates = try [format, try #require(twin.validationPredicates.first).format].map {
            try FetchPredicate(format: $0)
        }
        #expect(predicates[0] == predicates[1])
    }

    @Test("Index in Spotlight survives the model cache")
    func spotlight() throws {
        let read = try cached(Shelf.model)

        #expect(
            read["Item"]?.attributes.filter(\.isIndexedBySpotlight).map(\.name).sorted()
                == ["notes", "title"])
    }

    @Test("Predicates and variables of fetched properties and templates survive the model cache")
    func requests() throws {
        var model = Library.model
        var template = FetchRequestTemplate(
            name: "Dear", entityName: "Book",
            predicateFormat: "price > $LIMIT AND title CONTAINS[cd] \"x\"")
        template.options = ["fetchLimit": "5"]
        model.fetchRequestTemplates = [template]
        let author = try #require(model.entities.firstIndex { $0.name == "Author" })
        model.entities[author].fetchedProperties = [
            FetchedPropertyDescription(
                "dear",
                fetchRequest: FetchRequestTemplate(
                    name: "fetchedPropertyFetchRequest", entityName: "Book",
                    predicateFormat: "author == $FETCH_SOURCE AND author.name == $FETCH_SOURCE.name"
                ))
        ]

        let read = try cached(model)

        let twin = try #require(read.fetchRequestTemplate(forName: "Dear"))
        #expect(twin.options == ["fetchLimit": "5"])
        #expect(twin.entityName == "Book")
        let property = try #require(read["Author"]?.fetchedProperties.first)
        for (format, original) in [
            (twin.predicateFormat, template.predicateFormat),
            (
                property.fetchRequest.predicateFormat,
                model.entities[author].fetchedProperties[0].fetchRequest.predicateFormat
            ),
        ] {
            #expect(
                try FetchPredicate(format: try #require(format))
                    == FetchPredicate(format: try #require(original)))
        }
    }

    @Test("Partial and expression indexes survive the model cache")
    func indexes() throws {
        var entity = EntityDescription("Thing")
        entity.attributes = [AttributeDescription("stock", .integer32, isOptional: false)]
        var index = FetchIndexDescription(
            "some", elements: [.init(expression: "stock * 2", type: nil)])
        index.partialIndexPredicateFormat = "stock > 3"
        entity.indexes = [index]
        let model = ManagedObjectModel(entities: [entity])

        let read = try cached(model)

        #expect(
            try SQLSchema.make(try ModelLayout(read)).indexes
                == SQLSchema.make(try ModelLayout(model)).indexes)
        #expect(try SQLSchema.make(try ModelLayout(read)).indexes.count == 1)
    }

    @Test("Composite attributes survive the model cache")
    func composites() throws {
        var entity = EntityDescription("Person")
        var home = AttributeDescription("home", .composite)
        home.compositeName = "Address"
        var work = home
        work.name = "work"
        entity.attributes = [home, work]
        var place = AttributeDescription("place", .composite)
        place.compositeName = "Place"
        var model = ManagedObjectModel(entities: [entity])
        model.compositeAttributes = [
            CompositeAttributeDescription(
                "Address",
                attributes: [AttributeDescription("street", .string, isOptional: false), place]),
            CompositeAttributeDescription(
                "Place",
                attributes: [
                    AttributeDescription("latitude", .double, isOptional: false),
                    AttributeDescription("longitude", .double, isOptional: false),
                ]),
        ]

        let read = try cached(model)

        #expect(read.propertySlots(of: "Person") == model.propertySlots(of: "Person"))
        #expect(read.propertySlots(of: "Person").contains("home.place.latitude"))
        #expect(read.hashesForComparison == model.hashesForComparison)
    }

    @Test("An empty composite attribute survives the model cache, and its store can be reopened")
    func emptyComposite() throws {
        var entity = EntityDescription("Person")
        var home = AttributeDescription("home", .composite)
        home.compositeName = "Address"
        entity.attributes = [AttributeDescription("name", .string, isOptional: false), home]
        var model = ManagedObjectModel(entities: [entity])
        model.compositeAttributes = [CompositeAttributeDescription("Address", attributes: [])]

        let read = try cached(model)

        #expect(read.compositeAttributes.map(\.name) == ["Address"])
        #expect(read.propertySlots(of: "Person") == model.propertySlots(of: "Person"))
        #expect(read.hashesForComparison == model.hashesForComparison)
        try expectOpensAgain(model)
    }

    @Test(
        "A derivation expression is decoded in the format of model files",
        arguments: [
            ("count:", "pages", "pages.@count"), ("sum:", "pages.price", "pages.@sum.price"),
            ("max:", "pages.price", "pages.@max.price"), ("canonical:", "name", "canonical:(name)"),
        ])
    func derivations(function: String, path: String, spelling: String) throws {
        var archive = KeyedArchiveWriter()
        let root = archive.addFunction(function, [archive.addKeyPath(path)])
        let data = archive.data(root: root)

        let read = try #require(try KeyedArchiveReader(data).root)

        #expect(ArchivedPredicate.derivation(read) == spelling)
    }

    @Test("All spellings of an unlimited relationship are equal", arguments: [-1, 0, .max])
    func bounds(count: Int) throws {
        var model = Library.model
        let author = try #require(model.entities.firstIndex { $0.name == "Author" })
        model.entities[author].relationships[0].maxCount = count

        #expect(model.entities[author].relationships[0].maxCount == 0)
        #expect(model.check().filter { $0.severity == .error }.isEmpty)
        let read = try cached(model)
        #expect(read.entityVersionHashesByName == Library.model.entityVersionHashesByName)
        try expectOpensAgain(model)
    }

    /// Expects that a store created with a model opens with it again, and with the model in the
    /// store, without a migration.
    private func expectOpensAgain(_ model: ManagedObjectModel) throws {
        let directory = try TemporaryDirectory()
        var store = StoreDescription.sqlite(path: directory.path + "/Store.sqlite")
        store.shouldMigrateStoreAutomatically = false
        for _ in 0..<2 { try open(model, store) }

        let stored = try SQLiteStore.storedModel(path: directory.path + "/Store.sqlite")

        try open(stored, store)
        #expect(stored.hashesForComparison == model.hashesForComparison)
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!left.contains { $0.contains("migration") })
    }

    private func open(_ model: ManagedObjectModel, _ store: StoreDescription) throws {
        try PersistentContainer(
            model: model, classes: [], store: store,
            transformers: ["Reversing": ReversingTransformer()]
        ).close()
    }

    private func cached(_ model: ManagedObjectModel) throws -> ManagedObjectModel {
        try ManagedObjectModel(modelCache: StoreModelCache.encode(model))
    }
}
