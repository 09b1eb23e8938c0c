import ObjectModel
import Persistence
import Testing

@Suite("Entities in predicates, on every store")
struct EntityPredicateTests {
    private func library(_ kind: StoreKind) throws -> TestLibrary {
        let library = try TestLibrary(kind)
        try library.save(author: "Ada", titles: ["One"])
        let context = library.context()
        let novel = Novel(context: context)
        novel.title = "Two"
        novel.author = try context.fetch(FetchRequest<Author>()).first
        try context.save()
        return library
    }

    @Test(
        "A predicate selects by entity name", arguments: StoreKind.allCases,
        [
            ("entity.name == 'Novel'", ["Two"]), ("entity == 'Book'", ["One"]),
            ("entity.name IN {'Book', 'Novel'}", ["One", "Two"]),
            ("entity.name BEGINSWITH 'N'", ["Two"]), ("entity.name != 'Novel'", ["One"]),
            ("author.entity.name == 'Author'", ["One", "Two"]),
            ("author.entity.name == 'Novel'", []),
        ])
    func selection(kind: StoreKind, example: (format: String, titles: [String])) throws {
        let library = try library(kind)
        let predicate = try FetchPredicate(format: example.format)
        var request = Book.fetchRequest()
        request.predicate = predicate
        request.sortDescriptors = [FetchSortDescriptor("title")]
        let context = library.context()

        #expect(try context.fetch(request).map(\.title) == example.titles)
        let books = try all(Book.self, by: "title", in: context)
        #expect(try books.filtered(using: predicate).map(\.title) == example.titles)
        books[0].weight = 2
        #expect(try context.fetch(request).map(\.title) == example.titles)
    }

    @Test("An entity description can be an argument")
    func description() throws {
        let library = try library(.usual)
        let context = library.context()
        let novel = try #require(try context.fetch(Novel.fetchRequest()).first)
        var request = Book.fetchRequest()
        request.predicate = try FetchPredicate(format: "entity == %@", novel.entity)

        #expect(try context.fetch(request) == [novel])
    }
}
