import Foundation
import Persistence
import Testing

@Suite("Fetched results")
struct FetchedResultsTests {
    private let library: TestLibrary
    private let context: ManagedObjectContext

    init() throws {
        library = try TestLibrary(.cheapest)
        context = library.context()
    }

    /// Books by the first letters of their titles, in sections.
    private func controller(
        _ titles: [String]
    ) throws -> (FetchedResultsController<Book>, [Book]) {
        let books = titles.map { title in
            let book = Book(context: context)
            book.title = title
            return book
        }
        try context.save()
        var request = FetchRequest<Book>()
        request.sortDescriptors = [FetchSortDescriptor("title")]
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context
        ) { book in (book.title?.first).map { String($0) } }
        try controller.performFetch()
        return (controller, books)
    }

    @Test("Results are in sections, with their index paths")
    func sections() throws {
        let (controller, books) = try controller(["b1", "a2", "a1"])

        #expect(controller.sections.map(\.name) == ["a", "b"])
        #expect(controller.sections.map(\.numberOfObjects) == [2, 1])
        #expect(controller.fetchedObjects?.map(\.title) == ["a1", "a2", "b1"])
        #expect(controller.object(at: IndexPath(item: 1, section: 0)) === books[1])
        #expect(controller.indexPath(forObject: books[0]) == IndexPath(item: 0, section: 1))
        #expect(controller.snapshot.allObjectIDs == [2, 1, 0].map { books[$0].objectID })
    }

    @Test("There are no results before the first fetch, and no sections without results")
    func empty() throws {
        let controller = FetchedResultsController(
            fetchRequest: FetchRequest<Book>(), managedObjectContext: context)
        #expect(controller.fetchedObjects == nil)

        try controller.performFetch()

        #expect(controller.fetchedObjects?.isEmpty == true)
        #expect(controller.sections.isEmpty)
    }

    @Test("Section index titles are capital letters without duplicates")
    func sectionIndex() throws {
        var request = FetchRequest<Book>()
        request.sortDescriptors = [FetchSortDescriptor("title")]
        for title in ["beta", "alpha", "arrow"] { Book(context: context).title = title }
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "title")

        try controller.performFetch()

        #expect(controller.sectionIndexTitles == ["A", "B"])
        #expect(controller.section(forSectionIndexTitle: "B") == 2)
        #expect(controller.section(forSectionIndexTitle: "C") == nil)
    }

    @Test("A sort order that splits a section is refused")
    func scattered() throws {
        for (title, stock) in [("a", 1), ("b", 2), ("c", 1)] {
            let book = Book(context: context)
            book.title = title
            book.stock = Int16(stock)
        }
        var request = FetchRequest<Book>()
        request.sortDescriptors = [FetchSortDescriptor("title")]
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "stock")

        #expect(throws: PersistenceError.self) { try controller.performFetch() }
    }

    @Test("Each type of change is reported with old and new index paths, sections first")
    func kinds() async throws {
        let (controller, books) = try controller(["a1", "a2", "b1", "c1"])
        var changes = controller.changes.makeAsyncIterator()
        let new = Book(context: context)
        new.title = "d1"
        context.delete(books[0])
        books[1].stock = 9
        books[2].title = "c2"

        context.processPendingChanges()

        let report = try #require(await changes.next())
        let sections = report.sections.map { "\($0.type) \($0.name) \($0.index)" }
        #expect(sections == ["delete b 1", "insert d 2"])
        let moved = [books[0], new, books[2], books[1]].map(\.objectID)
        #expect(report.objects.map(\.objectID) == moved)
        #expect(report.objects.map(\.type) == [.delete, .insert, .move, .update])
        #expect(report.objects.map(\.indexPath) == [[0, 0], nil, [1, 0], [0, 1]])
        #expect(report.objects.map(\.newIndexPath) == [nil, [2, 0], [1, 1], [0, 0]])
    }

    @Test("If two objects swap places, the changed one is reported as moved")
    func moves() async throws {
        let (controller, books) = try controller(["a1", "a2", "a3"])
        var changes = controller.changes.makeAsyncIterator()
        books[0].title = "a4"

        context.processPendingChanges()

        let report = try #require(await changes.next())
        #expect(report.objects.map(\.objectID) == [books[0].objectID])
        #expect(report.objects.map(\.type) == [.move])
        #expect(report.objects.first?.newIndexPath == [0, 2])
    }

    @Test("A change to an object of another entity is not reported")
    func others() throws {
        let (controller, _) = try controller(["a1"])
        let mirror = ResultsMirror(controller)
        controller.delegate = mirror
        let tag = Tag(context: context)
        tag.label = "Old"

        context.processPendingChanges()
        try context.save()

        #expect(mirror.rounds == 0)
    }

    @Test(
        "A refresh is reported as an update if the object is among the results",
        arguments: [true, false])
    func refreshing(mergeChanges: Bool) throws {
        let (controller, books) = try controller(["a1", "a2"])
        let tag = Tag(context: context)
        tag.label = "Old"
        try context.save()
        let mirror = ResultsMirror(controller)
        controller.delegate = mirror

        try context.refresh(tag, mergeChanges: mergeChanges)
        context.processPendingChanges()
        #expect(mirror.rounds == 0)

        try context.refresh(books[0], mergeChanges: mergeChanges)
        context.processPendingChanges()
        #expect(mirror.rounds == 1)
        #expect(mirror.counts == [.update: 1])
    }

    @Test("Merged changes of another context are reported")
    func merging() throws {
        let (controller, books) = try controller(["a1", "a2"])
        let mirror = ResultsMirror(controller)
        controller.delegate = mirror
        context.automaticallyMergesChangesFromParent = true
        try library.container.write { other in
            try other.existing(books[0].objectID, as: Book.self).title = "b1"
            other.delete(try other.existing(books[1].objectID, as: Book.self))
            Book(context: other).title = "c1"
            try other.save()
        }

        _ = try context.fetch(FetchRequest<Tag>())

        #expect(controller.fetchedObjects?.map(\.title) == ["b1", "c1"])
        #expect(mirror.counts == [.delete: 1, .insert: 1, .move: 1])
        try mirror.check(controller) { book in (book.title?.first).map { String($0) } ?? "" }
    }

    @Test("A context reset fetches again")
    func reset() throws {
        let (controller, _) = try controller(["a1", "b1"])
        let mirror = ResultsMirror(controller)
        controller.delegate = mirror

        context.reset()

        #expect(mirror.counts == [.delete: 2, .insert: 2])
        #expect(controller.fetchedObjects?.map(\.title) == ["a1", "b1"])
    }
}
