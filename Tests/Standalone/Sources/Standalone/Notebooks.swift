import Foundation
import Persistence

/// Requests by key path through relationships, in another file than the properties: an optimized build describes
/// these key paths otherwise.
enum Notebooks {
    static func sort(in container: PersistentContainer) async throws {
        try await container.write { context in
            for (title, text) in [("Box 10", "b"), ("Box 2", "c"), ("Box 2", "a")] {
                let (note, book) = (Note(context: context), Notebook(context: context))
                book.title = title
                note.text = text
                note.book = book
            }
            try context.save()
        }
        let texts = try await container.read { context in
            try context.fetch(
                FetchRequest<Note>(
                    #Predicate { $0.book != nil },
                    sortBy: [
                        SortDescriptor(\.book?.title.localizedStandard),
                        SortDescriptor(\.text, order: .reverse),
                    ], prefetching: [\.book?.notes])
            ).map(\.text)
        }
        guard texts == ["c", "a", "b"] else { throw CocoaError(.fileReadCorruptFile) }
    }
}
