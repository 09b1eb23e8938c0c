import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Batch insertions of objects and incomplete records, on every store")
struct BatchObjectConformanceTests {
    @Test("A managed object handler is called for each object", arguments: StoreKind.allCases)
    func objects(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        var titles = ["One", "Two", "Three"][...]
        var request = BatchInsertRequest(
            entityName: "Book",
            managedObjectHandler: { (book: Book) in
                guard let title = titles.popFirst() else { return true }
                #expect(book.managedObjectContext == nil)
                #expect(book.awakenings == 0)
                #expect(book.stock == 1)
                book.title = title
                book.cover = "cover of \(title)"
                if title == "Two" { book.stock = 7 }
                return false
            })
        request.resultType = .count

        let result = try context.execute(request)

        #expect(result.count == 3)
        #expect(!context.hasChanges)
        let other = library.context()
        let books = try all(Book.self, by: "title", in: other)
        #expect(books.map(\.title) == ["One", "Three", "Two"])
        #expect(books.map(\.cover) == ["cover of One", "cover of Three", "cover of Two"])
        #expect(books.map(\.stock) == [1, 1, 7])
    }

    @Test("An object of a batch cannot have relationships or another class")
    func wrongObjects() throws {
        let library = try TestLibrary(.usual)
        let authorID = try library.save(author: "Ada", titles: [])[0]
        let context = library.context()
        let author = try context.existing(authorID, as: Author.self)

        #expect(throws: PersistenceError.self) {
            try context.execute(
                BatchInsertRequest(
                    entityName: "Book",
                    managedObjectHandler: { (book: Book) in
                        book.title = "One"
                        book.author = author
                        return false
                    }))
        }
        #expect(throws: PersistenceError.self) {
            try context.execute(
                BatchInsertRequest(
                    entityName: "Book", managedObjectHandler: { (_: Author) in false }))
        }
        #expect(author.books.isEmpty)
        #expect(try context.count(for: FetchRequest<Book>()) == 0)
    }

    @Test("A record without a required value is not inserted", arguments: StoreKind.allCases)
    func requiredValues(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let incomplete: [(String, [String: any Sendable], String)] = [
            ("Book", ["stock": 2], "title"), ("Loan", ["borrower": "Eve"], "book"),
        ]
        for (entity, values, missing) in incomplete {
            let found = faults {
                try context.execute(BatchInsertRequest(entityName: entity, objects: [values]))
            }
            #expect(found.map(\.code) == [.missingMandatoryProperty])
            #expect(found.map(\.key) == [missing])
        }
        #expect(
            faults {
                try context.execute(
                    BatchInsertRequest(
                        entityName: "Book",
                        managedObjectHandler: { (book: Book) in
                            book.stock = 3
                            return false
                        }))
            }.map(\.key) == ["title"])
        #expect(try context.count(for: FetchRequest<Book>()) == 0)
    }
}
