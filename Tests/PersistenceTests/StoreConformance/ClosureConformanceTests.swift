import Foundation
import ObjectModel
import Persistence
import Synchronization
import TestSupport
import Testing

@Suite("Read and write closures, on every store")
struct ClosureConformanceTests {
    private struct Stop: Error {}

    private func titles(_ context: ManagedObjectContext) throws -> [String] {
        try all(Book.self, by: "title", in: context).compactMap(\.title)
    }

    @Test("A read closure finds what a write closure saved", arguments: StoreKind.allCases)
    func writeAndRead(kind: StoreKind) async throws {
        let library = try TestLibrary(kind)
        let container = library.container

        let id = try await container.write { context in
            let book = Book(context: context)
            book.title = "One"
            try context.save()
            return book.objectID
        }
        let title = try await container.read { context in
            try (context.existingObject(with: id) as? Book)?.title
        }

        #expect(title == "One")
        withExtendedLifetime(library) {}
    }

    @Test("A read closure cannot close its store", arguments: StoreKind.allCases)
    func closing(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try library.save(author: "Ann", titles: ["One"])
        let container = library.container
        let store = try #require(container.coordinator.persistentStores.first)
        func isMisuse(_ body: () throws -> Void) -> Bool {
            do {
                try body()
                return false
            } catch PersistenceError.misuse {
                return true
            } catch {
                Issue.record(error)
                return false
            }
        }

        for isNested in [false, true] {
            try container.read { context in
                if isNested { try container.read { _ = try titles($0) } }
                #expect(isMisuse { try container.close() })
                #expect(isMisuse { try store.close() })
                #expect(isMisuse { try container.coordinator.remove(store) })
                #expect(try titles(context) == ["One"])
            }
        }

        #expect(try container.read { try titles($0) } == ["One"])
        // It is closed with the library.
        withExtendedLifetime(library) {}
    }

    @Test("A write closure discards unsaved changes", arguments: StoreKind.allCases)
    func unsaved(kind: StoreKind) throws {
        let library = try TestLibrary(kind)

        try library.container.write { context in
            Book(context: context).title = "One"
        }

        #expect(try library.container.read(titles).isEmpty)
    }

    @Test("A write closure sees its own saves", arguments: StoreKind.allCases)
    func severalSaves(kind: StoreKind) throws {
        let library = try TestLibrary(kind)

        try library.container.write { context in
            for title in ["One", "Two"] {
                let book = Book(context: context)
                book.title = title
                try context.save()
            }
            context.reset()
            #expect(try titles(context) == ["One", "Two"])
        }

        #expect(try library.container.read(titles) == ["One", "Two"])
    }

    @Test("A save in a read closure is refused", arguments: StoreKind.allCases)
    func saveInRead(kind: StoreKind) throws {
        let library = try TestLibrary(kind)

        #expect(throws: PersistenceError.self) {
            try library.container.read { context in
                Book(context: context).title = "One"
                try context.save()
            }
        }

        #expect(try library.container.read(titles).isEmpty)
    }

    @Test(
        "A read closure sees a snapshot while others write", .blocking,
        arguments: StoreKind.allCases)
    func snapshot(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let container = library.container
        let ids = try library.save(author: "Ada", titles: ["One"])
        let before = container.coordinator.changeCount

        try container.read { context in
            #expect(try context.count(for: FetchRequest<Book>()) == 1)
            try onAnotherThread {
                try container.write { other in
                    try other.existing(ids[1], as: Book.self).title = "Changed"
                    let book = Book(context: other)
                    book.title = "Two"
                    book.author = try other.existing(ids[0], as: Author.self)
                    try other.save()
                }
            }
            #expect(try context.count(for: FetchRequest<Book>()) == 1)
            #expect(try titles(context) == ["One"])
            #expect(try context.existing(ids[0], as: Author.self).books.count == 1)
            #expect(context.changeCount == before)
        }

        #expect(try library.container.read(titles) == ["Changed", "Two"])
        #expect(try library.container.read(\.changeCount) == before + 1)
    }

    @Test("Write closures are serialized", arguments: StoreKind.allCases)
    func serialWriters(kind: StoreKind) async throws {
        let library = try TestLibrary(kind)
        let container = library.container
        let id = try library.save(author: "Ada", titles: ["One"])[1]

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await container.write { context in
                        let book = try context.existing(id, as: Book.self)
                        book.stock += 1
                        try context.save()
                    }
                }
                group.addTask {
                    try await container.read { context in
                        let book = try context.existing(id, as: Book.self)
                        #expect(book.stock == Int16(book.rowVersion))
                    }
                }
            }
            try await group.waitForAll()
        }

        let stock = try await container.read { try $0.existing(id, as: Book.self).stock }
        #expect(stock == 21)
        withExtendedLifetime(library) {}
    }

    @Test("An error in a closure is thrown to the caller", arguments: StoreKind.allCases)
    func errors(kind: StoreKind) async throws {
        let library = try TestLibrary(kind)
        let container = library.container

        await #expect(throws: Stop.self) { try await container.read { _ in throw Stop() } }
        await #expect(throws: Stop.self) { try await container.write { _ in throw Stop() } }
        withExtendedLifetime(library) {}
    }

    @Test("A fault without a record has no values", arguments: StoreKind.allCases)
    func missingRecord(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.container.coordinator.objectID(entityName: "Book", recordNumber: 9)

        let title = try library.container.read { context in
            (context.object(with: id) as? Book)?.title
        }

        #expect(title == nil)
    }

    @Test("An error while reading a value is thrown by the closure")
    func errorOfValue() throws {
        let store = try TestLibrary(.sqlite, model: Club.model)
        let setup = store.context()
        let gadget = try setup.make("Gadget")
        try gadget.setValue(Data(repeating: 1, count: 500_000), forKey: "picture")
        try setup.save()
        let id = gadget.objectID
        let files = store.directory + "/.Library_SUPPORT/_EXTERNAL_DATA"
        for file in try FileManager.default.contentsOfDirectory(atPath: files) {
            try FileManager.default.removeItem(atPath: files + "/" + file)
        }

        #expect(throws: PersistenceError.self) {
            try store.container.read { context in
                try context.object(with: id).attributeValue(forKey: "picture").isNull
            }
        }
        let context = store.context()
        let again = try context.existingObject(with: id)
        #expect(try again.value(forKey: "picture") == nil)
        #expect(throws: PersistenceError.self) { try context.save() }
        try context.save()
    }
}

/// Runs a closure on another thread and waits for its end.
func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
    let work = ThreadWork(body)
    Thread { work.run() }.start()
    try work.wait()
}

/// A closure to run on another thread, and its error.
private final class ThreadWork: Sendable {
    private let body: @Sendable () throws -> Void
    private let error = Mutex<(any Error)?>(nil)
    private let end = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Void) {
        self.body = body
    }

    func run() {
        do { try body() } catch { self.error.withLock { $0 = error } }
        end.signal()
    }

    func wait() throws {
        end.wait()
        if let error = error.withLock({ $0 }) { throw error }
    }
}
