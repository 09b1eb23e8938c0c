import Foundation
import ObjectModel
import Persistence
import Synchronization
import Testing

@Suite("Value transformers, on every store")
struct TransformerConformanceTests {
    @Test("A value is stored as its data, and nil as null", arguments: StoreKind.allCases)
    func dataOfValues(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let setup = library.context()
        let (one, two) = (Book(context: setup), Book(context: setup))
        (one.title, two.title) = ("One", "Two")
        one.cover = "blue"
        try setup.save()
        #expect(one.cover == "blue")

        let context = library.context()
        let found = try all(Book.self, by: "title", in: context)

        #expect(found.map(\.cover) == ["blue", nil])
        #expect(try found[0].attributeValue(forKey: "cover") == .data(Data("eulb".utf8)))
        #expect(try found[1].attributeValue(forKey: "cover") == .null)
        found[0].cover = nil
        try context.save()
        let other = library.context()
        #expect(try all(Book.self, by: "title", in: other).map(\.cover) == [nil, nil])
    }

    @Test("A value is transformed once", arguments: StoreKind.allCases)
    func once(kind: StoreKind) throws {
        let transformer = CountingTransformer()
        let container = try PersistentContainer(
            model: Library.model, classes: Library.classes,
            store: kind.description(in: temporaryDirectory()),
            transformers: ["Reversing": transformer])
        let setup = ManagedObjectContext(container)
        let book = Book(context: setup)
        book.title = "One"
        book.cover = "blue"
        try setup.save()
        #expect(transformer.counts == [1, 0])
        #expect(book.cover == "blue")
        #expect(transformer.counts == [1, 0])

        let context = ManagedObjectContext(container)
        let found = try context.existing(book.objectID, as: Book.self)
        #expect(found.cover == "blue")
        #expect(found.cover == "blue")
        #expect(transformer.counts == [1, 1])
        found.title = "Two"
        try context.save()
        #expect(found.cover == "blue")
        #expect(transformer.counts == [1, 1])
        found.cover = "red"
        #expect(found.cover == "red")
        #expect(transformer.counts == [1, 1])
        try container.close()
    }

    @Test("Setting an equal value is not a change", arguments: StoreKind.allCases)
    func equalValue(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        book.cover = "blue"
        try context.save()

        book.cover = "blue"
        try context.save()

        #expect(book.rowVersion == 1)
    }

    @Test("A value that cannot be transformed is a validation error", arguments: StoreKind.allCases)
    func failedStoring(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        try book.setValue(12, forKey: "cover")

        let found = faults { try context.save() }
        #expect(found.map(\.key) == ["cover"])
        #expect(found.map(\.code) == [.managedObjectValidation])
        #expect(found.map(\.entity) == ["Book"])
        book.cover = "blue"
        try context.save()

        #expect(book.cover == "blue")
    }

    @Test("The error of a missing transformer names it", arguments: StoreKind.allCases)
    func missing(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Library.model)
        let context = library.context()
        let book = try context.make("Book")
        try book.setValue("One", forKey: "title")
        try book.setValue("blue", forKey: "cover")

        let found = faults { try context.save() }

        #expect(found.first?.reason.contains("Reversing") == true)
    }

    @Test(
        "Data that cannot be transformed is an error of the next operation",
        arguments: StoreKind.allCases)
    func failedLoading(kind: StoreKind) throws {
        let transformer = CountingTransformer()
        let container = try PersistentContainer(
            model: Library.model, classes: Library.classes,
            store: kind.description(in: temporaryDirectory()),
            transformers: ["Reversing": transformer])
        let setup = ManagedObjectContext(container)
        let book = Book(context: setup)
        book.title = "One"
        book.cover = "broken"
        try setup.save()

        #expect(throws: CountingTransformer.Broken.self) {
            try container.read { try $0.existing(book.objectID, as: Book.self).cover }
        }
        try container.close()
    }

    private func temporaryDirectory() throws -> String {
        let directory = NSTemporaryDirectory() + "transformer-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        return directory
    }
}

/// Counts its transformations in each direction; fails for the data of "broken".
private final class CountingTransformer: AttributeTransformer {
    struct Broken: Error {}
    private let made = Mutex([0, 0])
    var counts: [Int] { made.withLock { $0 } }

    func data(from value: any Sendable) throws -> Data {
        made.withLock { $0[0] += 1 }
        return try ReversingTransformer().data(from: value)
    }

    func value(from data: Data) throws -> any Sendable {
        made.withLock { $0[1] += 1 }
        if data == Data("nekorb".utf8) { throw Broken() }
        return try ReversingTransformer().value(from: data)
    }
}
