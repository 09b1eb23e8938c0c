import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Fetching, on every store")
struct FetchingConformanceTests {
    /// Ten books: stock 9 down to 0, titles "b0" to "b9", ISBN "none" for the even ones.
    private func fill(_ library: TestLibrary) throws {
        let context = library.context()
        for number in 0..<10 {
            let book = number == 7 ? Novel(context: context) : Book(context: context)
            book.title = "b\(number)"
            book.stock = Int16(9 - number)
            book.isbn = number.isMultiple(of: 2) ? "none" : nil
        }
        try context.save()
    }

    private func titles(
        _ context: ManagedObjectContext, _ prepare: (inout FetchRequest<Book>) -> Void
    ) throws -> String {
        var request = FetchRequest<Book>()
        prepare(&request)
        return try context.fetch(request).map { $0.title ?? "-" }.joined(separator: " ")
    }

    @Test("Without a sort order, records are in insertion order", arguments: StoreKind.allCases)
    func naturalOrder(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)

        #expect(try titles(library.context()) { _ in } == "b0 b1 b2 b3 b4 b5 b6 b7 b8 b9")
    }

    @Test("Limit and offset select a range", arguments: StoreKind.allCases)
    func window(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()

        let page = try titles(context) {
            $0.sortDescriptors = [FetchSortDescriptor("stock")]
            $0.fetchLimit = 3
            $0.fetchOffset = 2
        }
        let end = try titles(context) { $0.fetchOffset = 8 }
        let beyond = try titles(context) { $0.fetchOffset = 20 }

        #expect(page == "b7 b6 b5")
        #expect(end == "b8 b9")
        #expect(beyond == "")
    }

    @Test("Several sort descriptors apply, and nulls are first", arguments: StoreKind.allCases)
    func order(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()

        let ascending = try titles(context) {
            $0.sortDescriptors = [
                FetchSortDescriptor("isbn"), FetchSortDescriptor("title", ascending: false),
            ]
        }
        let descending = try titles(context) {
            $0.sortDescriptors = [FetchSortDescriptor("isbn", ascending: false)]
        }

        #expect(ascending == "b9 b7 b5 b3 b1 b8 b6 b4 b2 b0")
        #expect(descending == "b0 b2 b4 b6 b8 b1 b3 b5 b7 b9")
    }

    @Test("Strings are sorted by the given comparison", arguments: StoreKind.allCases)
    func stringOrder(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let setup = library.context()
        for title in ["box 10", "Box 2", "ähre", "Zebra", "apfel"] {
            let book = Book(context: setup)
            book.title = title
        }
        try setup.save()
        let context = library.context()
        func order(_ comparison: FetchSortDescriptor.Comparison) throws -> String {
            var request = FetchRequest<Book>()
            request.sortDescriptors = [FetchSortDescriptor("title", comparison: comparison)]
            return try context.fetch(request).map { $0.title ?? "" }.joined(separator: ", ")
        }

        #expect(try order(.plain) == "Box 2, Zebra, apfel, box 10, ähre")
        #expect(try order(.caseInsensitive) == "apfel, box 10, Box 2, Zebra, ähre")
        #expect(try order(.localizedStandard) == "ähre, apfel, Box 2, box 10, Zebra")
    }

    @Test(
        "Lowercase sorts before uppercase, and accents take precedence over case",
        arguments: StoreKind.allCases)
    func standardOrder(kind: StoreKind) throws {
        let ordered = [
            "-", "a-b", "a‑b", "aether", "æther", "Aether", "Æther", "box 2", "Box 02", "Box 2",
            "box 10", "e", "E", "é", "É", "ée", "éE", "Ée", "éé", "l’x", "L'x", "oe", "œ", "Oe",
            "Œ",
            "ss", "ß", "SS", "ẞ", "zebra", "zeBra", "Zebra", "zébra", "Zébra", "я", "Я", "カ", "ｶ",
        ]
        let library = try TestLibrary(kind)
        let setup = library.context()
        for index in ordered.indices {
            let book = Book(context: setup)
            book.title = ordered[index * 7 % ordered.count]
        }
        try setup.save()
        for ascending in [true, false] {
            var request = FetchRequest<Book>()
            request.sortDescriptors = [
                FetchSortDescriptor("title", ascending: ascending, comparison: .localizedStandard)
            ]

            let titles = try library.context().fetch(request).map { $0.title ?? "" }

            #expect(titles == (ascending ? ordered : ordered.reversed()))
        }
    }

    @Test("A sort descriptor follows a relationship", arguments: StoreKind.allCases)
    func orderByDestination(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try library.save(author: "Zoe", titles: ["z"])
        try library.save(author: "Ada", titles: ["a"])
        try fill(library)

        let found = try titles(library.context()) {
            $0.sortDescriptors = [FetchSortDescriptor("author.name", ascending: false)]
            $0.fetchLimit = 3
        }

        #expect(found == "z a b0")
    }

    @Test("Counts and IDs match the fetch", arguments: StoreKind.allCases)
    func countsAndIDs(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: "isbn == 'none'")
        request.sortDescriptors = [FetchSortDescriptor("stock")]

        #expect(try context.count(for: request) == 5)
        let ids = try context.fetchObjectIDs(request)
        #expect(ids == (try context.fetch(request).map(\.objectID)))
        request.fetchLimit = 2
        request.fetchOffset = 4
        #expect(try context.count(for: request) == 1)
        #expect(try context.fetchObjectIDs(request) == Array(ids.suffix(1)))
        #expect(try context.fetchFirst(FetchRequest<Book>())?.title == "b0")
    }

    @Test("Subentities are included or excluded", arguments: StoreKind.allCases)
    func subentities(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        var books = FetchRequest<Book>()
        let novels = FetchRequest<Novel>()

        #expect(try context.count(for: books) == 10)
        books.includesSubentities = false
        #expect(try context.count(for: books) == 9)
        #expect(try context.fetch(books).allSatisfy { !($0 is Novel) })
        #expect(try context.fetch(novels).map(\.title) == ["b7"])
        let novel = Novel(context: context)
        novel.title = "new"
        #expect(try context.count(for: books) == 9)
        #expect(try context.count(for: novels) == 2)
    }

    @Test("A fetch with a batch size returns all objects", arguments: StoreKind.allCases)
    func batches(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()

        let found = try titles(context) {
            $0.fetchBatchSize = 3
            $0.sortDescriptors = [FetchSortDescriptor("stock")]
            $0.fetchLimit = 8
        }

        #expect(found == "b9 b8 b7 b6 b5 b4 b3 b2")
    }

    @Test("A fetch can omit property values", arguments: StoreKind.allCases)
    func withoutValues(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)

        let found = try titles(library.context()) { $0.includesPropertyValues = false }

        #expect(found == "b0 b1 b2 b3 b4 b5 b6 b7 b8 b9")
    }

    @Test("Relationships of every kind are prefetched", arguments: StoreKind.allCases)
    func prefetching(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let setup = library.context()
        try library.save(author: "Ada", titles: ["a", "b"])
        for book in try all(Book.self, by: "title", in: setup) {
            let tag = Tag(context: setup)
            tag.label = "tag of \(book.title ?? "")"
            book.tags = [tag]
            for text in ["1", "2"] {
                let page = Page(context: setup)
                page.text = text
                page.book = book
            }
        }
        try setup.save()
        let context = library.context()
        var request = FetchRequest<Author>()
        request.relationshipKeyPathsForPrefetching = ["books.tags", "books.pages", "books.author"]

        let author = try #require(try context.fetch(request).first)

        let books = author.books.sorted { $0.title ?? "" < $1.title ?? "" }
        #expect(books.map(\.title) == ["a", "b"])
        #expect(books.map { $0.tags.first?.label } == ["tag of a", "tag of b"])
        #expect(books.map { $0.pages.map(\.text) } == [["1", "2"], ["1", "2"]])
        #expect(books.map(\.author) == [author, author])
        request.relationshipKeyPathsForPrefetching = ["books.title"]
        #expect(throws: PersistenceError.self) { _ = try context.fetch(request) }
    }

    @Test("Prefetching keeps unsaved members", arguments: StoreKind.allCases)
    func prefetchingWithChanges(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["a", "b"])
        let context = library.context()
        let author = try context.existing(ids[0], as: Author.self)
        try context.existing(ids[1], as: Book.self).author = nil
        let new = Book(context: context)
        new.title = "c"
        new.author = author
        var request = FetchRequest<Author>()
        request.relationshipKeyPathsForPrefetching = ["books"]

        let found = try #require(try context.fetch(request).first)

        #expect(found === author)
        #expect(Set(found.books.map(\.title)) == ["b", "c"])
    }

    @Test(
        "Refetching keeps an object’s values unless it is to refresh them",
        arguments: StoreKind.allCases)
    func refetching(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["a"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try second.existing(id, as: Book.self)
        #expect(book.title == "a")
        try first.existing(id, as: Book.self).title = "b"
        try first.save()
        var request = FetchRequest<Book>()

        #expect(try second.fetch(request).map(\.title) == ["a"])
        request.shouldRefreshRefetchedObjects = true
        #expect(try second.fetch(request).map(\.title) == ["b"])
        book.title = "mine"
        #expect(try second.fetch(request).map(\.title) == ["mine"])
    }

    @Test(
        "A transient attribute in a predicate or sort descriptor is an error",
        arguments: StoreKind.allCases)
    func transientKeys(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        var request = FetchRequest<ManagedObject>(entityName: "Gadget")

        request.predicate = try FetchPredicate(format: "note == nil")
        #expect(throws: (any Error).self) { _ = try context.fetch(request) }
        request.predicate = nil
        request.sortDescriptors = [FetchSortDescriptor("note")]
        #expect(throws: (any Error).self) { _ = try context.fetch(request) }
    }

    @Test("An invalid request is an error", arguments: StoreKind.allCases)
    func errors(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: "nothing == 1")
        #expect(throws: (any Error).self) { _ = try context.fetch(request) }
        request.predicate = nil
        request.sortDescriptors = [FetchSortDescriptor("nothing")]
        #expect(throws: (any Error).self) { _ = try context.fetch(request) }
        #expect(throws: PersistenceError.self) {
            _ = try context.fetch(FetchRequest<ManagedObject>())
        }
        #expect(throws: PersistenceError.self) {
            _ = try context.fetch(FetchRequest<Author>(entityName: "Book"))
        }
        #expect(throws: PersistenceError.self) {
            _ = try context.fetch(FetchRequest<ManagedObject>(entityName: "Nothing"))
        }
    }
}
