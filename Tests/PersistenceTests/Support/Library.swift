import Foundation
import ObjectModel
import Persistence

/// The model that most tests use: authors with books, books with ordered pages and tags.
enum Library {
    static var model: ManagedObjectModel {
        ManagedObjectModel(entities: [author, book, novel, page, tag, loan])
    }

    static let classes = [
        ManagedObjectClass(
            entityName: "Author", objectClass: Author.self,
            properties: [("books", \Author.books), ("name", \Author.name)]),
        ManagedObjectClass(
            entityName: "Book", objectClass: Book.self,
            properties: [
                ("author", \Book.author),
                ("cover", nil),
                ("isbn", nil),
                ("key", nil),
                ("loans", nil),
                ("pages", \Book.pages),
                ("price", \Book.price),
                ("published", \Book.published),
                ("stock", \Book.stock),
                ("tags", \Book.tags),
                ("title", \Book.title),
                ("weight", \Book.weight),
            ]),
        ManagedObjectClass(
            entityName: "Novel", objectClass: Novel.self,
            properties: [
                ("author", nil),
                ("cover", nil),
                ("isbn", nil),
                ("key", nil),
                ("loans", nil),
                ("pages", nil),
                ("price", nil),
                ("published", nil),
                ("stock", nil),
                ("tags", nil),
                ("title", nil),
                ("weight", nil),
                ("genre", \Novel.genre),
            ]),
        ManagedObjectClass(
            entityName: "Page", objectClass: Page.self,
            properties: [("book", \Page.book), ("text", \Page.text)]),
        ManagedObjectClass(
            entityName: "Tag", objectClass: Tag.self,
            properties: [("books", \Tag.books), ("label", \Tag.label)]),
        ManagedObjectClass(
            entityName: "Loan", objectClass: Loan.self,
            properties: [("book", \Loan.book), ("borrower", \Loan.borrower)]),
    ]

    private static var author: EntityDescription {
        var entity = EntityDescription("Author")
        var name = AttributeDescription("name", .string, isOptional: false)
        name.minValueString = "2"
        name.maxValueString = "20"
        entity.attributes = [name]
        let books = RelationshipDescription(
            toMany: "books", "Book", inverse: "author", deleteRule: .cascade)
        entity.relationships = [books]
        return entity
    }

    private static var book: EntityDescription {
        var entity = EntityDescription("Book")
        var isbn = AttributeDescription("isbn", .string)
        isbn.regularExpression = "[0-9-]{10,17}|none"
        var price = AttributeDescription("price", .decimal)
        price.minValueString = "0"
        price.maxValueString = "1000"
        var stock = AttributeDescription("stock", .integer16, isOptional: false)
        stock.defaultValueString = "1"
        stock.usesScalarValueType = true
        stock.minValueString = "0"
        var published = AttributeDescription("published", .date)
        published.minDate = Date(timeIntervalSinceReferenceDate: -1_000_000_000)
        published.maxDate = Date(timeIntervalSinceReferenceDate: 1_000_000_000)
        var weight = AttributeDescription("weight", .double, isOptional: false)
        weight.usesScalarValueType = true
        weight.defaultValueString = "0.5"
        var cover = AttributeDescription("cover", .transformable)
        cover.valueTransformerName = "Reversing"
        let key = AttributeDescription("key", .uuid)
        entity.attributes = [
            AttributeDescription("title", .string, isOptional: false), isbn, price, stock,
            published, weight, cover,
            key,
        ]
        let author = RelationshipDescription(toOne: "author", "Author", inverse: "books")
        var pages = RelationshipDescription(
            toMany: "pages", "Page", inverse: "book", isOrdered: true, deleteRule: .cascade)
        pages.maxCount = 50
        let tags = RelationshipDescription(toMany: "tags", "Tag", inverse: "books")
        let loans = RelationshipDescription(
            toMany: "loans", "Loan", inverse: "book", deleteRule: .deny)
        entity.relationships = [author, pages, tags, loans]
        return entity
    }

    private static var novel: EntityDescription {
        var entity = EntityDescription("Novel", superentityName: "Book")
        let genre = AttributeDescription("genre", .string)
        entity.attributes = [genre]
        return entity
    }

    private static var page: EntityDescription {
        var entity = EntityDescription("Page")
        let text = AttributeDescription("text", .string)
        entity.attributes = [text]
        entity.relationships = [
            RelationshipDescription(toOne: "book", "Book", inverse: "pages", isOptional: false)
        ]
        return entity
    }

    private static var tag: EntityDescription {
        var entity = EntityDescription("Tag")
        entity.attributes = [AttributeDescription("label", .string, isOptional: false)]
        let books = RelationshipDescription(toMany: "books", "Book", inverse: "tags")
        entity.relationships = [books]
        return entity
    }

    private static var loan: EntityDescription {
        var entity = EntityDescription("Loan")
        entity.attributes = [AttributeDescription("borrower", .string, isOptional: false)]
        entity.relationships = [
            RelationshipDescription(toOne: "book", "Book", inverse: "loans", isOptional: false)
        ]
        return entity
    }
}

/// Transforms a string into its reversed data.
struct ReversingTransformer: AttributeTransformer {
    struct NotAString: Error {}

    func data(from value: any Sendable) throws -> Data {
        guard let text = value as? String else { throw NotAString() }
        return Data(String(text.reversed()).utf8)
    }

    func value(from data: Data) throws -> any Sendable {
        String(String(decoding: data, as: UTF8.self).reversed())
    }
}
