import Persistence
import Testing

@Suite("Prefetching for objects that were read before, on every store")
struct StalePrefetchTests {
    @Test(
        "Members are the store’s, regardless of older values in objects",
        arguments: StoreKind.allCases, [false, true])
    func moved(kind: StoreKind, fires: Bool) throws {
        let library = try TestLibrary(kind)
        let ada = try library.save(author: "Ada", titles: ["One", "Two", "Three"])
        let bob = try library.save(author: "Bob", titles: ["Four"])
        let context = library.context()
        let held = try all(Book.self, by: "title", in: context)
        if fires { #expect(held.allSatisfy { $0.title != nil }) }
        let other = library.context()
        try other.existing(ada[2], as: Book.self).author = try other.existing(
            bob[0], as: Author.self)
        try other.existing(ada[3], as: Book.self).author = nil
        try other.save()
        var request = FetchRequest<Author>()
        request.relationshipKeyPathsForPrefetching = ["books"]
        request.sortDescriptors = [FetchSortDescriptor("name")]

        let authors = try context.fetch(request)

        #expect(authors.map { $0.books.map(\.objectID).count } == [1, 2])
        #expect(Set(authors[0].books.map(\.objectID)) == [ada[1]])
        #expect(Set(authors[1].books.map(\.objectID)) == [ada[2], bob[1]])
        #expect(held.count == 4)
    }

    @Test("An object retains only the destinations of its last prefetch")
    func replaced() throws {
        let library = try TestLibrary(.usual)
        let ada = try library.save(author: "Ada", titles: ["One"])
        let bob = try library.save(author: "Bob", titles: [])
        let context = library.context()
        var request = FetchRequest<Book>()
        request.relationshipKeyPathsForPrefetching = ["author"]
        let book = try #require(try context.fetch(request).first)
        weak let former = book.author
        #expect(former?.name == "Ada")
        let other = library.context()
        try other.existing(ada[1], as: Book.self).author = try other.existing(
            bob[0], as: Author.self)
        try other.save()
        request.shouldRefreshRefetchedObjects = true

        #expect(try context.fetch(request) == [book])

        #expect(book.author?.name == "Bob")
        #expect(former == nil)
    }

    @Test("Ordered members are in the store’s order", arguments: StoreKind.allCases)
    func reordered(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let writer = library.context()
        let books = ["A", "B"].map { title in
            let book = Book(context: writer)
            book.title = title
            book.pages = (0..<3).map { number in
                let page = Page(context: writer)
                page.text = "\(title)\(number)"
                return page
            }
            return book
        }
        try writer.save()
        let context = library.context()
        let held = try all(Page.self, by: "text", in: context)
        let (first, second) = (books[0].pages, books[1].pages)
        books[0].pages = [first[2], second[1], first[0]]
        books[1].pages = [second[0], second[2], first[1]]
        try writer.save()
        var request = FetchRequest<Book>()
        request.relationshipKeyPathsForPrefetching = ["pages"]
        request.sortDescriptors = [FetchSortDescriptor("title")]

        let found = try context.fetch(request)

        #expect(found.map { $0.pages.map(\.text) } == [["A2", "B1", "A0"], ["B0", "B2", "A1"]])
        #expect(held.count == 6)
    }
}
