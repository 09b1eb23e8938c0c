import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Dictionary fetches, on every store")
struct DictionaryConformanceTests {
    private func fill(_ library: TestLibrary) throws {
        let context = library.context()
        for (name, books) in [("Ada", [3, 1]), ("Bob", [5]), ("Cy", [])] as [(String, [Int16])] {
            let author = Author(context: context)
            author.name = name
            for stock in books {
                let book = Book(context: context)
                book.title = "\(name) \(stock)"
                book.stock = stock
                book.author = author
                book.price = Decimal(stock) / 4
                book.isbn = stock == 5 ? nil : "none"
            }
        }
        try context.save()
    }

    private func rows(
        _ context: ManagedObjectContext, _ columns: [(key: String, expression: FetchExpression)],
        _ prepare: (inout DictionaryFetchRequest) throws -> Void = { _ in }
    ) throws -> [FetchedDictionary] {
        var request = DictionaryFetchRequest(entityName: "Book", columns: columns)
        try prepare(&request)
        return try context.fetchDictionaries(request)
    }

    private func decimal(_ text: String) throws -> AttributeValue {
        .decimal(try #require(Decimal(string: text)))
    }

    @Test(
        "Columns are attributes, values of destinations, and expressions",
        arguments: StoreKind.allCases)
    func values(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)

        let found = try rows(
            library.context(),
            [
                ("title", .key("title")), ("author", .key("author.name")),
                ("worth", try FetchExpression(format: "price * stock")),
            ]
        ) {
            $0.sortDescriptors = [FetchSortDescriptor("stock", ascending: false)]
            $0.fetchLimit = 2
        }

        #expect(
            found == [
                [
                    "title": .string("Bob 5"), "author": .string("Bob"),
                    "worth": try decimal("6.25"),
                ],
                [
                    "title": .string("Ada 3"), "author": .string("Ada"),
                    "worth": try decimal("2.25"),
                ],
            ])
    }

    @Test("Aggregates are computed over all records", arguments: StoreKind.allCases)
    func aggregates(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let columns: [(key: String, expression: FetchExpression)] = [
            ("count", try FetchExpression(format: "count:(title)")),
            ("withISBN", try FetchExpression(format: "count:(isbn)")),
            ("sum", try FetchExpression(format: "sum:(stock)")),
            ("least", try FetchExpression(format: "min:(price)")),
            ("greatest", try FetchExpression(format: "max:(title)")),
            ("mean", try FetchExpression(format: "average:(stock)")),
        ]

        let found = try rows(library.context(), columns)
        let none = try rows(library.context(), columns) {
            $0.predicate = try FetchPredicate(format: "stock > 100")
        }

        #expect(
            found == [
                [
                    "count": .integer(3), "withISBN": .integer(2), "sum": .integer(9),
                    "least": try decimal("0.25"), "greatest": .string("Bob 5"),
                    "mean": .double(3),
                ]
            ])
        #expect(
            none == [
                [
                    "count": .integer(0), "withISBN": .integer(0), "sum": .integer(0),
                    "least": .null, "greatest": .null, "mean": .null,
                ]
            ])
    }

    @Test("Aggregates are computed by group", arguments: StoreKind.allCases)
    func groups(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)

        func found(_ having: String?) throws -> [FetchedDictionary] {
            try rows(
                library.context(),
                [
                    ("author", .key("author.name")),
                    ("sum", try FetchExpression(format: "sum:(stock)")),
                    ("price", try FetchExpression(format: "sum:(price)")),
                ]
            ) {
                $0.propertiesToGroupBy = [.key("author.name")]
                $0.sortDescriptors = [FetchSortDescriptor("author.name")]
                $0.havingPredicate = try having.map { try FetchPredicate(format: $0) }
            }
        }

        let ada: FetchedDictionary = [
            "author": .string("Ada"), "sum": .integer(4), "price": try decimal("1"),
        ]
        let bob: FetchedDictionary = [
            "author": .string("Bob"), "sum": .integer(5), "price": try decimal("1.25"),
        ]
        #expect(try found(nil) == [ada, bob])
        #expect(try found("count:(title) > 1") == [ada])
        #expect(try found("sum:(stock) > 4") == [bob])
    }

    @Test("Groups can be by an expression", arguments: StoreKind.allCases)
    func computedGroups(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let isMuch = FetchExpression.conditional(
            .comparison(
                FetchComparison(.keyPath(["stock"]), .greater, .constant(.integer(1)))),
            .constant(.integer(1)), .constant(.integer(0)))

        let found = try rows(
            library.context(),
            [("much", isMuch), ("count", try FetchExpression(format: "count:(title)"))]
        ) { $0.propertiesToGroupBy = [isMuch] }

        let stocks = try library.context().fetch(FetchRequest<Book>()).map(\.stock)
        let expected = [1, 0].map { much in
            Int64(stocks.count { ($0 > 1) == (much == 1) })
        }
        let counts = [1, 0].map { much in
            found.first { $0["much"] == .integer(Int64(much)) }?["count"] ?? .integer(0)
        }
        #expect(counts == expected.map { .integer($0) })
    }

    @Test(
        "A predicate evaluated in memory selects the same records as in an object fetch",
        arguments: StoreKind.allCases)
    func predicateInMemory(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        let predicate = try FetchPredicate(format: "ANY author.books.stock == 1")
        var objects = FetchRequest<Book>()
        objects.predicate = predicate

        let found = try rows(
            context,
            [
                ("author", .key("author.name")),
                ("number", .function("count:", [.evaluatedObject])),
            ]
        ) {
            $0.predicate = predicate
            $0.propertiesToGroupBy = [.key("author.name")]
        }
        let none = try rows(context, [("number", .function("count:", [.evaluatedObject]))]) {
            $0.predicate = try FetchPredicate(format: "ANY author.books.stock == 99")
        }

        #expect(found == [["author": .string("Ada"), "number": .integer(2)]])
        #expect(try context.fetch(objects).count == 2)
        #expect(none == [["number": .integer(0)]])
    }

    @Test("Distinct results have no duplicates", arguments: StoreKind.allCases)
    func distinct(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let columns = [(key: "author", expression: FetchExpression.key("author.name"))]

        let all = try rows(library.context(), columns) {
            $0.sortDescriptors = [FetchSortDescriptor("author.name")]
        }
        let once = try rows(library.context(), columns) {
            $0.returnsDistinctResults = true
            $0.sortDescriptors = [FetchSortDescriptor("author.name")]
        }
        let second = try rows(library.context(), columns) {
            $0.returnsDistinctResults = true
            $0.sortDescriptors = [FetchSortDescriptor("author.name")]
            $0.fetchOffset = 1
            $0.fetchLimit = 5
        }

        #expect(
            all.compactMap { $0["author"] } == [.string("Ada"), .string("Ada"), .string("Bob")])
        #expect(once.compactMap { $0["author"] } == [.string("Ada"), .string("Bob")])
        #expect(second.compactMap { $0["author"] } == [.string("Bob")])
    }

    @Test(
        "Aggregates over to-many relationships are values of a record",
        arguments: StoreKind.allCases)
    func destinationCounts(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        var request = DictionaryFetchRequest(
            entityName: "Author",
            columns: [
                ("name", .key("name")), ("books", try FetchExpression(format: "books.@count")),
                ("stock", try FetchExpression(format: "books.@sum.stock")),
                ("self", .evaluatedObject),
            ])
        request.sortDescriptors = [FetchSortDescriptor("name")]
        let context = library.context()

        let found = try context.fetchDictionaries(request)

        #expect(found.map { $0["books"] } == [.integer(2), .integer(1), .integer(0)])
        #expect(found.map { $0["stock"] } == [.integer(4), .integer(5), .integer(0)])
        let authors = try all(Author.self, by: "name", in: context)
        #expect(found.map { $0["self"] } == authors.map { .object($0.objectID) })
    }

    @Test("Unsaved changes are ignored", arguments: StoreKind.allCases)
    func unsavedChanges(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        let book = Book(context: context)
        book.title = "new"

        let found = try rows(context, [("count", try FetchExpression(format: "count:(title)"))])

        #expect(found == [["count": .integer(3)]])
    }

    @Test("A HAVING predicate refers to columns", arguments: StoreKind.allCases)
    func columnsOfGroups(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let columns: [(key: String, expression: FetchExpression)] = [
            ("author", .key("author.name")),
            ("books", .function("count:", [.key("title")])),
            ("most", .function("max:", [.key("stock")])),
        ]
        func authors(_ having: String) throws -> [AttributeValue?] {
            try rows(library.context(), columns) { request in
                request.propertiesToGroupBy = [.key("author.name")]
                request.havingPredicate = try FetchPredicate(format: having)
            }.map { $0["author"] }
        }

        #expect(try authors("books > 1") == [.string("Ada")])
        #expect(try authors("books == 1 AND most IN {5, 6}") == [.string("Bob")])
        #expect(try authors("NOT (most < 4)") == [.string("Bob")])
        #expect(try authors("$books > 1") == [.string("Ada")])
        #expect(try authors("$books == 1 AND $most IN {5, 6}") == [.string("Bob")])
        #expect(try authors("$author BEGINSWITH 'A'") == [.string("Ada")])
        #expect(try authors("1 IN {$books, 7}") == [.string("Bob")])
        #expect {
            try authors("$copies > 1")
        } throws: { error in
            "\(error)".contains("The variable $copies has no value, and no column has its name.")
        }
    }

    @Test(
        "A variable refers to the column if a property has the same name",
        arguments: StoreKind.allCases)
    func columnWithNameOfProperty(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)

        let found = try rows(
            library.context(),
            [("author", .key("author.name")), ("stock", .function("sum:", [.key("stock")]))]
        ) { request in
            request.propertiesToGroupBy = [.key("author.name")]
            request.havingPredicate = try FetchPredicate(format: "$stock == 4")
        }

        #expect(found == [["author": .string("Ada"), "stock": .integer(4)]])
    }

    @Test("A to-many column or group is an error", arguments: StoreKind.allCases)
    func collections(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        let many: [FetchExpression] = [
            .key("books"), .key("books.title"), .key("books.pages.text"),
            try FetchExpression(format: "books.@unionOfObjects.title"),
            try FetchExpression(format: "SUBQUERY(books, $b, $b.stock > 1)"),
            .aggregate([.constant(.integer(1))]),
        ]
        for expression in many {
            var column = DictionaryFetchRequest(
                entityName: "Author", columns: [("it", expression)])
            var group = DictionaryFetchRequest(
                entityName: "Author", columns: [("count", .function("count:", [.key("name")]))])
            group.propertiesToGroupBy = [expression]
            column.fetchBatchSize = 2
            for request in [column, group] {
                for fetch in [
                    { _ = try context.fetchDictionaries(request) },
                    { _ = try context.fetchDictionariesInBatches(request) },
                ] as [() throws -> Void] {
                    #expect(
                        performing: fetch,
                        throws: { "\($0)".contains("has many values, and a column holds one") })
                }
            }
        }
    }

    @Test("A transient column is an error", arguments: StoreKind.allCases)
    func transientColumn(kind: StoreKind) throws {
        let context = try TestLibrary(kind, model: Club.model).context()
        let request = DictionaryFetchRequest(
            entityName: "Gadget", columns: [("note", .key("note"))])

        #expect {
            try context.fetchDictionaries(request)
        } throws: { error in
            "\(error)".contains("“note” of Gadget is transient: the store does not have it.")
        }
    }
}
