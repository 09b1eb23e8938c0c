import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Several stores and configurations")
struct ConfigurationTests {
    private static var model: ManagedObjectModel {
        var model = Library.model
        model.configurations = [
            ConfigurationDescription("Labels", entityNames: ["Tag"]),
            ConfigurationDescription(
                "Books", entityNames: ["Author", "Book", "Novel", "Page", "Loan"]),
        ]
        return model
    }

    private static func container(
        _ directory: TemporaryDirectory, _ configurations: [String?]
    ) throws -> PersistentContainer {
        try PersistentContainer(
            model: model, classes: Library.classes,
            stores: configurations.enumerated().map { number, configuration in
                var store = StoreDescription.sqlite(path: "\(directory.path)/\(number).sqlite")
                store.configuration = configuration
                return store
            })
    }

    @Test("New objects go to the store whose configuration has their entity")
    func insertion() throws {
        let directory = try TemporaryDirectory()
        let container = try Self.container(directory, ["Labels", "Books"])
        let context = ManagedObjectContext(container)
        let tag = Tag(context: context)
        tag.label = "red"
        let author = Author(context: context)
        author.name = "Ada"
        let book = Book(context: context)
        book.title = "One"
        book.author = author
        try context.save()

        let stores = container.coordinator.stores
        #expect(tag.objectID.storeIdentifier == stores[0].identifier)
        #expect(book.objectID.storeIdentifier == stores[1].identifier)
        let count = { (number: Int, table: String) in
            try RawDatabase("\(directory.path)/\(number).sqlite").column(
                "SELECT count(*) FROM \(table)")
        }
        #expect(try count(0, "ZTAG") == ["1"])
        #expect(try count(0, "ZBOOK") == ["0"])
        #expect(try count(1, "ZBOOK") == ["1"])
        let other = ManagedObjectContext(container)
        #expect(try all(Tag.self, by: "label", in: other).map(\.label) == ["red"])
        #expect(try all(Book.self, by: "title", in: other).map { $0.author?.name } == ["Ada"])
        try container.close()
    }

    @Test("Fetches and batch requests look into all stores")
    func everywhere() throws {
        let directory = try TemporaryDirectory()
        let container = try Self.container(directory, ["Labels", "Books"])
        let context = ManagedObjectContext(container)
        var sums = DictionaryFetchRequest(entityName: "Book")
        sums.columns = [("count", .function("count:", [.keyPath(["title"])]))]
        try context.execute(
            BatchInsertRequest(entityName: "Book", objects: [["title": "A"], ["title": "B"]]))

        #expect(try context.fetchDictionaries(sums) == [["count": .integer(2)]])
        var deletion = BatchDeleteRequest(entityName: "Book")
        deletion.resultType = .count
        #expect(try context.execute(deletion).count == 2)
        try container.close()
    }

    @Test("A relationship from one store to another is an error, and nothing is saved")
    func acrossStores() throws {
        let directory = try TemporaryDirectory()
        let container = try Self.container(directory, ["Labels", "Books"])
        let context = ManagedObjectContext(container)
        let tag = Tag(context: context)
        tag.label = "red"
        let book = Book(context: context)
        book.title = "One"
        tag.books = [book]

        let error = #expect(throws: PersistenceError.self) { try context.save() }

        #expect("\(try #require(error))".contains("another store"))
        #expect(tag.objectID.isTemporaryID)
        let other = ManagedObjectContext(container)
        #expect(try other.count(for: FetchRequest<Tag>()) == 0)
        try container.close()
    }

    @Test("A configuration that the model does not have is an error")
    func unknown() throws {
        let directory = try TemporaryDirectory()

        let error = #expect(throws: PersistenceError.self) {
            try Self.container(directory, ["Books", "Pictures"])
        }

        #expect("\(try #require(error))".contains("Pictures"))
    }
}
