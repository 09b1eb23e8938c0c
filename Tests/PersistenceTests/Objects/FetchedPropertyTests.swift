import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Fetched properties")
struct FetchedPropertyTests {
    @Test("A fetched property uses the object as its fetch source", arguments: StoreKind.allCases)
    func bargains(kind: StoreKind) throws {
        let context = try Self.context(kind)
        let (cheap, _, category) = try Self.books(in: context)

        let bargains = category.fetched("bargainBooks", as: ManagedObject.self)

        #expect(bargains == [cheap])
    }

    @Test("An unknown fetched property is an error of the next save")
    func unknown() throws {
        let context = try Self.context(.usual)
        let (_, _, category) = try Self.books(in: context)

        #expect(category.fetched("nothing", as: ManagedObject.self).isEmpty)

        #expect(throws: PersistenceError.self) { try context.save() }
    }

    @Test("The value by key is fetched each time", arguments: StoreKind.allCases)
    func valueForKey(kind: StoreKind) throws {
        let context = try Self.context(kind)
        let (cheap, dear, category) = try Self.books(in: context)

        #expect(try category.value(forKey: "bargainBooks") as? [ManagedObject] == [cheap])
        try dear.setValue(1, forKey: "price")
        #expect((try category.value(forKey: "bargainBooks") as? [ManagedObject])?.count == 2)
    }

    @Test("The fetch request’s options apply", arguments: StoreKind.allCases)
    func options(kind: StoreKind) throws {
        let context = try Self.context(kind)
        let (cheap, dear, category) = try Self.books(in: context)

        #expect(category.fetched("dearBooks", as: ManagedObject.self) == [dear])
        #expect(category.fetched("oneBook", as: ManagedObject.self) == [cheap])
    }

    @Test("The fetch request’s sort order applies", arguments: StoreKind.allCases)
    func order(kind: StoreKind) throws {
        let context = try Self.context(kind)
        let (_, _, category) = try Self.books(in: context)

        let books = category.fetched("sortedBooks", as: ManagedObject.self)

        #expect(
            try books.map { try $0.attributeValue(forKey: "price") }
                == [50, 6, 5].map {
                    .integer($0)
                })
    }

    @Test("A text in another normal form is a change", arguments: StoreKind.allCases)
    func normalForms(kind: StoreKind) throws {
        let context = try Self.context(kind)
        let (cheap, _, _) = try Self.books(in: context)
        try cheap.setValue("Caf\u{e9}", forKey: "title")
        try context.save()

        try cheap.setValue("Cafe\u{301}", forKey: "title")

        #expect(cheap.hasChanges)
        #expect(cheap.changedValues["title"] == .string("Cafe\u{301}"))
        #expect(cheap.changedValues["title"] != .string("Caf\u{e9}"))
    }

    /// A cheap book, an expensive one, and their category.
    private static func books(
        in context: ManagedObjectContext
    ) throws -> (ManagedObject, ManagedObject, ManagedObject) {
        let category = try ManagedObject(entityName: "Category", context: context)
        let other = try ManagedObject(entityName: "Category", context: context)
        let books = try [(5, category), (50, category), (6, other)].map { price, category in
            let book = try ManagedObject(entityName: "Title", context: context)
            try book.setValue(price, forKey: "price")
            try book.setValue(category, forKey: "category")
            return book
        }
        try context.save()
        return (books[0], books[1], category)
    }

    private static func context(_ kind: StoreKind) throws -> ManagedObjectContext {
        var category = EntityDescription("Category")
        let books = RelationshipDescription(toMany: "books", "Title", inverse: "category")
        category.relationships = [books]
        var dear = FetchedPropertyDescription(
            "dearBooks",
            fetchRequest: FetchRequestTemplate(
                name: "dearBooks", entityName: "Title",
                predicateFormat: "price > CAST($FETCHED_PROPERTY.userInfo.least, 'NSNumber') "
                    + "AND $FETCHED_PROPERTY.name == 'dearBooks'"))
        dear.userInfo = ["least": "20"]
        var one = FetchedPropertyDescription(
            "oneBook",
            fetchRequest: FetchRequestTemplate(name: "oneBook", entityName: "Title"))
        one.fetchRequest.options = ["fetchLimit": "1"]
        var sorted = FetchedPropertyDescription(
            "sortedBooks",
            fetchRequest: FetchRequestTemplate(name: "sortedBooks", entityName: "Title"))
        sorted.fetchRequest.sortOrders = [.init("price", ascending: false)]
        category.fetchedProperties = [
            dear, one, sorted,
            FetchedPropertyDescription(
                "bargainBooks",
                fetchRequest: FetchRequestTemplate(
                    name: "bargainBooks", entityName: "Title",
                    predicateFormat: "SELF.price < 12 AND SELF.category = $FETCH_SOURCE")),
        ]
        var book = EntityDescription("Title")
        let title = AttributeDescription("title", .string)
        book.attributes = [AttributeDescription("price", .integer32, isOptional: false), title]
        let inverse = RelationshipDescription(toOne: "category", "Category", inverse: "books")
        book.relationships = [inverse]
        let directory = NSTemporaryDirectory() + "fetched-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        return ManagedObjectContext(
            try PersistentContainer(
                model: ManagedObjectModel(entities: [category, book]),
                store: kind.description(in: directory)))
    }
}
