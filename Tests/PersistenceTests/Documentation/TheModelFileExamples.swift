public import Foundation
import ObjectModel
public import Persistence
import Testing

@Suite("The examples of “The model file”")
struct TheModelFileExamples {
    /// The model of the article.
    private static func museum() throws -> ManagedObjectModel {
        try ManagedObjectModel(xml: Data(museumText().utf8), source: "TheModelFile.md")
    }

    private static func museumText() throws -> String {
        let article = try Article("Sources/Persistence/Documentation.docc/TheModelFile.md")
        let parts = article.codeBlocks(in: "xml").map(\.text).joined(separator: "\n")
        return "<model type=\"com.apple.IDECoreDataModeler.DataModel\">\(parts)</model>"
    }

    private static func context() throws -> ManagedObjectContext {
        ManagedObjectContext(try PersistentContainer(model: try museum(), store: .inMemory))
    }

    private static func painting(in context: ManagedObjectContext) throws -> ManagedObject {
        let painting = try ManagedObject(entityName: "Painting", context: context)
        try painting.setValue("Sunflowers", forKey: "title")
        try painting.setValue("AB-1", forKey: "number")
        return painting
    }

    @Test("The model in the article is valid")
    func soundness() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/contents"
        try Self.museumText().write(toFile: path, atomically: true, encoding: .utf8)

        let reading = try ModelReading(contentsOf: path)
        let faults = reading.faults + reading.model.predicateFaults()

        #expect(faults.isEmpty, "\(faults)")
        #expect(reading.model["Work"]?.userInfo["label"] == "Work of art")
        #expect(reading.model["Sculpture"]?.renamingIdentifier == "Statue")
        #expect(reading.model.configurations.map(\.entityNames.count) == [4])
        let sql = try StoreSQL.allSQL(for: reading.model)
        #expect(sql.contains { $0.hasPrefix("CREATE INDEX Z_Work_byAcquired") })
        #expect(sql.contains { $0.hasPrefix("CREATE UNIQUE INDEX Z_Work_UNIQUE_number") })
    }

    @Test("Relationships are created in code, and a class is written by hand")
    func relationshipsInCode() throws {
        var visitor = EntityDescription("Visitor")
        let visits = RelationshipDescription(
            toMany: "visits", "Visit", inverse: "visitor", deleteRule: .cascade)
        visitor.relationships = [visits]
        var visit = EntityDescription("Visit")
        visit.attributes = [AttributeDescription("date", .date, isOptional: false)]
        visit.relationships = [
            RelationshipDescription(
                toOne: "visitor", "Visitor", inverse: "visits", isOptional: false)
        ]
        let model = ManagedObjectModel(entities: [visitor, visit])
        let container = try PersistentContainer(
            model: model, classes: [visitClass], store: .inMemory)
        let context = ManagedObjectContext(container)
        let object = try ManagedObject(entityName: "Visitor", context: context)
        let date = Date(timeIntervalSinceReferenceDate: 7)

        let made = Visit(context: context)
        made.date = date
        try object.mutableSetValue(forKey: "visits").add(made)
        try context.save()

        #expect(try context.fetch(Visit.fetchRequest()).map(\.date) == [date])
    }

    @Test("A model is built in code")
    func code() throws {
        var email = AttributeDescription("email", .string, isOptional: false)
        email.maxValueString = "200"
        email.validationPredicates = [
            ValidationPredicate(format: "SELF CONTAINS '@'", message: "email has no @")
        ]
        var visitor = EntityDescription("Visitor")
        visitor.attributes = [email, AttributeDescription("age", .integer16, isOptional: false)]
        visitor.uniquenessConstraints = [["email"]]
        visitor.indexes = [
            FetchIndexDescription(
                "byAge", elements: [.init(propertyName: "age", isAscending: false)])
        ]
        let model = ManagedObjectModel(entities: [visitor])

        let container = try PersistentContainer(model: model, store: .inMemory)
        let context = ManagedObjectContext(container)
        let ada = try ManagedObject(entityName: "Visitor", context: context)
        try ada.setValue("ada", forKey: "email")
        try ada.setValue(36, forKey: "age")
        #expect(faults { try context.save() }.map(\.reason) == ["email has no @"])
        #expect(model.predicateFaults().isEmpty)
    }

    @Test("A value that violates a rule is a validation error")
    func rules() throws {
        let context = try Self.context()
        var reasons: [String] = []

        do {
            let painting = try ManagedObject(entityName: "Painting", context: context)
            try painting.setValue("Sunflowers", forKey: "title")
            try painting.setValue("no number", forKey: "number")
            try context.save()
        } catch PersistenceError.validation(let faults) {
            reasons = faults.map(\.reason)
        }

        #expect(reasons == ["number does not match its pattern"])
    }

    @Test("Elements of composites and transformable lists are accessed by name")
    func values() throws {
        let context = try Self.context()
        let painting = try Self.painting(in: context)
        var request = FetchRequest<ManagedObject>(entityName: "Work")

        try painting.setValue(73.0, forKey: "size.width")
        request.predicate = try FetchPredicate(format: "size.width > %f", 50.0)
        request.entityName = "Painting"
        try painting.setValue(["yellow", "green"], forKey: "colours")
        try context.save()
        let colours = try painting.value(forKey: "colours") as? [String]

        #expect(colours == ["yellow", "green"])
        #expect(try context.fetch(request) == [painting])
        let other = ManagedObjectContext(context.coordinator)
        let found = try other.existingObject(with: painting.objectID)
        #expect(try found.value(forKey: "colours") as? [String] == ["yellow", "green"])
        #expect(try found.value(forKey: "searchTitle") as? String == "sunflowers")
    }

    @Test("A transformer is passed to the container")
    func transformer() throws {
        struct NotARange: Error {}
        struct RangeTransformer: AttributeTransformer {
            func data(from value: any Sendable) throws -> Data {
                guard let years = value as? ClosedRange<Int> else { throw NotARange() }
                return Data("\(years.lowerBound) \(years.upperBound)".utf8)
            }

            func value(from data: Data) throws -> any Sendable {
                let years = String(decoding: data, as: UTF8.self).split(separator: " ").compactMap {
                    Int($0)
                }
                guard years.count == 2, years[0] <= years[1] else { throw NotARange() }
                return years[0]...years[1]
            }
        }
        var entity = EntityDescription("Epoch")
        entity.attributes = [AttributeDescription("years", .transformable, isOptional: false)]
        entity.attributes[0].valueTransformerName = "Range"
        let model = ManagedObjectModel(entities: [entity])

        let container = try PersistentContainer(
            model: model, store: .inMemory, transformers: ["Range": RangeTransformer()])

        let context = ManagedObjectContext(container)
        let epoch = try ManagedObject(entityName: "Epoch", context: context)
        try epoch.setValue(1600...1750, forKey: "years")
        try context.save()
        let reader = ManagedObjectContext(container)
        let other = try reader.existingObject(with: epoch.objectID)
        #expect(try other.value(forKey: "years") as? ClosedRange<Int> == 1600...1750)
    }

    @Test("Fetch request templates and fetched properties are executed")
    func requests() throws {
        let model = try Self.museum()
        let context = try Self.context()
        let date = Date(timeIntervalSinceReferenceDate: 0)
        let room = try ManagedObject(entityName: "Room", context: context)
        try room.setValue("Hall", forKey: "name")
        let sculpture = try ManagedObject(entityName: "Sculpture", context: context)
        for (key, value) in ["title": "Lion", "number": "CD-2"] {
            try sculpture.setValue(value, forKey: key)
        }
        try sculpture.setValue(900.0, forKey: "weight")
        try sculpture.setValue(date.addingTimeInterval(60), forKey: "acquired")
        try sculpture.setValue(room, forKey: "room")
        try context.save()

        let recent = try model.fetchRequestFromTemplate(
            withName: "Acquired", substitutionVariables: ["SINCE": date], as: ManagedObject.self)
        let heavy = room.fetched("bigWorks", as: ManagedObject.self)
        let same = try room.value(forKey: "bigWorks") as? [ManagedObject]

        #expect(try context.fetch(recent) == [sculpture])
        #expect(heavy == [sculpture] && same == [sculpture])
        #expect(try room.value(forKey: "workCount") as? Int64 == 1)
    }

    @Test("The error for duplicates of a unique value is the one in the article")
    func sharedValue() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Museum.sqlite"
        var older = try Self.museum()
        let work = try #require(older.entities.firstIndex { $0.name == "Work" })
        older.entities[work].uniquenessConstraints = []
        let container = try PersistentContainer(model: older, store: .sqlite(path: path))
        try container.write { context in
            _ = try [Self.painting(in: context), Self.painting(in: context)]
            try context.save()
        }
        try container.close()

        let error = #expect(throws: PersistenceError.self) {
            try PersistentContainer(model: try Self.museum(), store: .sqlite(path: path))
        }

        let shown = "Work.number: it must be unique now, and several records share “AB-1”"
        #expect("\(try #require(error))".contains(shown))
        let article = try SourceTree.text("Sources/Persistence/Documentation.docc/TheModelFile.md")
        #expect(article.contains(shown))
    }
}

public final class Visit: ManagedObject {
    public var date: Date? {
        get { self["date"] }
        set { self["date"] = newValue }
    }
}

let visitClass = ManagedObjectClass(
    entityName: "Visit", objectClass: Visit.self,
    properties: [("date", \Visit.date), ("visitor", nil)])
