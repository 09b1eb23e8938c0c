import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Programming errors, on every store")
struct MistakeConformanceTests {
    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "A setter with another property’s number sets nothing, and the error is thrown later",
        arguments: StoreKind.allCases)
    func wrongNumbers(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        let (author, isbn) = (0, 2)  // By the list of the class's properties.

        book.setDate(.now, at: isbn)
        #expect(message { try context.save() } == "Book.isbn takes String, not Date.")
        book.setToOne(Author(context: context), at: isbn)
        #expect(message { try context.save() } == "Book.isbn takes String, not Author.")
        book.setToMany([Tag(context: context)], at: isbn)
        #expect(message { try context.save() } == "Book.isbn takes String, not several objects.")
        book.setToOne(Tag(context: context), at: author)
        #expect(message { try context.save() } == "Book.author takes Author, not Tag.")
        #expect(book.isbn == nil)
        #expect(book.author == nil)
    }

    @Test("An attribute by name is typed, and a wrong name is an error")
    func attributesByName() throws {
        let library = try TestLibrary(.cheapest)
        let context = library.context()
        let book = Book(context: context)

        book["title"] = "One"
        book["stock"] = 3
        let stock: Int16? = book["stock"]
        let title: String? = book["title"]
        #expect(stock == 3)
        #expect(title == "One")

        book["title"] = 5
        #expect(message { try context.save() } == "Book.title takes String, not Integer.")
        book["titel"] = "Two"
        #expect(
            message { try context.save() } == "Book has no property titel. Did you mean “title”?")
        #expect(book.title == "One")
    }

    @Test("Errors suggest names of entities and properties")
    func suggestions() throws {
        let library = try TestLibrary(.cheapest)
        let context = library.context()
        #expect(
            message { _ = try ManagedObject(entityName: "Bok", context: context) }
                == "The model has no entity Bok. Did you mean “Book”?")
        #expect(
            message { try Book(context: context).setValue(1, forKey: "stok") }
                == "Book has no property stok. Did you mean “stock”?")
        #expect(
            message { try Book(context: context).setValue(1, forKey: "colour") }
                == "Book has no property colour.")
    }

    @Test("The error of the delete rule Deny has the entity and number of the destinations")
    func deny() throws {
        for kind in StoreKind.allCases {
            let library = try TestLibrary(kind)
            let context = library.context()
            let book = Book(context: context)
            book.title = "One"
            for name in ["Bob", "Eve"] {
                let loan = Loan(context: context)
                loan.borrower = name
                loan.book = book
            }
            try context.save()
            let expected =
                "Book: loans still leads to 2 records of Loan, and its delete rule is Deny."

            #expect(
                message { try library.context().execute(BatchDeleteRequest(entityName: "Book")) }
                    == expected, "\(kind)")
            context.delete(book)
            #expect(message { try context.save() } == expected, "\(kind)")
        }
    }

    @Test("A batch request counts its records for all result types", arguments: StoreKind.allCases)
    func counts(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        _ = try library.save(author: "Ada", titles: ["One", "Two"])
        var update = BatchUpdateRequest(entityName: "Book")
        update.propertiesToUpdate = ["stock": .constant(.integer(4))]
        #expect(update.resultType == .statusOnly)

        #expect(try library.context().execute(update).count == 2)
        #expect(
            try library.context().execute(BatchDeleteRequest(entityName: "Book")).count == 2)
    }

    @Test("A negative limit, offset or batch size is an error")
    func negativeLimits() throws {
        let context = try TestLibrary(.cheapest).context()
        var limited = FetchRequest<Book>()
        limited.fetchLimit = -3
        var shifted = DictionaryFetchRequest(entityName: "Book")
        shifted.fetchOffset = -1
        var batched = FetchRequest<Book>()
        batched.fetchBatchSize = -20
        let rest = "it is 0, for none, or greater."

        #expect(message { _ = try context.fetch(limited) } == "fetchLimit is -3: \(rest)")
        #expect(message { _ = try context.count(for: limited) } == "fetchLimit is -3: \(rest)")
        #expect(
            message { _ = try context.fetchDictionaries(shifted) } == "fetchOffset is -1: \(rest)")
        #expect(message { _ = try context.fetch(batched) } == "fetchBatchSize is -20: \(rest)")
    }

    @Test("A conflict has the differing properties, with the values of both sides")
    func conflict() throws {
        let library = try TestLibrary(.usual)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try second.existing(id, as: Book.self)
        book.stock = 20
        book.isbn = "none"
        try first.existing(id, as: Book.self).stock = 10
        try first.save()

        do {
            try second.save()
            Issue.record("There is no conflict.")
        } catch PersistenceError.mergeConflicts(let conflicts) {
            let differences = try #require(conflicts.first).differences
            #expect(differences.keys.sorted() == ["isbn", "stock"])
            #expect(differences["stock"]?.original == .integer(1))
            #expect(differences["stock"]?.unsaved == .integer(20))
            #expect(differences["stock"]?.stored == .integer(10))
            #expect(differences["isbn"]?.stored == .null)
            #expect(
                "\(PersistenceError.mergeConflicts(conflicts))"
                    == "Records were changed elsewhere since they were read: \(id) (isbn, stock).")
        }
    }

    @Test("The description of an object has its ID, its state and the values it has loaded")
    func printing() throws {
        let library = try TestLibrary(.usual)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()
        let book = try #require(context.object(with: ids[1]) as? Book)

        #expect("\(book)" == "<Book \(ids[1]): fault>")
        book.stock = 7
        let text = "\(book)"
        #expect(text.hasPrefix("<Book \(ids[1]): updated, author = \(ids[0]), "))
        #expect(text.contains("title = \"One\""))
        #expect(text.contains("stock = 7"))
        #expect(text.contains("isbn = nil"))
    }

    @Test(
        "The error of a container without the model’s classes names them",
        arguments: [\EntityDescription.codeGenerationType, \.representedClassName])
    func forgottenClasses(key: any WritableKeyPath<EntityDescription, String?> & Sendable) throws {
        var model = Library.model
        for index in model.entities.indices { model.entities[index][keyPath: key] = "class" }

        #expect(
            message { _ = try PersistentContainer(model: model, store: .inMemory) }
                .hasPrefix("The model has a class for the entity Author and 5 more, and the"))
        let plain = try PersistentContainer(model: model, classes: [], store: .inMemory)
        #expect(
            message { _ = try ManagedObjectContext(plain).fetch(Book.fetchRequest()) }
                == "The container was opened without the class Book: give it the model's generated"
                + " list of classes (classes:).")
        #expect(
            message {
                _ = try FetchPredicate(
                    #Predicate<Book> { $0.stock > 1 }, in: plain.coordinator.layout)
            }.hasPrefix("#Predicate: The container was opened without the class Book: "))
    }
}
