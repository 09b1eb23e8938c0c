import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("A request across three entities")
struct LentBooksTests {
    @Test(
        "A macro predicate follows loans and authors, with two sort key paths",
        arguments: StoreKind.allCases)
    func lent(kind: StoreKind) throws {
        let directory = NSTemporaryDirectory() + "lending-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer {
            #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: directory) }
        }
        let container = try PersistentContainer(
            model: Lending.model, classes: Lending.classes,
            store: try kind.description(in: directory))
        try container.write { context in
            let lent: [(String, String?, isOut: Bool)] = [
                ("Peas", "Bo", true), ("Sweet péa", nil, true), ("Peas", "Ada", true),
                ("Peace", "Bo", false), ("Beans", "Bo", true),
            ]
            for (title, name, isOut) in lent {
                let book = Lending.Book(context: context)
                book.title = title
                if let name {
                    let author = Lending.Author(context: context)
                    author.name = name
                    book.author = author
                }
                for isOut in [false, isOut] {
                    let loan = Lending.Loan(context: context)
                    loan.returned = isOut ? nil : Date(timeIntervalSinceReferenceDate: 0)
                    loan.book = book
                }
            }
            try context.save()
        }

        let lent = try Lending.lent(ManagedObjectContext(container))

        #expect(lent == ["Peas by Ada", "Peas by Bo", "Sweet péa by nobody"])
        try container.close()
    }
}

/// A library that lends books.
private enum Lending {
    final class Author: ManagedObject {}
    final class Book: ManagedObject {}
    final class Loan: ManagedObject {}

    static func lent(_ context: ManagedObjectContext) throws -> [String] {
        let lent = try context.fetch(
            FetchRequest<Book>(
                #Predicate {
                    $0.loans.contains { $0.returned == nil }
                        && $0.title.localizedStandardContains("pea")
                },
                sortBy: [SortDescriptor(\.title), SortDescriptor(\.author?.name)], limit: 20))
        return lent.map { "\($0.title) by \($0.author?.name ?? "nobody")" }
    }

    static var model: ManagedObjectModel {
        var author = EntityDescription("Author")
        author.attributes = [AttributeDescription("name", .string, isOptional: false)]
        let books = RelationshipDescription(toMany: "books", "Book", inverse: "author")
        author.relationships = [books]
        var book = EntityDescription("Book")
        book.attributes = [AttributeDescription("title", .string, isOptional: false)]
        let writer = RelationshipDescription(toOne: "author", "Author", inverse: "books")
        let loans = RelationshipDescription(toMany: "loans", "Loan", inverse: "book")
        book.relationships = [writer, loans]
        var loan = EntityDescription("Loan")
        let returned = AttributeDescription("returned", .date)
        loan.attributes = [returned]
        loan.relationships = [
            RelationshipDescription(toOne: "book", "Book", inverse: "loans", isOptional: false)
        ]
        return ManagedObjectModel(entities: [author, book, loan])
    }

    static let classes = [
        ManagedObjectClass(
            entityName: "Author", objectClass: Author.self,
            properties: [("books", nil), ("name", \Author.name)]),
        ManagedObjectClass(
            entityName: "Book", objectClass: Book.self,
            properties: [
                ("author", \Book.author),
                ("loans", \Book.loans),
                ("title", \Book.title),
            ]),
        ManagedObjectClass(
            entityName: "Loan", objectClass: Loan.self,
            properties: [("book", \Loan.book), ("returned", \Loan.returned)]),
    ]
}

extension Lending.Author {
    fileprivate var name: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
}

extension Lending.Book {
    fileprivate var author: Lending.Author? {
        get { toOne(at: 0, as: Lending.Author.self) }
        set { setToOne(newValue, at: 0) }
    }
    fileprivate var loans: Set<Lending.Loan> { toMany(at: 1, as: Lending.Loan.self) }
    fileprivate var title: String {
        get { string(at: 2) ?? "" }
        set { setString(newValue, at: 2) }
    }
}

extension Lending.Loan {
    fileprivate var book: Lending.Book? {
        get { toOne(at: 0, as: Lending.Book.self) }
        set { setToOne(newValue, at: 0) }
    }
    fileprivate var returned: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }
}
