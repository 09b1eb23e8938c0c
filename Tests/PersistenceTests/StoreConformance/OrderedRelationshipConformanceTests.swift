import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Ordered relationships, on every store")
struct OrderedRelationshipConformanceTests {
    /// A saved book with pages of the given texts.
    private func book(
        _ texts: [String], in context: ManagedObjectContext
    ) throws -> Book {
        let book = Book(context: context)
        book.title = "Book"
        for text in texts {
            let page = Page(context: context)
            page.text = text
            page.book = book
        }
        try context.save()
        return book
    }

    private func texts(_ book: Book) -> String {
        book.pages.map { $0.text ?? "" }.joined()
    }

    /// The order in another context after the store was reopened.
    private func stored(_ book: Book, in library: TestLibrary) throws -> String {
        try library.reopen()
        let context = library.context()
        let found = try #require(try all(Book.self, by: "title", in: context).first)
        return texts(found)
    }

    @Test("New members are appended", arguments: StoreKind.allCases)
    func append(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()

        let book = try book(["a", "b", "c"], in: context)

        #expect(texts(book) == "abc")
        #expect(try stored(book, in: library) == "abc")
    }

    @Test("A member can be inserted at an index", arguments: StoreKind.allCases)
    func insert(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = try book(["a", "b", "c"], in: context)
        let page = Page(context: context)
        page.text = "X"

        book.insertIntoOrdered(page, at: 1, slot: 5)
        #expect(page.book === book)
        #expect(texts(book) == "aXbc")
        try context.save()

        #expect(try stored(book, in: library) == "aXbc")
    }

    @Test("A member can be moved", arguments: StoreKind.allCases)
    func move(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = try book(["a", "b", "c", "d"], in: context)

        book.moveInOrdered(from: 3, to: 0, slot: 5)
        #expect(texts(book) == "dabc")
        book.moveInOrdered(from: 0, to: 2, slot: 5)
        #expect(texts(book) == "abdc")
        try context.save()

        #expect(try stored(book, in: library) == "abdc")
    }

    @Test("A move writes only the moved member", arguments: StoreKind.allCases)
    func moveWritesOne(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = try book(["a", "b", "c", "d"], in: context)

        book.moveInOrdered(from: 3, to: 1, slot: 5)
        try context.save()

        #expect(book.pages.map(\.rowVersion) == [1, 2, 1, 1])
    }

    @Test("A member can be replaced", arguments: StoreKind.allCases)
    func replace(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = try book(["a", "b", "c"], in: context)
        let page = Page(context: context)
        page.text = "X"
        let old = book.pages[1]

        book.replaceInOrdered(at: 1, with: page, slot: 5)
        #expect(texts(book) == "aXc")
        #expect(old.book == nil)
        context.delete(old)
        try context.save()

        #expect(try stored(book, in: library) == "aXc")
    }

    @Test("The whole order can be replaced", arguments: StoreKind.allCases)
    func setAll(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = try book(["a", "b", "c"], in: context)

        book.pages = book.pages.reversed()
        try context.save()

        #expect(texts(book) == "cba")
        #expect(try stored(book, in: library) == "cba")
    }

    @Test("Removing a member keeps the order of the others", arguments: StoreKind.allCases)
    func remove(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = try book(["a", "b", "c"], in: context)

        context.delete(book.pages[1])
        try context.save()

        #expect(texts(book) == "ac")
        #expect(try stored(book, in: library) == "ac")
    }

    @Test("A member moved to another owner is appended", arguments: StoreKind.allCases)
    func newOwner(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let first = try book(["a", "b"], in: context)
        let second = try book(["c", "d"], in: context)
        second.title = "Aardvark"

        first.pages[0].book = second
        #expect(texts(second) == "cda")
        try context.save()

        #expect(try stored(second, in: library) == "cda")
    }

    @Test("Many insertions at the same index remain in order", arguments: StoreKind.allCases)
    func crowding(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = try book(["a", "z"], in: context)

        for letter in "bcdefghijklmnopqrstuvwxy".reversed() {
            let page = Page(context: context)
            page.text = String(letter)
            book.insertIntoOrdered(page, at: 1, slot: 5)
            try context.save()
        }

        #expect(try stored(book, in: library) == "abcdefghijklmnopqrstuvwxyz")
    }

    @Test("Members added to a fault are appended", arguments: StoreKind.allCases)
    func appendToFault(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try book(["a", "b"], in: library.context()).objectID
        let context = library.context()
        let book = try #require(context.object(with: id) as? Book)
        let page = Page(context: context)
        page.text = "c"

        page.book = book
        try context.save()

        #expect(try stored(book, in: library) == "abc")
    }

    @Test("Both sides of a many-to-many relationship can be ordered", arguments: StoreKind.allCases)
    func manyToMany(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        // The side that does not write the join rows is saved first.
        let teams = try ["X", "Y"].map { try context.make("Team", $0) }
        let people = try ["Ann", "Ben", "Cy"].map { try context.make("Person", $0) }

        try teams[0].setValue([people[2], people[0], people[1]], forKey: "members")
        try teams[1].setValue([people[1], people[2]], forKey: "members")
        try people[1].setValue([teams[1], teams[0]], forKey: "teams")
        try context.save()

        try store.reopen()
        let other = store.context()
        let found = try other.named("Team")
        #expect(try found[0].list("members").map { try $0.text("name") } == ["Cy", "Ann", "Ben"])
        #expect(try found[1].list("members").map { try $0.text("name") } == ["Ben", "Cy"])
        let ben = try other.named("Person")[1]
        #expect(try ben.list("teams").map { try $0.text("name") } == ["Y", "X"])

        try found[0].setValue(Array(try found[0].list("members").reversed()), forKey: "members")
        try other.save()

        let third = store.context()
        let again = try third.named("Team")
        #expect(try again[0].list("members").map { try $0.text("name") } == ["Ben", "Ann", "Cy"])
        #expect(
            try third.named("Person")[1].list("teams").map { try $0.text("name") } == ["Y", "X"])
    }
}
