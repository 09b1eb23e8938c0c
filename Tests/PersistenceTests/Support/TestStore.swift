import Foundation
import Persistence
import Testing

/// The stores that the conformance suite runs on.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case sqlite, inMemory

    var testDescription: String { rawValue }
}

/// A library in a store of its own, which goes away with it.
final class TestLibrary {
    let container: PersistentContainer
    let directory: String

    init(_ kind: StoreKind) throws {
        directory = NSTemporaryDirectory() + "library-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        container = try Self.open(kind, directory)
    }

    static func open(_ kind: StoreKind, _ directory: String) throws -> PersistentContainer {
        try PersistentContainer(
            model: Library.model, classes: Library.classes,
            store: kind == .inMemory ? .inMemory : .sqlite(path: directory + "/Library.sqlite"),
            transformers: ["Reversing": ReversingTransformer()])
    }

    func context() -> ManagedObjectContext { ManagedObjectContext(container) }

    deinit {
        try? container.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Saves an author with books of some titles, and returns the IDs: the author's first.
    @discardableResult
    func save(author name: String, titles: [String]) throws -> [ManagedObjectID] {
        let context = context()
        let author = Author(context: context)
        author.name = name
        let books = titles.map { title in
            let book = Book(context: context)
            book.title = title
            book.author = author
            return book
        }
        try context.save()
        return [author.objectID] + books.map(\.objectID)
    }
}

/// All objects of a class, by a key.
func all<Object: ManagedObject>(
    _ type: Object.Type, by key: String, in context: ManagedObjectContext
) throws -> [Object] {
    var request = FetchRequest<Object>()
    request.sortDescriptors = [FetchSortDescriptor(key)]
    return try context.fetch(request)
}

/// The faults of a save that must be refused.
func faults(_ body: () throws -> Void) -> [ValidationFault] {
    do {
        try body()
        Issue.record("The save was not refused")
        return []
    } catch PersistenceError.validation(let faults) {
        return faults
    } catch {
        Issue.record("Refused for another reason: \(error)")
        return []
    }
}
