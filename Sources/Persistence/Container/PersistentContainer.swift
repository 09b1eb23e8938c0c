import Foundation
public import ObjectModel
import Synchronization

/// A model with its stores and threads, which an application opens.
///
/// ```swift
/// let container = try PersistentContainer(
///     model: model, classes: inventoryModelClasses, store: .sqlite(path: "home.sqlite"))
/// let key = try await container.write { context in
///     let item = Item(context: context)
///     item.itemName = "Sofa"
///     try context.save()
///     return item.objectID
/// }
/// ```
///
/// A closure returns values, such as object IDs and structs. The compiler rejects managed objects
/// as results of the async methods. The others can return one, but its context is gone by then: its
/// relationships are empty, and changes of it are lost. A debug build logs that once.
public final class PersistentContainer: Sendable {
    /// The coordinator over the store.
    public let coordinator: PersistentStoreCoordinator
    private let readers: ThreadPool
    private let writer: ThreadPool
    private let surrounding = Mutex(Surrounding())

    /// Opens a store with a model.
    ///
    /// - Parameters:
    ///   - model: the model; it is validated first.
    ///   - classes: the generated classes; `[]` for plain `ManagedObject`s. May be left out if no
    ///     entity of the model names a class.
    ///   - store: the store.
    ///   - transformers: the value transformers that the model names.
    ///   - readerCount: the number of concurrent `read` closures. Default: 4.
    /// - Throws: `ModelError` with every fault of the model, `PersistenceError.modelMismatch`,
    ///   `PersistenceError.misuse` if the model names classes and none are given,
    ///   `PersistenceError.cannotOpen`.
    public convenience init(
        model: ManagedObjectModel, classes: [ManagedObjectClass]? = nil, store: StoreDescription,
        transformers: [String: any AttributeTransformer] = [:], readerCount: Int = 4
    ) throws {
        try self.init(
            model: model, classes: classes, stores: [store], transformers: transformers,
            readerCount: readerCount)
    }

    /// Opens several stores with a model.
    ///
    /// ```swift
    /// var archive = StoreDescription.sqlite(path: "archive.sqlite")
    /// archive.configuration = "Archive"
    /// let container = try PersistentContainer(
    ///     model: model, classes: classes, stores: [.sqlite(path: "home.sqlite"), archive])
    /// ```
    /// Fetches read all of them. New objects are saved to the first store whose configuration has
    /// their entity; relationships connect only objects of the same store.
    ///
    /// - Parameters:
    ///   - model: the model; it is validated first.
    ///   - classes: the generated classes; `[]` for plain `ManagedObject`s. May be left out if no
    ///     entity of the model names a class.
    ///   - stores: one or more stores.
    ///   - transformers: the value transformers that the model names.
    ///   - readerCount: the number of concurrent `read` closures. Default: 4.
    /// - Throws: `ModelError` with every fault of the model, `PersistenceError.modelMismatch`,
    ///   `PersistenceError.cannotOpen`, `PersistenceError.misuse` for a configuration that the model
    ///   does not have, or if the model names classes and none are given.
    public convenience init(
        model: ManagedObjectModel, classes: [ManagedObjectClass]? = nil, stores: [StoreDescription],
        transformers: [String: any AttributeTransformer] = [:], readerCount: Int = 4
    ) throws {
        try model.validate()
        try self.init(
            layout: ModelLayout(
                model, classes: classes ?? PersistentContainer.noClasses(of: model)),
            stores: stores,
            transformers: transformers, readerCount: readerCount)
    }

    /// Opens several stores with the layout of a validated model, which a process can reuse.
    ///
    /// - Parameters:
    ///   - layout: the layout of a model in which `ManagedObjectModel.validate()` finds no fault.
    ///   - stores: one or more stores.
    ///   - transformers: the value transformers that the model names.
    ///   - readerCount: the number of concurrent `read` closures. Default: 4.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.misuse` for a configuration that
    ///   the model does not have.
    public init(
        layout: ModelLayout, stores: [StoreDescription],
        transformers: [String: any AttributeTransformer] = [:], readerCount: Int = 4
    ) throws {
        coordinator = PersistentStoreCoordinator(
            layout: layout,
            stores: try layout.openStores(
                stores, transformers: transformers, readerCount: readerCount),
            transformers: transformers, configurations: stores.map(\.configuration))
        readers = ThreadPool(count: readerCount, name: "persistence reader")
        writer = ThreadPool(count: 1, name: "persistence writer")
    }

    /// No classes, for a model that names none.
    ///
    /// - Throws: `PersistenceError.misuse` if it does, because they were forgotten.
    private static func noClasses(of model: ManagedObjectModel) throws -> [ManagedObjectClass] {
        let named = model.entities.filter(\.namesClass).map(\.name).sorted()
        guard let first = named.first else { return [] }
        throw PersistenceError.misuse(
            "The model has a class for the entity \(first)"
                + (named.count > 1 ? " and \(named.count - 1) more" : "")
                + ", and the container got none: give it the generated list (classes:), or [] for"
                + " plain ManagedObjects")
    }

    deinit {
        readers.stop()
        writer.stop()
    }

    /// Sets a closure that runs around every later `read` and `write` closure, on its thread. It can
    /// set task-local values, which the library's threads do not inherit.
    ///
    /// - Parameter body: the closure, which calls its argument once.
    public func surroundClosures(
        with body: @escaping @Sendable (_ closure: () throws -> Void) throws -> Void
    ) {
        surrounding.withLock { $0.body = body }
    }

    /// Runs a closure with a read context on a thread of the library, over one state of the store
    /// from its first fetch to its end. The container's number of readers limits concurrency.
    ///
    /// ```swift
    /// let titles = try await container.read { context in
    ///     try context.fetch(Recipe.fetchRequest()).map(\.title)
    /// }
    /// ```
    /// If the calling task is cancelled, a waiting closure does not start, and a running one's
    /// reads are interrupted.
    /// - Parameters:
    ///   - timeLimit: the time limit of the closure. Default: nil, for none.
    ///   - body: the closure.
    /// - Throws: errors of the closure and of the store, and `CancellationError`.
    public func read<T: Sendable>(
        timeLimit: Duration? = nil, _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        let cancellation = ReadCancellation()
        guard let number = ReplicaReading.minimumTransaction else {
            return try await readers.run(cancelledBy: cancellation) {
                try self.read(timeLimit: timeLimit, cancellation, body)
            }
        }
        return try await readers.run(cancelledBy: cancellation) {
            // The library's thread does not inherit task-local values.
            try ReplicaReading.$minimumTransaction.withValue(number) {
                try self.read(timeLimit: timeLimit, cancellation, body)
            }
        }
    }

    /// Runs a closure with a write context on a thread of the library, one at a time. Unsaved
    /// changes are discarded.
    ///
    /// ```swift
    /// try await container.write { context in
    ///     try context.existingObject(Recipe.self, recordNumber: 7)?.minutes = 25
    ///     try context.save()
    /// }
    /// ```
    /// It also runs if the calling task is cancelled. On a store with concurrent writers
    /// (``StoreCapabilities/writesConcurrently``) it is repeated after a collision that undid its
    /// writes, so it must have no other side effects.
    /// - Throws: errors of the closure and of the store.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        try await writer.run { try self.write(body) }
    }

    /// Runs a closure with a read context on the calling thread, which waits.
    ///
    /// - Parameters:
    ///   - timeLimit: the time limit of the closure. Default: nil, for none.
    ///   - body: the closure.
    /// - Throws: errors of the closure and of the store.
    public func read<T>(
        timeLimit: Duration? = nil, _ body: (ManagedObjectContext) throws -> T
    ) throws -> T {
        try read(timeLimit: timeLimit, nil, body)
    }

    private func read<T>(
        timeLimit: Duration?, _ cancellation: ReadCancellation?,
        _ body: (ManagedObjectContext) throws -> T
    ) throws -> T {
        let changeCount = coordinator.changeCount
        return try coordinator.withSessions(for: .reading) { sessions in
            let outerLimits = sessions.map { ($0.deadline, $0.cancellation) }
            for session in sessions {
                if let timeLimit { session.deadline = ContinuousClock.now + timeLimit }
                if let cancellation { session.cancellation = cancellation }
            }
            defer {
                for (session, limits) in zip(sessions, outerLimits) {
                    (session.deadline, session.cancellation) = limits
                }
            }
            return try self.run(body, on: sessions, readingSince: changeCount)
        }
    }

    /// Runs a closure with a write context on the calling thread, which waits. On a store with
    /// concurrent writers it may be repeated.
    ///
    /// - Throws: errors of the closure and of the store.
    public func write<T>(_ body: (ManagedObjectContext) throws -> T) throws -> T {
        try coordinator.repeatingCollisions {
            try coordinator.withSessions(for: .writing) { sessions in
                try self.run(body, on: sessions, readingSince: nil)
            }
        }
    }

    /// Writes the log to the store's file and empties it. With `SQLiteStoreOptions.isSecureDelete`,
    /// no deleted data is left in the files.
    ///
    /// - Returns: whether the log is empty; readers of an older state prevent it.
    /// - Throws: errors of the store.
    public func checkpoint() throws -> Bool {
        try coordinator.stores.reduce(true) { try $1.checkpoint() && $0 }
    }

    /// Erases deleted texts from the full-text indexes (<doc:FullTextSearch>), which otherwise keep
    /// their letters for long. It takes about 3 s for a million texts. With
    /// `SQLiteStoreOptions.isSecureDelete` and a following ``checkpoint()``, nothing of them is
    /// left in the files.
    ///
    /// - Throws: errors of the store.
    public func eraseDeletedTexts() throws {
        try coordinator.stores.forEach { try $0.eraseDeletedTexts() }
    }

    /// Closes the store and ends the threads. Every later call throws.
    ///
    /// - Throws: `PersistenceError.misuse` within a closure that reads; errors of the store.
    public func close() throws {
        try coordinator.close()
        readers.stop()
        writer.stop()
    }

    private func run<T>(
        _ body: (ManagedObjectContext) throws -> T, on sessions: [any StoreSession],
        readingSince changeCount: Int?
    ) throws -> T {
        let context = ManagedObjectContext(coordinator)
        context.pinnedSessions = sessions
        context.pinnedChangeCount = changeCount
        context.isReadOnly = changeCount != nil
        // A context that the caller keeps must not use a returned session.
        defer {
            context.pinnedSessions = nil
            context.pinnedChangeCount = nil
        }
        let result = try surrounded { try body(context) }
        try context.throwRememberedError()
        #if DEBUG
            if isContextBound(result) { _ = Self.noticeOfEscape }
        #endif
        return result
    }

    #if DEBUG
        /// Logs, when it is first used, that an object has left its closure.
        private static let noticeOfEscape: Void = writeNotice(
            """
            a closure of read or write returns managed objects. Their context is gone then: \
            relationships are empty, and changes are lost. Return values or an objectID.
            """)
    #endif

    private func surrounded<T>(_ body: () throws -> T) throws -> T {
        guard let surrounding = surrounding.withLock({ $0.body }) else { return try body() }
        var result: T?
        try surrounding { result = try body() }
        guard let result else {
            throw PersistenceError.misuse(
                "The closure of surroundClosures(with:) has not called its argument")
        }
        return result
    }
}

extension EntityDescription {
    /// Whether the model file, or a store's archived model, names a class for the entity.
    fileprivate var namesClass: Bool {
        codeGenerationType != nil
            || ![nil, "NSManagedObject", "ManagedObject"].contains(representedClassName)
    }
}

/// A value that needs its context.
protocol ContextBound {}

extension ManagedObject: ContextBound {}
extension Optional: ContextBound where Wrapped: ContextBound {}
extension Array: ContextBound where Element: ContextBound {}
extension Set: ContextBound where Element: ContextBound {}
extension Dictionary: ContextBound where Value: ContextBound {}

/// Whether a value, or a part of a tuple, needs its context.
func isContextBound(_ value: some Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return value is any ContextBound
        || mirror.displayStyle == .tuple && mirror.children.contains { isContextBound($0.value) }
}

/// Writes a notice to standard error.
func writeNotice(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("Persistence: \(text)\n".utf8))
}

/// The closure that surrounds others.
// A structure, because a closure directly in a lock is wrapped again at each access, until the stack
// overflows.
private struct Surrounding {
    var body: (@Sendable (() throws -> Void) throws -> Void)?
}
