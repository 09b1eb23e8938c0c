import Foundation
import Persistence
import Testing

@Suite("Fetched results during random edits")
struct FetchedResultsRandomTests {
    enum Wish: String, CaseIterable, CustomTestStringConvertible {
        case stocks, titles, authors, page, unsorted

        var testDescription: String { rawValue }

        func request() throws -> FetchRequest<Book> {
            var request = FetchRequest<Book>()
            switch self {
            case .stocks:
                request.sortDescriptors = [
                    FetchSortDescriptor("stock"), FetchSortDescriptor("title", ascending: false),
                ]
            case .titles:
                request.sortDescriptors = [FetchSortDescriptor("title")]
                request.predicate = try FetchPredicate(
                    format: "stock > 0 AND title CONTAINS '1' AND tags.@count < 3")
            case .authors:
                request.sortDescriptors = [
                    FetchSortDescriptor("author.name"), FetchSortDescriptor("stock"),
                ]
                request.predicate = try FetchPredicate(format: "ANY tags.label != NIL")
            case .page:
                request.sortDescriptors = [FetchSortDescriptor("title")]
                request.fetchOffset = 2
                request.fetchLimit = 5
            case .unsorted: break
            }
            return request
        }

        var sectionNameKeyPath: String? {
            switch self {
            case .stocks: "stock"
            case .authors: "author.name"
            case .titles, .page, .unsorted: nil
            }
        }

        func sectionName(of book: Book) -> String {
            switch self {
            case .stocks: "\(book.stock)"
            case .authors: book.author?.name ?? ""
            case .titles, .page, .unsorted: ""
            }
        }
    }

    /// The number of steps: fewer for a server, which each step queries.
    private static let (steps, childSteps) =
        StoreKind.allCases.contains(.inMemory) ? (1_000, 300) : (160, 120)

    @Test(
        "Reported changes lead to the results of a fetch, with undo, rollback and saves in between",
        arguments: Wish.allCases, [31, 32] as [UInt64])
    func reports(wish: Wish, seed: UInt64) throws {
        let editor = RandomEditor(
            try TestLibrary(seed == 31 ? .cheapest : .usual), seed: seed, undoes: true)
        try follow(editor, wish, steps: Self.steps) { try editor.stepOrUndo() }
    }

    @Test("A child’s results follow its parent’s saves", arguments: Wish.allCases)
    func nested(wish: Wish) throws {
        let editor = RandomEditor(try TestLibrary(.cheapest), seed: 33, nests: true)
        try follow(editor, wish, steps: Self.childSteps) { try editor.step() }
    }

    private func follow(
        _ editor: RandomEditor, _ wish: Wish, steps: Int, _ step: () throws -> Void
    ) throws {
        var (controller, mirror) = try controller(wish, editor.context)
        var counts: [FetchedResultsChangeType: Int] = [:]
        for number in 0..<steps {
            // Occasionally several edits at once.
            for _ in 0...(number % 3) { try step() }
            editor.context.processPendingChanges()
            if controller.managedObjectContext !== editor.context {
                counts.merge(mirror.counts, uniquingKeysWith: +)
                (controller, mirror) = try self.controller(wish, editor.context)
            }
            try mirror.check(controller, sectionName: wish.sectionName)
        }
        counts.merge(mirror.counts, uniquingKeysWith: +)
        #expect(counts.count >= 3, "\(counts)")
    }

    private func controller(
        _ wish: Wish, _ context: ManagedObjectContext
    ) throws -> (FetchedResultsController<Book>, ResultsMirror) {
        let controller = FetchedResultsController(
            fetchRequest: try wish.request(), managedObjectContext: context,
            sectionNameKeyPath: wish.sectionNameKeyPath)
        try controller.performFetch()
        let mirror = ResultsMirror(controller)
        controller.delegate = mirror
        return (controller, mirror)
    }
}
