import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Fetch requests in one expression")
struct FetchRequestTests {
    /// Three books of two authors, and one without an author.
    private func library(_ kind: StoreKind) throws -> TestLibrary {
        let library = try TestLibrary(kind)
        try library.container.write { context in
            let authors = ["Ada", "Bo"].map { name in
                let author = Author(context: context)
                author.name = name
                return author
            }
            let rows: [(String, Author?, Int16)] = [
                ("Peas", authors[1], 4), ("Peas", authors[0], 3), ("Beans", authors[1], 2),
                ("Dust", nil, 9),
            ]
            for (title, author, stock) in rows {
                let book = Book(context: context)
                book.title = title
                book.author = author
                book.stock = stock
            }
            try context.save()
        }
        return library
    }

    private func stocks(
        _ library: TestLibrary, _ request: FetchRequest<Book>
    ) throws -> [Int16] {
        try library.container.read { try $0.fetch(request).map(\.stock) }
    }

    @Test(
        "A request has a macro predicate, sort descriptors, a limit and an offset",
        arguments: StoreKind.allCases)
    func macro(kind: StoreKind) throws {
        let library = try library(kind)
        let wanted = "pea"

        let found = try stocks(
            library,
            FetchRequest(
                #Predicate {
                    $0.title?.localizedStandardContains(wanted) ?? false || $0.stock < 3
                },
                sortBy: [SortDescriptor(\.title), SortDescriptor(\.author?.name)]))
        let page = try stocks(
            library,
            FetchRequest(
                sortBy: [SortDescriptor(\.stock, order: .reverse)], limit: 2, offset: 1))

        #expect(found == [2, 3, 4])
        #expect(page == [4, 3])
        try library.container.read { (context) throws in
            let request = FetchRequest<Book>(#Predicate { $0.stock > 2 })
            #expect(try context.count(for: request) == 3)
            #expect(try context.fetchObjectIDs(request).count == 3)
        }
    }

    @Test("A request has an expression or a format string, and prefetched key paths")
    func otherConditions() throws {
        let library = try library(.usual)

        let byExpression = FetchRequest<Book>(
            .key("author.name") == "Bo", sortBy: [SortDescriptor(\.stock)],
            prefetching: [\.author])
        let byFormat = try FetchRequest<Book>(
            format: "title BEGINSWITH %@ AND stock > %d", "Pe", 3, sortBy: [SortDescriptor(\.title)]
        )

        #expect(try stocks(library, byExpression) == [2, 4])
        #expect(try stocks(library, byFormat) == [4])
        try library.container.read { (context) throws in
            #expect(try context.fetch(byExpression).map { $0.author?.name } == ["Bo", "Bo"])
            #expect(throws: FetchPredicateError.self) {
                try context.fetch(FetchRequest<Book>(prefetching: [\.isbn?.count]))
            }
        }
    }

    @Test("A localized standard sort uses a key path", arguments: StoreKind.allCases)
    func localizedStandard(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try library.container.write { context in
            let rows: [(String, Int16)] = [
                ("Box 10", 1), ("box 2", 2), ("œuvre", 3), ("A", 4), ("of", 5), ("Ödland", 6),
            ]
            for (title, stock) in rows {
                let book = Book(context: context)
                book.title = title
                book.stock = stock
                guard title != "A" else { continue }
                let author = Author(context: context)
                author.name = title
                book.author = author
            }
            try context.save()
        }

        let rising = try stocks(
            library, FetchRequest(sortBy: [SortDescriptor(\.title.localizedStandard)]))
        let falling = try stocks(
            library,
            FetchRequest(
                sortBy: [SortDescriptor(\.author?.name.localizedStandard, order: .reverse)]))

        #expect(rising == [4, 2, 1, 6, 3, 5])
        #expect(falling == rising.reversed())
        try library.container.read { context in
            let books = try context.fetch(FetchRequest<Book>())
            let sorted = books.sorted(using: SortDescriptor(\.title.localizedStandard))
            #expect(sorted.map(\.stock) == rising)
        }
    }

    @Test("A request has an entity name and a condition")
    func namedEntity() throws {
        let library = try library(.usual)
        let request = FetchRequest<ManagedObject>(entityName: "Book", .key("author.name") == "Bo")

        #expect(try library.container.read { try $0.count(for: request) } == 2)
    }

    @Test("Conditions and sort orders set later replace those of the initializer")
    func changed() throws {
        let library = try library(.usual)
        var request = FetchRequest<Book>(
            #Predicate { $0.title == "Peas" }, sortBy: [SortDescriptor(\.stock)])
        request.predicate = .key("stock") > 3
        #expect(try stocks(library, request) == [4])

        request.predicate = nil
        request.sortDescriptors = [FetchSortDescriptor("stock", ascending: false)]
        #expect(try stocks(library, request) == [4, 3])
    }

    @Test("Composed key paths are resolved to the names of the model")
    func composedKeyPaths() throws {
        let layout = try ModelLayout(Library.model, classes: Library.classes)

        let byAuthor = try FetchSortDescriptor(SortDescriptor(\Loan.book?.author?.name), in: layout)
        let byTitle = try FetchSortDescriptor(SortDescriptor(\Page.book?.title), in: layout)
        let forPeople = try FetchSortDescriptor(
            SortDescriptor(\Page.book?.title.localizedStandard), in: layout)

        #expect(byAuthor.keyPath == "book.author.name")
        #expect(byTitle == FetchSortDescriptor("book.title"))
        #expect(forPeople == FetchSortDescriptor("book.title", comparison: .localizedStandard))
        #expect(throws: FetchPredicateError.self) {
            try FetchSortDescriptor(SortDescriptor(\Book.title?.count), in: layout)
        }
        #expect(throws: FetchPredicateError.self) {
            try FetchSortDescriptor(
                SortDescriptor(\Book.title?.localizedLowercase.localizedStandard), in: layout)
        }
        // Each is resolved once.
        #expect(
            layout.composedKeys(of: Loan.self).names
                == [\Loan.book?.author?.name: "book.author.name"])
        #expect(
            layout.composedKeys(of: Page.self).names == [
                \Page.book?.title: "book.title",
                \Page.book?.title.localizedStandard: "book.title",
            ])
        #expect(layout.composedKeys(of: Book.self).names == [:])
        let again = try FetchSortDescriptor(SortDescriptor(\Loan.book?.author?.name), in: layout)
        #expect(again == byAuthor)
    }

    @Test("Fetched results keep the sort order of key paths")
    func followed() throws {
        let library = try library(.usual)
        let context = ManagedObjectContext(library.container)
        let controller = FetchedResultsController(
            fetchRequest: FetchRequest<Book>(
                #Predicate { $0.stock < 5 }, sortBy: [SortDescriptor(\.author?.name)]),
            managedObjectContext: context)
        try controller.performFetch()
        #expect(controller.fetchedObjects?.map(\.stock) == [3, 4, 2])

        let book = Book(context: context)
        book.title = "Aaa"
        book.stock = 1
        try context.save()

        #expect(controller.fetchedObjects?.map(\.stock) == [1, 3, 4, 2])
    }

    @Test("A relationship is compared with an object ID", arguments: StoreKind.allCases)
    func objectIDs(kind: StoreKind) throws {
        let library = try library(kind)
        let id = try library.container.read { context in
            try #require(try context.fetchFirst(FetchRequest<Author>(.key("name") == "Bo")))
                .objectID
        }

        let found = try stocks(
            library,
            FetchRequest(
                #Predicate { $0.author?.objectID == id }, sortBy: [SortDescriptor(\.stock)]))

        #expect(found == [2, 4])
    }

    @Test("An object ID is encoded as its URI, and decoded with a coordinator")
    func codableIDs() throws {
        let library = try library(.usual)
        let id = try library.container.read { context in
            try #require(try context.fetchFirst(FetchRequest<Author>(.key("name") == "Bo")))
                .objectID
        }
        let data = try JSONEncoder().encode([id])
        let decoder = JSONDecoder()
        #expect(throws: DecodingError.self) {
            try decoder.decode([ManagedObjectID].self, from: data)
        }

        decoder.userInfo[.persistentStoreCoordinator] = library.container.coordinator

        #expect(try decoder.decode([ManagedObjectID].self, from: data) == [id])
        #expect(throws: DecodingError.self) {
            try decoder.decode(
                [ManagedObjectID].self, from: Data(#"["x-coredata://X/Author/p1"]"#.utf8))
        }
        let context = ManagedObjectContext(library.container)
        #expect(throws: EncodingError.self) {
            try JSONEncoder().encode(Author(context: context).objectID)
        }
    }

    private struct Total: Decodable, Equatable {
        var author: String?
        var books: Int
        var stock: Int16
        var weight: Double
    }

    @Test("Dictionaries are decoded as a type", arguments: StoreKind.allCases)
    func decoding(kind: StoreKind) throws {
        let library = try library(kind)
        let request = DictionaryFetchRequest(
            FetchRequest<Book>(
                #Predicate { $0.stock != 4 }, sortBy: [SortDescriptor(\.author?.name)]),
            columns: [
                ("author", .key("author.name")), ("books", .count),
                ("stock", .sum(.key("stock"))), ("weight", .sum(.key("weight"))),
            ], groupBy: [.key("author.name")])

        let totals = try library.container.read { context in
            try context.fetch(request, as: Total.self)
        }

        #expect(
            totals == [
                Total(author: nil, books: 1, stock: 9, weight: 0.5),
                Total(author: "Ada", books: 1, stock: 3, weight: 0.5),
                Total(author: "Bo", books: 1, stock: 2, weight: 0.5),
            ])
    }

    private struct Stocks: Decodable, Equatable {
        var authors: Int
        var least: Int16
        var most: Int16
        var usual: Double
    }

    @Test("Numbers of all records are one row", arguments: StoreKind.allCases)
    func figures(kind: StoreKind) throws {
        let library = try library(kind)
        let request = DictionaryFetchRequest(
            entityName: "Book", .key("stock") < 9,
            columns: [
                ("authors", .count(.key("author"))), ("least", .min(.key("stock"))),
                ("most", .max(.key("stock"))), ("usual", .average(.key("stock"))),
            ])

        let stocks = try library.container.read { try $0.fetch(request, as: Stocks.self) }

        #expect(stocks == [Stocks(authors: 3, least: 2, most: 4, usual: 3)])
    }

    @Test("Dictionaries and batch deletions of a fetch are of the class’s entity")
    func otherNames() throws {
        var entity = EntityDescription("Note")
        entity.attributes = [AttributeDescription("text", .string)]
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: [entity]),
            classes: [
                ManagedObjectClass(
                    entityName: "Note", objectClass: Memo.self, properties: [("text", \Memo.text)])
            ], store: .inMemory)
        let fetch = FetchRequest<Memo>(#Predicate { $0.text == "a" })
        try container.write { context in
            for text in ["a", "b"] { Memo(context: context).text = text }
            try context.save()

            let texts = try context.fetchDictionaries(
                DictionaryFetchRequest(fetch, columns: [("text", .key("text"))]))
            try context.execute(BatchDeleteRequest(fetchRequest: fetch))

            #expect(texts == [["text": "a"]])
            #expect(try context.fetch(FetchRequest<Memo>()).map(\.text) == ["b"])
        }
    }

    @Test("An expression compares with each of many values", arguments: StoreKind.allCases)
    func anyOfMany(kind: StoreKind) throws {
        let library = try library(kind)
        try library.container.write { context in
            let tag = Tag(context: context)
            tag.label = "red"
            for book in try context.fetch(FetchRequest<Book>(.key("title") == "Peas")) {
                book.tags = [tag]
            }
            try context.save()
        }
        let byStock = [SortDescriptor(\Book.stock)]

        let red = try stocks(
            library, FetchRequest(.any(.key("tags.label") == "red"), sortBy: byStock))
        let error = #expect(throws: FetchPredicateError.self) {
            try stocks(library, FetchRequest(.key("tags.label") == "red"))
        }

        #expect(red == [3, 4])
        #expect(error?.message.contains("has many values") == true)
        #expect(throws: PersistenceError.self) {
            try stocks(library, FetchRequest(prefetching: [\.title]))
        }
    }

    @Test("An error names the key path as far as Swift keeps its names")
    func namedKeyPaths() throws {
        let library = try library(.usual)

        let sort = #expect(throws: FetchPredicateError.self) {
            try stocks(library, FetchRequest(sortBy: [SortDescriptor(\.author?.initial)]))
        }
        let condition = #expect(throws: FetchPredicateError.self) {
            try stocks(library, FetchRequest(#Predicate { $0.author?.initial == "A" }))
        }

        #expect(
            sort?.message == "There is no attribute to sort by behind the key path "
                + "\\Book.author?.<computed (String)>?.")
        #expect(condition?.message.hasSuffix("\\Author.<computed (String)>.") == true)
    }

    @Test("A value of the wrong type and a missing column are decoding errors with their key")
    func decodingFaults() throws {
        struct Small: Decodable { var number: Int8 }
        struct Needed: Decodable { var name: String }
        let row: FetchedDictionary = ["number": 300, "name": .null]

        #expect(throws: DecodingError.self) { try row.decode(Small.self) }
        let error = #expect(throws: DecodingError.self) { try row.decode(Needed.self) }
        guard case .valueNotFound(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["name"])
        let other: FetchedDictionary = ["title": "Peas"]
        #expect(throws: DecodingError.self) { try other.decode(Needed.self) }
    }

    @Test("Values have literals and typed accessors")
    func values() {
        let row: FetchedDictionary = ["pages": 870, "title": "Peas", "weight": 0.5, "lent": true]

        #expect(row["pages"]?.integerValue == 870)
        #expect(row["pages"]?.decimalValue == 870)
        #expect(row["title"] == "Peas")
        #expect(row["title"]?.integerValue == nil)
        #expect(row["weight"]?.doubleValue == 0.5)
        #expect(row["lent"]?.booleanValue == true)
        #expect(AttributeValue.decimal(12).integerValue == 12)
        #expect(AttributeValue.decimal(Decimal(string: "1.5") ?? 0).integerValue == nil)
    }
}

private final class Memo: ManagedObject {
    var text: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }
}

extension Author {
    fileprivate var initial: String { String((name ?? "").prefix(1)) }
}
