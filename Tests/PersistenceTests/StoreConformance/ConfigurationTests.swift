import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Multiple stores and configurations")
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

    @Test("New objects are assigned to the store whose configuration has their entity")
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

    @Test("Fetches and batch requests apply to all stores")
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

    @Test("A relationship between stores is an error, and nothing is saved")
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

    /// Two stores for all entities, with the books One to Three in the first one, and Four and Five
    /// in the second one.
    private static func shelves(_ directory: TemporaryDirectory) throws -> PersistentContainer {
        let container = try container(directory, [nil, nil])
        let context = ManagedObjectContext(container)
        for (number, title) in ["One", "Two", "Three", "Four", "Five"].enumerated() {
            let book = Book(context: context)
            book.title = title
            book.stock = Int16(number)
            try context.assign(book, to: container.coordinator.stores[number / 3])
        }
        try context.save()
        return container
    }

    @Test("A new object can be assigned to a store")
    func assignment() throws {
        let directory = try TemporaryDirectory()
        let container = try Self.container(directory, [nil, nil, "Labels"])
        let stores = container.coordinator.stores
        let context = ManagedObjectContext(container)
        let author = Author(context: context)
        author.name = "Ada"
        let book = Book(context: context)
        book.title = "One"
        book.author = author

        try context.assign(book, to: stores[1])
        try context.assign(author, to: stores[1])
        try context.save()

        #expect(book.objectID.storeIdentifier == stores[1].identifier)
        #expect(author.objectID.storeIdentifier == stores[1].identifier)
        let other = ManagedObjectContext(container)
        #expect(try all(Book.self, by: "title", in: other).map { $0.author?.name } == ["Ada"])
        #expect(throws: PersistenceError.self) { try context.assign(book, to: stores[0]) }
        let second = Book(context: context)
        #expect(throws: PersistenceError.self) { try context.assign(second, to: stores[2]) }
        try container.close()
    }

    @Test("An object of a child context can be assigned to a store")
    func childAssignment() throws {
        let directory = try TemporaryDirectory()
        let container = try Self.container(directory, [nil, nil])
        let stores = container.coordinator.stores
        let parent = ManagedObjectContext(container)
        let child = ManagedObjectContext(parent: parent)
        let author = Author(context: child)
        author.name = "Ada"

        try child.assign(author, to: stores[1])
        try child.save()
        try parent.save()

        let other = ManagedObjectContext(container)
        let stored = try all(Author.self, by: "name", in: other)
        #expect(stored.map(\.objectID.storeIdentifier) == [stores[1].identifier])
        try container.close()
    }

    @Test(
        "Limit and offset of a count apply across all stores",
        arguments: [(6, 0), (2, 1), (0, 3), (4, 4)])
    func counts(limit: Int, offset: Int) throws {
        let directory = try TemporaryDirectory()
        let container = try Self.shelves(directory)
        var request = FetchRequest<Book>()
        request.fetchLimit = limit
        request.fetchOffset = offset
        let context = ManagedObjectContext(container)
        let child = ManagedObjectContext(parent: context)

        for context in [context, child] {
            #expect(try context.count(for: request) == context.fetch(request).count)
        }

        try container.close()
    }

    @Test("Dictionaries are computed across all stores, without unsaved changes")
    func dictionaries() throws {
        let directory = try TemporaryDirectory()
        let container = try Self.shelves(directory)
        let context = ManagedObjectContext(container)
        try all(Book.self, by: "title", in: context).forEach { $0.stock = 100 }
        var sums = DictionaryFetchRequest(entityName: "Book")
        sums.columns = [
            ("sum", .function("sum:", [.keyPath(["stock"])])),
            ("count", .function("count:", [.keyPath(["title"])])),
        ]
        var titles = DictionaryFetchRequest(entityName: "Book")
        titles.columns = [("title", .keyPath(["title"]))]
        titles.sortDescriptors = [FetchSortDescriptor("title", ascending: false)]
        titles.fetchOffset = 1
        titles.fetchLimit = 3

        let values = try context.fetchDictionaries(titles).map { $0["title"] }

        #expect(
            try context.fetchDictionaries(sums) == [["sum": .integer(10), "count": .integer(5)]])
        #expect(values == ["Three", "One", "Four"].map { .string($0) })
        try container.close()
    }

    @Test("A read-only store can be used next to a writable one")
    func readOnlyStore() throws {
        let directory = try TemporaryDirectory()
        try Self.shelves(directory).close()
        var first = StoreDescription.sqlite(path: directory.path + "/0.sqlite")
        first.isReadOnly = true
        let container = try PersistentContainer(
            model: Self.model, classes: Library.classes,
            stores: [first, .sqlite(path: directory.path + "/1.sqlite")])
        var update = BatchUpdateRequest(entityName: "Book")
        update.propertiesToUpdate = ["stock": .constant(.integer(7))]
        update.predicate = try FetchPredicate(format: "title == 'Five'")

        try container.write { context in
            let book = Book(context: context)
            book.title = "Six"
            #expect(throws: PersistenceError.self) {
                try context.assign(book, to: container.coordinator.stores[0])
            }
            try context.save()
            try context.execute(update)
            update.predicate = nil
            #expect {
                try context.execute(update)
            } throws: { error in
                guard case PersistenceError.readOnly(first.path) = error else { return false }
                return true
            }
            let old = try #require(try all(Book.self, by: "title", in: context).first)
            #expect(old.title == "Five")
        }

        let stocks = try all(Book.self, by: "stock", in: ManagedObjectContext(container)).map {
            "\($0.title ?? "") \($0.stock)"
        }
        #expect(Set(stocks) == ["One 0", "Six 1", "Two 1", "Three 2", "Four 3", "Five 7"])
        try container.close()
    }

    @Test("An unknown configuration is an error")
    func unknown() throws {
        let directory = try TemporaryDirectory()

        let error = #expect(throws: PersistenceError.self) {
            try Self.container(directory, ["Books", "Pictures"])
        }

        #expect("\(try #require(error))".contains("Pictures"))
    }
}
