import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("SQL statements, on the stores that support them")
struct SQLConformanceTests {
    private static let key = UUID()
    private static let day = Date(timeIntervalSinceReferenceDate: 800_000_000.25)

    /// Three books of two authors, one of them a novel, with tags.
    private func library(_ kind: StoreKind = .usual) throws -> TestLibrary {
        let library = try TestLibrary(kind)
        try library.container.write { context in
            let authors = ["Ada", "Bo"].map { name in
                let author = Author(context: context)
                author.name = name
                return author
            }
            let tags = ["garden", "soup"].map { label in
                let tag = Tag(context: context)
                tag.label = label
                return tag
            }
            let rows: [(Book, String, Author, Int16, [Tag])] = [
                (Book(context: context), "Peas", authors[0], 4, tags),
                (Book(context: context), "Beans", authors[1], 2, [tags[0]]),
                (Novel(context: context), "Dust", authors[1], 9, []),
            ]
            for (book, title, author, stock, tags) in rows {
                book.title = title
                book.author = author
                book.stock = stock
                book.price = Decimal(stock) / 10
                book.tags = Set(tags)
                book.weight = 0.25
            }
            rows[0].0.key = Self.key
            rows[0].0.published = Self.day
            try context.save()
        }
        return library
    }

    private struct Total: Decodable, Equatable {
        var name: String?
        var books: Int
        var stock: Int16
        var meanWeight: Double
    }

    @Test("SQL supports model names, bound values, groups, and mixed-case column aliases")
    func totals() throws {
        let library = try library()
        let least = 1
        let start = "B"

        let totals = try library.container.read { context in
            try context.fetch(
                sql: """
                    SELECT a.\(column: \Author.name) AS name, COUNT(*) AS books,
                        SUM(b.\(column: \Book.stock)) AS stock,
                        AVG(b.\(column: \Book.weight)) AS meanWeight
                    FROM \(entity: Book.self) b
                    JOIN \(entity: "Author") a
                        ON a.\(column: \Author.objectID) = b.\(column: "author", of: "Book")
                    WHERE b.\(column: \Book.stock) > \(least) OR a.\(column: \Author.name) >= \(start)
                    GROUP BY a.\(column: \Author.objectID), a.\(column: \Author.name)
                    HAVING COUNT(*) >= \(least)
                    ORDER BY a.\(column: \Author.name); -- the end
                    """, as: Total.self)
        }

        #expect(
            totals == [
                Total(name: "Ada", books: 1, stock: 4, meanWeight: 0.25),
                Total(name: "Bo", books: 2, stock: 11, meanWeight: 0.25),
            ])
    }

    private struct Values: Decodable, Equatable {
        var key: UUID?
        var published: Date?
        var price: Decimal
        var weight: Double
        var isFew: Bool
        var number: Int64
    }

    @Test("Values have the types of their properties, also computed ones")
    func types() throws {
        let library = try library()
        let few: Int16 = 3

        let (all, latest, dearest, names) = try library.container.read { context in
            (
                try context.fetch(
                    sql: """
                        SELECT \(column: "key", of: "Book") AS key,
                            \(column: \Book.published) AS published, \(column: \Book.price) AS price,
                            \(column: \Book.weight) AS weight, \(column: \Book.stock) < \(few) AS isFew,
                            \(column: \Book.objectID) AS number
                        FROM \(entity: Book.self) ORDER BY \(column: \Book.stock)
                        """, as: Values.self),
                try context.fetch(
                    sql: "SELECT MAX(\(column: \Book.published)) FROM \(entity: Book.self)",
                    as: Date.self),
                try context.fetch(
                    sql: "SELECT MAX(\(column: \Book.price)) FROM \(entity: Book.self)",
                    as: Decimal?.self),
                try context.fetch(
                    sql: "SELECT \(column: \Author.name) FROM \(entity: Author.self) ORDER BY 1",
                    as: String.self)
            )
        }

        let numbers = try library.container.read { context in
            try context.fetch(FetchRequest<Book>(sortBy: [SortDescriptor(\.stock)]))
                .map { try #require($0.objectID.recordNumber) }
        }
        #expect(
            all == [
                Values(
                    price: Decimal(string: "0.2") ?? 0, weight: 0.25, isFew: true,
                    number: numbers[0]),
                Values(
                    key: Self.key, published: Self.day, price: Decimal(string: "0.4") ?? 0,
                    weight: 0.25, isFew: false, number: numbers[1]),
                Values(
                    price: Decimal(string: "0.9") ?? 0, weight: 0.25, isFew: false,
                    number: numbers[2]),
            ])
        #expect(latest == [Self.day])
        #expect(dearest == [Decimal(string: "0.9")])
        #expect(names == ["Ada", "Bo"])
    }

    @Test("Values are bound as parameters, including lists of any length")
    func values() throws {
        let library = try library()
        try library.container.write { context in
            let book = Book(context: context)
            book.title = "'); DROP TABLE x; -- ? $1"
            book.stock = 1
            try context.save()
        }
        func titles(_ condition: SQL) throws -> [String] {
            try library.container.read { context in
                try context.fetch(
                    sql: """
                        SELECT \(column: \Book.title) FROM \(entity: Book.self)
                        WHERE \(condition) ORDER BY \(column: \Book.stock)
                        """, as: String.self)
            }
        }
        let none: String? = nil
        let ada = try library.container.read { context in
            try #require(try context.fetchFirst(FetchRequest<Author>(.key("name") == "Ada")))
                .objectID
        }

        #expect(
            try titles("\(column: \Book.title) = \("'); DROP TABLE x; -- ? $1")")
                == ["'); DROP TABLE x; -- ? $1"])
        #expect(
            try titles("\(column: \Book.title) IN \(["Peas", "Dust", "?"])") == ["Peas", "Dust"])
        #expect(try titles("\(column: \Book.stock) IN \([2, 4])") == ["Beans", "Peas"])
        #expect(try titles("\(column: \Book.stock) IN \(Set([9]))") == ["Dust"])
        #expect(try titles("\(column: "key", of: "Book") IN \([Self.key])") == ["Peas"])
        #expect(
            try titles("\(column: \Book.published) IN \([Self.day, Date.distantPast])") == ["Peas"])
        #expect(try titles("\(column: \Book.published) <= \(Self.day)") == ["Peas"])
        #expect(try titles("\(column: \Book.price) = \(Decimal(string: "0.2"))") == ["Beans"])
        #expect(try titles("\(column: \Book.author) = \(ada)") == ["Peas"])
        #expect(try titles("\(column: \Book.author) IN \([ada])") == ["Peas"])
        #expect(try titles("\(column: \Book.title) = \(none)") == [])
        #expect(try titles("\(column: \Book.title) NOT IN \([String]())").count == 4)
        #expect(try titles("\(column: \Book.stock) NOT IN \([Int]())").count == 4)
        #expect(try titles("\(column: "key", of: "Book") IN \([UUID]())") == [])
        #expect(try titles("\(column: \Book.published) IN \([Date]())") == [])
        #expect(try titles("\(column: \Book.price) IN \([Decimal]())") == [])
        #expect(try titles("\(column: \Book.weight) IN \([Double]())") == [])
    }

    @Test("Objects are in the order of the statement, and have the context’s changes")
    func objects() throws {
        let library = try library()
        let context = library.context()
        let peas = try #require(
            try context.fetchFirst(FetchRequest<Book>(.key("title") == "Peas")))
        peas.title = "Pea"
        let beans = try #require(
            try context.fetchFirst(FetchRequest<Book>(.key("title") == "Beans")))
        let new = Book(context: context)
        new.title = "New"
        let all: SQL = """
            SELECT \(column: \Book.objectID) FROM \(entity: Book.self) WHERE \(column: \Book.title) <> 'Pea'
            ORDER BY \(column: \Book.stock) DESC
            """

        let found = try context.fetch(sql: all, as: Book.self)

        #expect(found.map(\.title) == ["Dust", "Pea", "Beans"])
        #expect(found[1] === peas && found[0] is Novel)
        context.delete(beans)
        #expect(try context.fetch(sql: all, as: Book.self).map(\.title) == ["Dust", "Pea"])
        let child = ManagedObjectContext(parent: context)
        #expect(try child.fetch(sql: all, as: Book.self).map(\.title) == ["Dust", "Pea"])
        #expect(throws: PersistenceError.self) {
            try context.fetch(
                sql: "SELECT \(column: \Book.title) FROM \(entity: Book.self)", as: Book.self)
        }
    }

    @Test("A subentity has only its own records, and a join table has two columns")
    func names() throws {
        let library = try library()
        try library.container.read { (context) throws in
            let novels = try context.fetch(
                sql: "SELECT n.\(column: "title", of: "Novel") FROM \(entity: Novel.self) n",
                as: String.self)
            let garden = try context.fetch(
                sql: """
                    SELECT b.\(column: \Book.objectID) FROM \(entity: Book.self) b
                    JOIN \(joinTable: \Book.tags) p ON p.source = b.\(column: \Book.objectID)
                    JOIN \(entity: Tag.self) t ON t.\(column: \Tag.objectID) = p.destination
                    WHERE t.\(column: \Tag.label) = \("garden") ORDER BY b.\(column: \Book.title)
                    """, as: Book.self)
            let counts = try context.fetch(
                sql: """
                    SELECT COUNT(*) FROM \(joinTable: "books", of: "Tag") p GROUP BY p.source
                    ORDER BY 1
                    """, as: Int.self)

            #expect(novels == ["Dust"])
            #expect(garden.map(\.title) == ["Beans", "Peas"])
            #expect(counts == [1, 2])
        }
    }

    @Test("Unsaved changes are ignored, and a closure’s saves are included")
    func savedValues() throws {
        let library = try library()
        let count: SQL = "SELECT COUNT(*) FROM \(entity: Book.self)"

        let counts = try library.container.write { context in
            let book = Book(context: context)
            book.title = "New"
            let before = try context.fetch(sql: count, as: Int.self)
            try context.save()
            return before + (try context.fetch(sql: count, as: Int.self))
        }

        #expect(counts == [3, 4])
    }

    private static let writing: [SQL] = [
        "UPDATE \(entity: Book.self) SET \(column: \Book.stock) = 0",
        "DELETE FROM \(entity: Book.self)",
        "DROP TABLE \(entity: Book.self)",
        "COMMIT",
        "ROLLBACK",
        "SET TRANSACTION READ WRITE",
        "PRAGMA journal_mode = DELETE",
        "/* SELECT */ -- SELECT\n DELETE FROM \(entity: Book.self)",
        "SELECT 1; DELETE FROM \(entity: Book.self)",
        "SELECT 1; SELECT 2",
        "WITH old AS (SELECT 1) DELETE FROM \(entity: Book.self)",
        "WITH old AS (DELETE FROM \(entity: Book.self) RETURNING 1) SELECT * FROM old",
        "SELECT * FROM nowhere",
        "",
    ]

    @Test("A statement that writes or is invalid is refused, and the closure can continue")
    func refusals() throws {
        let library = try library()
        for sql in Self.writing {
            #expect(throws: (any Error).self, "\(sql)") {
                try library.container.read { try $0.fetch(sql: sql, as: Int.self) }
            }
        }

        try library.container.write { (context) throws in
            for sql in Self.writing {
                #expect(throws: (any Error).self, "\(sql)") {
                    try context.fetch(sql: sql, as: Int.self)
                }
            }
            let book = Book(context: context)
            book.title = "After"
            try context.save()
        }

        try library.container.read { (context) throws in
            #expect(throws: (any Error).self) {
                try context.fetch(sql: "SELECT nonsense", as: Int.self)
            }
            #expect(try context.count(for: FetchRequest<Book>(.key("stock") > 0)) == 4)
        }
    }

    #if POSTGRESQL
        @Test("A function that writes is refused")
        func functions() throws {
            let library = try library()
            try library.container.write { (context) throws in
                #expect(throws: (any Error).self) {
                    try context.fetch(sql: "SELECT lo_create(0)", as: Int.self)
                }
                #expect(throws: PersistenceError.self) {
                    try context.fetch(sql: "SELECT CAST('2026-11-28' AS date)", as: String.self)
                }
                let names = try context.fetch(
                    sql: "SELECT CAST('a' AS varchar(3)) UNION ALL SELECT CAST('b' AS name)",
                    as: String.self)
                #expect(names == ["a", "b"])
                try Author(context: context).setValue("Cy", forKey: "name")
                try context.save()
            }
        }
    #else
        @Test("A question mark is an unbound parameter, and a value within quotes is refused")
        func marks() throws {
            let library = try library()
            try library.container.read { (context) throws in
                for sql in ["SELECT ?", "SELECT '\(1)'"] as [SQL] {
                    #expect(throws: PersistenceError.self) {
                        try context.fetch(sql: sql, as: String.self)
                    }
                }
                #expect(try context.fetch(sql: "SELECT '?'", as: String.self) == ["?"])
            }
        }
    #endif

    @Test("Errors have the statement, or the name missing from the model")
    func errors() throws {
        let library = try library()
        func message(_ sql: SQL) throws -> String {
            let error = #expect(throws: (any Error).self) {
                try library.container.read { try $0.fetch(sql: sql, as: Int.self) }
            }
            return "\(try #require(error))"
        }

        #expect(
            try message("SELECT nonsense FROM \(entity: Book.self)").contains("SELECT nonsense"))
        #expect(try message("DELETE FROM \(entity: Book.self)").contains("DELETE FROM"))
        #expect(
            try message("SELECT \(column: "titel", of: "Book")")
                == "Book has no property titel. Did you mean “title”?")
        #expect(try message("SELECT 1 FROM \(entity: "Buch")") == "The model has no entity Buch.")
        #expect(
            try message("SELECT \(column: \Book.tags)")
                == "Book.tags has no column, as it leads to many records.")
        #expect(
            try message("SELECT 1 FROM \(joinTable: \Book.author)")
                .hasPrefix("Only a many-to-many relationship has a join table"))
        #expect(try message("SELECT 1 AS a, 2 AS A").contains("the same name"))
        #expect(try message("SELECT \(1...3)").contains("not a value"))
        let other = try self.library()
        let stranger = try other.container.read {
            try #require(try $0.fetchFirst(FetchRequest<Author>())).objectID
        }
        #expect(try message("SELECT \(stranger)").contains("another store"))
        let error = #expect(throws: DecodingError.self) {
            try library.container.read { try $0.fetch(sql: "SELECT 'x' AS books", as: Total.self) }
        }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["books"])
    }

    @Test("Stores without SQL refuse it", arguments: StoreKind.allCases.filter { $0 != .usual })
    func otherStores(kind: StoreKind) throws {
        let library = try library(kind)

        let error = #expect(throws: PersistenceError.self) {
            try library.container.read { try $0.fetch(sql: "SELECT 1", as: Int.self) }
        }

        #expect(
            "\(try #require(error))".hasPrefix(
                "Only stores in SQLite and in PostgreSQL understand SQL"))
    }

    @Test("SQL runs in the store with the entity, or in the given one")
    func severalStores() throws {
        let directory = try TemporaryDirectory()
        var note = EntityDescription("Note")
        note.attributes = [AttributeDescription("text", .string, isOptional: false)]
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: [note]),
            stores: ["A", "B"].map { .sqlite(path: "\(directory.path)/\($0)") })
        let stores = container.coordinator.persistentStores
        let context = ManagedObjectContext(container)
        for (text, store) in zip(["first", "second"], stores) {
            let note = try ManagedObject(entityName: "Note", context: context)
            try note.setValue(text, forKey: "text")
            try context.assign(note, to: store)
        }
        try context.save()
        let sql: SQL = "SELECT \(column: "text", of: "Note") FROM \(entity: "Note")"

        #expect(try context.fetch(sql: sql, as: String.self) == ["first"])
        #expect(try context.fetch(sql: sql, as: String.self, store: stores[1]) == ["second"])
        #expect(throws: PersistenceError.self) {
            try context.fetch(sql: "SELECT 1", as: Int.self)
        }
        #expect(try context.fetch(sql: "SELECT 1", as: Int.self, store: stores[0]) == [1])
        try container.close()
    }
}
