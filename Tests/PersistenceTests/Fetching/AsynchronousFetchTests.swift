import Foundation
import Persistence
import Synchronization
import Testing

@Suite("Asynchronous fetches", .endsIfItHangs)
struct AsynchronousFetchTests {
    /// Searches the square of all books for each book.
    private static let endless =
        "SUBQUERY(author.books, $a, SUBQUERY($a.author.books, $b, $b.stock < 0).@count > 0).@count"
        + " > 0"

    /// Records whether something has happened.
    private final class Flag: Sendable {
        private let value = Atomic<Bool>(false)

        var isRaised: Bool { value.load(ordering: .relaxed) }

        func raise() {
            value.store(true, ordering: .relaxed)
        }
    }

    private func library(_ kind: StoreKind, books: Int) throws -> TestLibrary {
        let library = try TestLibrary(kind)
        try library.save(author: "One", titles: (0..<books).map { "b\($0)" })
        return library
    }

    @Test("A fetch delivers its results and its progress", arguments: StoreKind.allCases)
    func result(kind: StoreKind) async throws {
        let library = try library(kind, books: 600)

        let fetch = library.container.asynchronousFetch { context, progress in
            try context.fetch(FetchRequest<Book>(), countsFirst: true, progress: progress)
                .compactMap(\.title)
        }
        var last: FetchProgress?
        for await progress in fetch.progress { last = progress }
        let titles = try await fetch.finalResult

        #expect(titles.count == 600)
        #expect(last?.isFinished == true && last?.totalUnitCount == 600)
        withExtendedLifetime(library) {}
    }

    @Test("A cancelled fetch stops in the middle of its statement", arguments: StoreKind.allCases)
    func cancelling(kind: StoreKind) async throws {
        let library = try library(kind, books: kind == .sqlite ? 1_500 : 300)
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: Self.endless)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)

        let fetch = library.container.asynchronousFetch { [request] context, _ in
            started.yield()
            return try context.count(for: request)
        }
        for await _ in starts { break }
        fetch.cancel()

        await #expect(throws: CancellationError.self) { try await fetch.finalResult }
        let count = try await library.container.read { try $0.count(for: FetchRequest<Book>()) }
        #expect(count == (kind == .sqlite ? 1_500 : 300))
    }

    @Test("Cancelling a task that awaits a result cancels the fetch")
    func cancellingTheListener() async throws {
        let library = try library(.usual, books: StoreKind.usual == .sqlite ? 1_500 : 300)
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: Self.endless)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let fetch = library.container.asynchronousFetch { [request] context, _ in
            started.yield()
            return try context.count(for: request)
        }

        let listener = Task { try await fetch.finalResult }
        for await _ in starts { break }
        listener.cancel()

        await #expect(throws: CancellationError.self) { try await listener.value }
        withExtendedLifetime(library) {}
    }

    @Test("A read that is cancelled while it waits for a thread does not start")
    func waiting() async throws {
        let library = try TestLibrary(.usual)
        let container = try PersistentContainer(
            model: Library.model, store: .inMemory, readerCount: 1)
        let gate = DispatchSemaphore(value: 0)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await container.read { _ in
                started.yield()
                gate.wait()
            }
        }
        for await _ in starts { break }
        let hasRun = Flag()

        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let second = Task {
            called.yield()
            try await container.read { _ in hasRun.raise() }
        }
        for await _ in calls { break }
        second.cancel()
        // The thread is still busy: the waiting task ends at once.
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.signal()
        try await first.value
        try await container.read { _ in }

        #expect(!hasRun.isRaised)
        withExtendedLifetime(library) {}
    }

    @Test("A read in a cancelled task does not start")
    func cancelledBefore() async throws {
        let library = try TestLibrary(.usual)
        let container = library.container
        let hasRun = Flag()

        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await container.read { _ in hasRun.raise() }
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        try await container.read { _ in }
        #expect(!hasRun.isRaised)
        withExtendedLifetime(library) {}
    }

    @Test("Work between fetches can check for cancellation", arguments: StoreKind.allCases)
    func asking(kind: StoreKind) async throws {
        let library = try TestLibrary(kind)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)

        let fetch = library.container.asynchronousFetch { context, _ in
            started.yield()
            while true { try ManagedObjectContext(parent: context).checkCancellation() }
        }
        for await _ in starts { break }
        fetch.cancel()

        await #expect(throws: CancellationError.self) { try await fetch.finalResult }
        withExtendedLifetime(library) {}
    }

    @Test("A write in a cancelled task is performed")
    func writing() async throws {
        let library = try TestLibrary(.usual)
        let container = library.container

        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await container.write { context in
                Tag(context: context).label = "kept"
                try context.save()
            }
        }
        try await task.value

        #expect(try library.context().count(for: FetchRequest<Tag>()) == 1)
    }
}
