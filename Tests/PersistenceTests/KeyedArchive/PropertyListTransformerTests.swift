import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Property lists in transformable attributes")
struct PropertyListTransformerTests {
    private let transformer = PropertyListTransformer()

    /// The value after a round trip through an archive.
    private func copy<Value: Sendable>(_ value: Value) throws -> Value? {
        try transformer.value(from: try transformer.data(from: value)) as? Value
    }

    @Test("Scalar values survive a round trip")
    func plainValues() throws {
        #expect(try copy("text “ü”") == "text “ü”")
        #expect(try copy(42) == 42)
        #expect(try copy(true) == true)
        #expect(try copy(2.5) == 2.5)
        #expect(try copy(Decimal(string: "-12.34")) == Decimal(string: "-12.34"))
        #expect(try copy(Data([1, 2])) == Data([1, 2]))
        let date = Date(timeIntervalSinceReferenceDate: 12_345.5)
        #expect(try copy(date) == date)
        let uuid = UUID()
        #expect(try copy(uuid) == uuid)
        let url = try #require(URL(string: "https://example.com/a?b=c"))
        #expect(try copy(url) == url)
    }

    @Test("Homogeneous arrays, sets and dictionaries keep their types")
    func collections() throws {
        #expect(try copy(["a", "b"]) == ["a", "b"])
        #expect(try copy([3, 1, 2]) == [3, 1, 2])
        #expect(try copy([1.5, 2]) == [1.5, 2])
        #expect(try copy([[String]]([["a"], ["b", "c"]])) == [["a"], ["b", "c"]])
        #expect(try copy(["a": 1, "b": 2]) == ["a": 1, "b": 2])
        #expect(try copy(Set(["x", "y"])) == ["x", "y"])
        #expect(try copy([String]()) == [])
    }

    @Test("A heterogeneous dictionary has members of any type")
    func mixed() throws {
        let value: [String: any Sendable] = ["name": "Ada", "tags": ["x"], "age": 36]

        let read = try transformer.value(from: try transformer.data(from: value))

        let members = try #require(read as? [String: any Sendable])
        #expect(members["name"] as? String == "Ada")
        #expect(members["tags"] as? [String] == ["x"])
        #expect(members["age"] as? Int == 36)
    }

    @Test("The error for an unsupported type names it")
    func unknownType() throws {
        let error = #expect(throws: PropertyListTransformerError.self) {
            try transformer.data(from: 1..<2)
        }

        #expect(error?.reason.contains("Range") == true)
    }

    @Test("An unsupported class is refused by name, without creating an instance")
    func unknownClass() throws {
        var writer = KeyedArchiveWriter()
        let colour = writer.add(["UIColor", "NSObject"], ["UIRed": .real(1)])
        let list = writer.addArray([colour])
        let archive = writer.data(root: list)

        let error = #expect(throws: PropertyListTransformerError.self) {
            try transformer.value(from: archive)
        }

        #expect(error?.reason.contains("UIColor") == true)
        #expect(throws: PropertyListTransformerError.self) {
            try transformer.value(from: Data("nonsense".utf8))
        }
    }

    @Test("A list that contains itself is refused")
    func circle() throws {
        var writer = KeyedArchiveWriter()
        let list = writer.reserve()
        writer.set(list, ["NSArray", "NSObject"], ["NS.objects": .array([list])])

        #expect(throws: PropertyListTransformerError.self) {
            try transformer.value(from: writer.data(root: list))
        }
    }

    @Test("Attributes with Core Data’s transformer, or without one, store property lists")
    func attributes() throws {
        var entity = EntityDescription("Note")
        entity.attributes = ["tags", "numbers", "raw"].map { name in
            var attribute = AttributeDescription(name, .transformable)
            attribute.valueTransformerName = name == "tags" ? "NSSecureUnarchiveFromData" : nil
            return attribute
        }
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Notes.sqlite"
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: [entity]), store: .sqlite(path: path))
        try container.write { context in
            let note = try ManagedObject(entityName: "Note", context: context)
            try note.setValue(["red", "green"], forKey: "tags")
            try note.setValue([1, 2], forKey: "numbers")
            try context.save()
        }
        // An older version of this library wrote values without an archive.
        try RawDatabase(path).run("UPDATE ZNOTE SET ZRAW = x'0102'")

        try container.read { context in
            let note = try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Note")).first)
            #expect(try note.value(forKey: "tags") as? [String] == ["red", "green"])
            #expect(try note.value(forKey: "numbers") as? [Int] == [1, 2])
            #expect(try note.value(forKey: "raw") as? Data == Data([1, 2]))
        }
        let start = try RawDatabase(path).column("SELECT hex(substr(ZTAGS, 1, 8)) FROM ZNOTE")
        #expect(start == ["62706C6973743030"])
        try container.close()
    }
}
