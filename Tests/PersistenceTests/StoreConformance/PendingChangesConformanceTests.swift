import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Fetching with unsaved changes, on every store")
struct PendingChangesConformanceTests {
    private func titles(
        _ context: ManagedObjectContext, _ prepare: (inout FetchRequest<Book>) throws -> Void
    ) throws -> String {
        var request = FetchRequest<Book>()
        request.sortDescriptors = [FetchSortDescriptor("title")]
        try prepare(&request)
        let found = try context.fetch(request)
        #expect(try context.count(for: request) == found.count)
        #expect(try context.fetchObjectIDs(request) == found.map(\.objectID))
        return found.map { $0.title ?? "-" }.joined(separator: " ")
    }

    @Test("Inserted objects are included", arguments: StoreKind.allCases)
    func inserts(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try library.save(author: "Ada", titles: ["a", "c", "e"])
        let context = library.context()
        for title in ["b", "d"] {
            let book = Book(context: context)
            book.title = title
        }

        #expect(try titles(context) { _ in } == "a b c d e")
        #expect(try titles(context) { $0.fetchLimit = 3 } == "a b c")
        let window = try titles(context) {
            $0.fetchLimit = 2
            $0.fetchOffset = 3
        }
        #expect(window == "d e")
        #expect(try titles(context) { $0.includesPendingChanges = false } == "a c e")
        #expect(
            try titles(context) { $0.predicate = try FetchPredicate(format: "title > 'c'") }
                == "d e")
    }

    @Test("Deleted objects are excluded", arguments: StoreKind.allCases)
    func deletes(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["a", "b", "c"])
        let context = library.context()

        context.delete(context.object(with: ids[2]))

        #expect(try titles(context) { _ in } == "a c")
        #expect(try titles(context) { $0.fetchLimit = 2 } == "a c")
        #expect(try titles(context) { $0.includesPendingChanges = false } == "a b c")
        context.delete(context.object(with: ids[0]))
        #expect(try titles(context) { _ in } == "")
    }

    @Test("Updated objects match by their new values", arguments: StoreKind.allCases)
    func updates(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["a", "b", "c"])
        let context = library.context()
        try context.existing(ids[1], as: Book.self).title = "z"
        try context.existing(ids[3], as: Book.self).title = "aa"

        #expect(try titles(context) { _ in } == "aa b z")
        #expect(
            try titles(context) { $0.predicate = try FetchPredicate(format: "title < 'b'") }
                == "aa")
        #expect(
            try titles(context) { $0.predicate = try FetchPredicate(format: "title > 'b'") } == "z")
    }

    @Test(
        "A predicate with a relationship includes its unsaved destination",
        arguments: StoreKind.allCases)
    func relationships(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["a", "b"])
        try library.save(author: "Bob", titles: ["c"])
        let context = library.context()
        try context.existing(ids[1], as: Book.self).author = nil
        let new = Book(context: context)
        new.title = "d"
        new.author = try context.existing(ids[0], as: Author.self)

        let found = try titles(context) {
            $0.predicate = try FetchPredicate(format: "author.name == 'Ada'")
        }
        let same = try titles(context) {
            $0.predicate = try FetchPredicate(format: "author == %@", ids[0])
        }

        #expect(found == "b d")
        #expect(same == "b d")
    }

    @Test(
        "A change to a related record only matters once it is saved",
        arguments: StoreKind.allCases)
    func changeElsewhere(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["a"])
        let other = try library.save(author: "Bob", titles: ["b"])
        let context = library.context()

        try context.existing(ids[0], as: Author.self).name = "Zoe"
        try context.existing(other[1], as: Book.self).stock = 3
        func found() throws -> String {
            try titles(context) {
                $0.predicate = try FetchPredicate(format: "author.name == 'Zoe'")
            }
        }

        // As in Core Data: candidates come from the store, and only unsaved changes to the fetched
        // entity are added.
        #expect(try found() == "")
        try context.save()
        #expect(try found() == "a")
    }

    @Test("Unsaved changes are sorted", arguments: StoreKind.allCases)
    func order(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["a", "b", "c"])
        let context = library.context()
        try context.existing(ids[1], as: Book.self).stock = 5
        let new = Book(context: context)
        new.title = "n"
        new.stock = 3

        let found = try titles(context) {
            $0.sortDescriptors = [
                FetchSortDescriptor("stock", ascending: false), FetchSortDescriptor("title"),
            ]
        }

        #expect(found == "a n b c")
    }

    @Test("Without a sort order, new objects are last", arguments: StoreKind.allCases)
    func naturalOrder(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["a", "b"])
        let context = library.context()
        let new = Book(context: context)
        new.title = "n"
        try context.existing(ids[2], as: Book.self).title = "changed"

        #expect(try titles(context) { $0.sortDescriptors = [] } == "a changed n")
    }
}
