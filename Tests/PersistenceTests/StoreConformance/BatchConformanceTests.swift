import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Batch requests, on every store")
struct BatchConformanceTests {
    // MARK: - Insertion

    @Test(
        "Dictionaries are inserted as records, with the model’s defaults",
        arguments: StoreKind.allCases)
    func insertion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        var request = BatchInsertRequest(
            entityName: "Book",
            objects: [
                ["title": "One", "price": Decimal(3)], ["title": "Two", "stock": 7],
                ["title": "Three", "published": Date(timeIntervalSinceReferenceDate: 0)],
            ])
        request.resultType = .objectIDs

        let result = try context.execute(request)

        #expect(result.count == 3)
        #expect(result.objectIDs.count == 3)
        let books = try all(Book.self, by: "title", in: library.context())
        #expect(books.map(\.title) == ["One", "Three", "Two"])
        #expect(books.map(\.stock) == [1, 1, 7])
        #expect(books.map(\.rowVersion) == [1, 1, 1])
        #expect(Set(books.map(\.objectID)) == Set(result.objectIDs))
    }

    @Test(
        "A dictionary handler inserts records until it returns true",
        arguments: StoreKind.allCases)
    func closure(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let authorID = try library.save(author: "Ada", titles: [])[0]
        var number = 0
        var request = BatchInsertRequest(entityName: "Novel") { values in
            number += 1
            values = ["title": "Novel \(number)", "genre": "crime", "author": authorID]
            return number > 1_234
        }
        request.resultType = .count

        let result = try library.context().execute(request)

        #expect(result.count == 1_234)
        #expect(result.objectIDs.isEmpty)
        let context = library.context()
        #expect(try context.existing(authorID, as: Author.self).books.count == 1_234)
    }

    @Test("An upsert cannot remove a required value", arguments: StoreKind.allCases)
    func requiredValue(kind: StoreKind) throws {
        var entity = EntityDescription("Part")
        entity.attributes = [
            AttributeDescription("code", .string, isOptional: false),
            AttributeDescription("name", .string, isOptional: false),
        ]
        entity.uniquenessConstraints = [["code"]]
        let library = try TestLibrary(kind, model: ManagedObjectModel(entities: [entity]))
        let context = library.context()
        context.mergePolicy = .mergeByPropertyObjectTrump
        let first = BatchInsertRequest(
            entityName: "Part", objects: [["code": "a", "name": "Nut"]])
        try context.execute(first)

        let emptied = BatchInsertRequest(
            entityName: "Part", objects: [["code": "a", "name": AttributeValue.null]])
        #expect(throws: PersistenceError.self) { try context.execute(emptied) }
        var update = BatchUpdateRequest(entityName: "Part")
        update.propertiesToUpdate = ["name": .constant(.null)]
        #expect(throws: PersistenceError.self) { try context.execute(update) }
        try context.execute(BatchInsertRequest(entityName: "Part", objects: [["code": "a"]]))

        let parts = try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Part"))
        #expect(try parts.map { try $0.value(forKey: "name") as? String } == ["Nut"])
    }

    @Test("A wrong key or value inserts nothing", arguments: StoreKind.allCases)
    func wrongInsertion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        for values: [String: any Sendable] in [
            ["titel": "x"], ["title": 7], ["pages": "none"], ["author": "Ada"],
        ] {
            let objects: [[String: any Sendable]] = [["title": "fine"], values]
            #expect(throws: PersistenceError.self) {
                try context.execute(BatchInsertRequest(entityName: "Book", objects: objects))
            }
        }
        #expect(try context.count(for: FetchRequest<Book>()) == 0)
    }

    @Test("The merge policy resolves constraint conflicts", arguments: StoreKind.allCases)
    func upsert(kind: StoreKind) throws {
        let club = try TestLibrary(kind, model: Club.model)
        let objects: [[String: any Sendable]] = [
            ["name": "Ann", "town": "Rome"], ["name": "Bea", "town": "Rome"],
        ]
        var request = BatchInsertRequest(entityName: "Person", objects: objects)
        request.resultType = .objectIDs
        let context = club.context()
        #expect(try context.execute(request).count == 2)

        let again = BatchInsertRequest(entityName: "Person", objects: objects)
        #expect(throws: PersistenceError.self) { try context.execute(again) }

        context.mergePolicy = .mergeByPropertyStoreTrump
        var keeping = BatchInsertRequest(
            entityName: "Person", objects: objects + [["name": "Cem", "town": "Bonn"]])
        keeping.resultType = .objectIDs
        #expect(try context.execute(keeping).changes.inserted.count == 1)

        context.mergePolicy = .mergeByPropertyObjectTrump
        var updating = BatchInsertRequest(entityName: "Person", objects: objects)
        updating.resultType = .objectIDs
        let result = try context.execute(updating)
        #expect(result.changes.updated.count == 2)
        #expect(result.changes.inserted.isEmpty)
        let people = try club.context().named("Person")
        #expect(try people.map { try $0.text("name") } == ["Ann", "Bea", "Cem"])
        #expect(people.map(\.rowVersion) == [2, 2, 1])
    }

    // MARK: - Update

    @Test(
        "An update sets constants and expressions, and increments versions",
        arguments: StoreKind.allCases)
    func update(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two", "Three"])
        let context = library.context()
        var request = BatchUpdateRequest(entityName: "Book")
        request.predicate = try FetchPredicate(format: "title BEGINSWITH %@", "T")
        request.propertiesToUpdate = [
            "stock": try FetchExpression(format: "stock * 10 + 1"),
            "price": .constant(.decimal(5)), "isbn": .constant(.string("none")),
            "weight": try FetchExpression(format: "stock / 2.0"),
        ]
        request.resultType = .objectIDs

        let result = try context.execute(request)

        #expect(Set(result.objectIDs) == Set(ids[2...]))
        let books = try all(Book.self, by: "title", in: library.context())
        #expect(books.map(\.title) == ["One", "Three", "Two"])
        #expect(books.map(\.stock) == [1, 11, 11])
        #expect(books.map(\.price) == [nil, 5, 5])
        #expect(books.map(\.weight) == [0.5, 0.5, 0.5])
        #expect(books.map(\.rowVersion) == [1, 2, 2])
    }

    @Test("Integers are truncated, decimals keep their fraction", arguments: StoreKind.allCases)
    func numbers(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        _ = try library.context().execute(
            BatchInsertRequest(
                entityName: "Book",
                objects: [["title": "One", "stock": 3, "price": Decimal(string: "10.1") ?? 0]]))
        var request = BatchUpdateRequest(entityName: "Book")
        request.propertiesToUpdate = [
            "stock": try FetchExpression(format: "stock * 1.5"),
            "price": try FetchExpression(format: "price * 3"),
        ]
        request.resultType = .count

        #expect(try library.context().execute(request).count == 1)

        let book = try #require(try all(Book.self, by: "title", in: library.context()).first)
        #expect(book.stock == 4)
        #expect(book.price == Decimal(string: "30.3"))
    }

    @Test("An update selects by a relationship, and sets one", arguments: StoreKind.allCases)
    func relationships(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ada = try library.save(author: "Ada", titles: ["One", "Two"])
        let bob = try library.save(author: "Bob", titles: ["Three"])
        let context = library.context()
        var request = BatchUpdateRequest(entityName: "Book")
        request.predicate = try FetchPredicate(format: "author.name == %@", "Ada")
        request.propertiesToUpdate = ["author": .constant(.object(bob[0]))]
        request.resultType = .count

        #expect(try context.execute(request).count == 2)

        #expect(try context.existing(bob[0], as: Author.self).books.count == 3)
        #expect(try context.existing(ada[0], as: Author.self).books.isEmpty)
    }

    @Test("An invalid update is an error", arguments: StoreKind.allCases)
    func wrongUpdate(kind: StoreKind) throws {
        let context = try TestLibrary(kind).context()
        for (key, value) in [
            ("titel", FetchExpression.constant(.null)), ("title", .constant(.boolean(true))),
            ("pages", .constant(.null)), ("stock", .keyPath(["title"])),
            ("stock", .constant(.string("many"))),
        ] {
            var request = BatchUpdateRequest(entityName: "Book")
            request.propertiesToUpdate = [key: value]
            #expect(throws: PersistenceError.self, "\(key)") { try context.execute(request) }
        }
        #expect(throws: PersistenceError.self) {
            try context.execute(BatchUpdateRequest(entityName: "Book"))
        }
    }

    // MARK: - Deletion

    @Test(
        "Cascades are followed, join rows are deleted, and other references are nullified",
        arguments: StoreKind.allCases)
    func deletion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ada = try library.save(author: "Ada", titles: ["One", "Two"])
        let bob = try library.save(author: "Bob", titles: ["Three"])
        let context = library.context()
        let book = try context.existing(ada[1], as: Book.self)
        let tag = Tag(context: context)
        tag.label = "red"
        tag.books = [book, try context.existing(bob[1], as: Book.self)]
        let page = Page(context: context)
        page.book = book
        try context.save()
        var request = BatchDeleteRequest(entityName: "Author")
        request.predicate = try FetchPredicate(format: "name == %@", "Ada")
        request.resultType = .objectIDs

        let result = try context.execute(request)

        #expect(Set(result.objectIDs) == Set(ada + [page.objectID]))
        #expect(result.count == 4)
        let other = library.context()
        #expect(try all(Book.self, by: "title", in: other).map(\.title) == ["Three"])
        #expect(try other.count(for: FetchRequest<Page>()) == 0)
        let tags = try all(Tag.self, by: "label", in: other)
        #expect(tags.map { $0.books.map(\.title) } == [["Three"]])
    }

    @Test("References to deleted records are nullified", arguments: StoreKind.allCases)
    func nullify(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let customer = try ManagedObject(entityName: "Customer", context: context)
        let order = try ManagedObject(entityName: "RushOrder", context: context)
        try order.setValue(customer, forKey: "customer")
        try context.save()
        var request = BatchDeleteRequest(entityName: "Customer")
        request.resultType = .objectIDs

        let result = try context.execute(request)

        #expect(result.objectIDs == [customer.objectID])
        #expect(result.changes.updated == [order.objectID])
        let other = shop.context()
        let read = try other.existingObject(with: order.objectID)
        #expect(try read.one("customer") == nil)
        #expect(read.rowVersion == 2)
    }

    @Test("The delete rule Deny prevents the deletion", arguments: StoreKind.allCases)
    func denied(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let loan = Loan(context: context)
        loan.borrower = "Eve"
        loan.book = try context.existing(ids[1], as: Book.self)
        try context.save()

        let found = faults { _ = try context.execute(BatchDeleteRequest(entityName: "Author")) }

        #expect(found.map(\.code) == [.relationshipDeniedDelete])
        #expect(try library.context().count(for: FetchRequest<Book>()) == 2)
        #expect(try library.context().count(for: FetchRequest<Author>()) == 1)
    }

    @Test("A deletion selects by limit and by object IDs", arguments: StoreKind.allCases)
    func windows(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["A", "B", "C", "D"])
        let context = library.context()
        var fetch = FetchRequest<Book>(entityName: "Book")
        fetch.sortDescriptors = [FetchSortDescriptor("title", ascending: false)]
        fetch.fetchLimit = 2
        _ = try context.execute(BatchDeleteRequest(fetchRequest: fetch))
        #expect(try all(Book.self, by: "title", in: context).map(\.title) == ["A", "B"])

        _ = try context.execute(BatchDeleteRequest(entityName: "Book", objectIDs: [ids[1]]))

        #expect(try all(Book.self, by: "title", in: library.context()).map(\.title) == ["B"])
    }

    @Test("A deletion selects by a #Predicate and a sort order", arguments: StoreKind.allCases)
    func keyPaths(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        _ = try library.save(author: "Ada", titles: ["A", "B", "C", "D"])
        let context = library.context()
        let fetch = FetchRequest<Book>(
            #Predicate { $0.title != "D" }, sortBy: [SortDescriptor(\.title, order: .reverse)],
            limit: 2)
        var request = BatchDeleteRequest(fetchRequest: fetch)
        request.predicate = .key("title") != "C"
        request.resultType = .count

        #expect(try context.execute(request).count == 2)

        #expect(try all(Book.self, by: "title", in: context).map(\.title) == ["C", "D"])
    }

    @Test("A cascade deletes a whole tree", arguments: StoreKind.allCases)
    func chains(kind: StoreKind) throws {
        var entity = EntityDescription("Node")
        let children = RelationshipDescription(
            toMany: "children", "Node", inverse: "parent", deleteRule: .cascade)
        let parent = RelationshipDescription(toOne: "parent", "Node", inverse: "children")
        entity.relationships = [children, parent]
        let trees = try TestLibrary(kind, model: ManagedObjectModel(entities: [entity]))
        let context = trees.context()
        let root = try ManagedObject(entityName: "Node", context: context)
        var last = root
        for _ in 0..<50 {
            let next = try ManagedObject(entityName: "Node", context: context)
            try next.setValue(last, forKey: "parent")
            last = next
        }
        _ = try ManagedObject(entityName: "Node", context: context)
        try context.save()
        var request = BatchDeleteRequest(entityName: "Node", objectIDs: [root.objectID])
        request.resultType = .count

        #expect(try context.execute(request).count == 51)

        let rest = FetchRequest<ManagedObject>(entityName: "Node")
        #expect(try trees.context().count(for: rest) == 1)
    }

    // MARK: - Merging

    @Test("Batch results are merged into contexts", arguments: StoreKind.allCases)
    func merging(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let author = try context.existing(ids[0], as: Author.self)
        let (one, two) = (
            try context.existing(ids[1], as: Book.self), try context.existing(ids[2], as: Book.self)
        )
        #expect(author.books == [one, two])
        two.isbn = "none"
        var update = BatchUpdateRequest(entityName: "Book")
        update.propertiesToUpdate = ["stock": .constant(.integer(9))]
        update.resultType = .objectIDs
        var deletion = BatchDeleteRequest(entityName: "Book", objectIDs: [ids[1]])
        deletion.resultType = .objectIDs
        let writer = library.context()

        let changes = [try writer.execute(update).changes, try writer.execute(deletion).changes]
        #expect(one.stock == 1)
        for change in changes {
            try ManagedObjectContext.mergeChanges(fromRemoteContextSave: change, into: [context])
        }

        #expect(two.stock == 9)
        #expect(two.isbn == "none")
        #expect(author.books == [two])
        try context.save()
        #expect(two.rowVersion == 3)
    }

    @Test("A reading context cannot execute batch requests", arguments: StoreKind.allCases)
    func reading(kind: StoreKind) throws {
        let library = try TestLibrary(kind)

        #expect(throws: PersistenceError.self) {
            try library.container.read {
                try $0.execute(BatchDeleteRequest(entityName: "Book"))
            }
        }
    }

    @Test("Derived attributes are updated", arguments: StoreKind.allCases)
    func derived(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let order = try ManagedObject(entityName: "Order", context: context)
        try context.save()
        let objects = (1...4).map { number -> [String: any Sendable] in
            ["amount": Decimal(number), "order": order.objectID]
        }
        _ = try context.execute(BatchInsertRequest(entityName: "Line", objects: objects))
        var update = BatchUpdateRequest(entityName: "Line")
        update.propertiesToUpdate = ["amount": try FetchExpression(format: "amount * 2")]
        _ = try context.execute(update)
        var deletion = BatchDeleteRequest(entityName: "Line")
        deletion.predicate = try FetchPredicate(format: "amount == 8")
        _ = try context.execute(deletion)

        let read = try shop.context().existingObject(with: order.objectID)

        #expect(try read.attributeValue(forKey: "lineCount") == .integer(3))
        #expect(try read.attributeValue(forKey: "total") == .decimal(12))
    }
}
