public import ObjectModel
import Synchronization

/// A model, its store and the threads to work on: what an application opens.
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
/// A closure returns values: object IDs, structs of the application. In the forms that are awaited, the
/// compiler refuses a managed object as a result; from the others one can be returned, but its context
/// is gone by then.
public final class PersistentContainer: Sendable {
    /// The coordinator over the store.
    public let coordinator: PersistentStoreCoordinator
    private let readers: ThreadPool
    private let writer: ThreadPool
    private let surrounding = Mutex(Surrounding())

    /// Opens a store with a model.
    ///
    /// - Parameters:
    ///   - model: the model; it is checked first.
    ///   - classes: the classes that were generated from it; `[]` for plain `ManagedObject`s. May be left
    ///     out for a model that names no classes.
    ///   - store: the store.
    ///   - transformers: the value transformers that the model names.
    ///   - readerCount: the number of `read` closures that run at once. Default: 4.
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
    /// Fetches look into all of them. New objects go to the first store whose configuration has their
    /// entity; relationships lead from one object to another of the same store only.
    ///
    /// - Parameters:
    ///   - model: the model; it is checked first.
    ///   - classes: the classes that were generated from it; `[]` for plain `ManagedObject`s. May be left
    ///     out for a model that names no classes.
    ///   - stores: the stores, one at least.
    ///   - transformers: the value transformers that the model names.
    ///   - readerCount: the number of `read` closures that run at once. Default: 4.
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

    /// Opens several stores with a model that was checked and laid out before. A process that opens one
    /// model again and again does both once.
    ///
    /// - Parameters:
    ///   - layout: the layout of a model in which `ManagedObjectModel.validate()` finds no fault.
    ///   - stores: the stores, one at least.
    ///   - transformers: the value transformers that the model names.
    ///   - readerCount: the number of `read` closures that run at once. Default: 4.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.misuse` for a configuration that the
    ///   model does not have.
    public init(
        layout: ModelLayout, stores: [StoreDescription],
        transformers: [String: any AttributeTransformer] = [:], readerCount: Int = 4
    ) throws {
        coordinator = PersistentStoreCoordinator(
            layout: layout, stores: try layout.openStores(stores, readerCount: readerCount),
            transformers: transformers, configurations: stores.map(\.configuration))
        readers = ThreadPool(count: readerCount, name: "persistence reader")
        writer = ThreadPool(count: 1, name: "persistence writer")
    }

    /// No classes, for a model whose file names none.
    ///
    /// - Throws: `PersistenceError.misuse` if it does: they were forgotten.
    private static func noClasses(of model: ManagedObjectModel) throws -> [ManagedObjectClass] {
        let named = model.entities.filter { $0.codeGenerationType != nil }.map(\.name).sorted()
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

    /// Runs every closure that reads or writes from now on within another one, on its thread: one that sets
    /// task-local values there, for instance, which the threads of the library do not have.
    ///
    /// - Parameter body: calls what it is given, once.
    public func surroundClosures(
        with body: @escaping @Sendable (_ closure: () throws -> Void) throws -> Void
    ) {
        surrounding.withLock { $0.body = body }
    }

    /// Runs a closure with a context for reading, over one state of the store from its first fetch to
    /// its end, on a thread of the library. As many run at once as the container has readers.
    ///
    /// ```swift
    /// let titles = try await container.read { context in
    ///     try context.fetch(Recipe.fetchRequest()).map(\.title)
    /// }
    /// ```
    /// If the calling task is cancelled, a closure that waits for a thread does not start, and what
    /// a running one reads is broken off.
    /// - Parameters:
    ///   - timeLimit: how long the closure may read; nil, the default, for as long as it likes.
    ///   - body: the closure.
    /// - Throws: what the closure throws, errors of the store, and `CancellationError`.
    public func read<T: Sendable>(
        timeLimit: Duration? = nil, _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        let cancellation = ReadCancellation()
        guard let number = ReplicaReading.minimumTransaction else {
            return try await readers.run(tellingOf: cancellation) {
                try self.read(timeLimit: timeLimit, cancellation, body)
            }
        }
        return try await readers.run(tellingOf: cancellation) {
            // The thread is none of the task's.
            try ReplicaReading.$minimumTransaction.withValue(number) {
                try self.read(timeLimit: timeLimit, cancellation, body)
            }
        }
    }

    /// Runs a closure with a context for writing, on a thread of the library. Only one such closure runs at a
    /// time; others wait. Changes that it does not save are dropped.
    ///
    /// ```swift
    /// try await container.write { context in
    ///     try context.existingObject(Recipe.self, recordNumber: 7)?.minutes = 25
    ///     try context.save()
    /// }
    /// ```
    /// It runs whether the calling task is cancelled or not: what was to be written is written. On a
    /// store that others write at the same time (``StoreCapabilities/writesConcurrently``) it runs again
    /// when one of them came between and nothing of it was kept: it does nothing else that must not
    /// happen twice.
    /// - Throws: what the closure throws, and errors of the store.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        try await writer.run { try self.write(body) }
    }

    /// Runs a closure with a context for reading, on the calling thread, which waits.
    ///
    /// - Parameters:
    ///   - timeLimit: how long the closure may read; nil, the default, for as long as it likes.
    ///   - body: the closure.
    /// - Throws: what the closure throws, and errors of the store.
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

    /// Runs a closure with a context for writing, on the calling thread, which waits. On a store that
    /// others write at the same time it may run again.
    ///
    /// - Throws: what the closure throws, and errors of the store.
    public func write<T>(_ body: (ManagedObjectContext) throws -> T) throws -> T {
        try coordinator.repeatingCollisions {
            try coordinator.withSessions(for: .writing) { sessions in
                try self.run(body, on: sessions, readingSince: nil)
            }
        }
    }

    /// Writes what the log has into the store's file and empties the log. With
    /// `SQLiteStoreOptions.isSecureDelete` nothing that was deleted is left in the files afterwards.
    ///
    /// - Returns: whether the log is empty; someone who reads an older state keeps it.
    /// - Throws: errors of the store.
    public func checkpoint() throws -> Bool {
        try coordinator.stores.reduce(true) { try $1.checkpoint() && $0 }
    }

    /// Leaves nothing of deleted texts in the full-text indexes (<doc:FullTextSearch>), which keep their letters until
    /// much else has changed. It takes about 3 s for a million texts. With `SQLiteStoreOptions.isSecureDelete`, and
    /// ``checkpoint()`` behind it, nothing of them is left in the files.
    ///
    /// - Throws: errors of the store.
    public func eraseDeletedTexts() throws {
        try coordinator.stores.forEach { try $0.eraseDeletedTexts() }
    }

    /// Closes the store, and lets the threads end. Every later call throws.
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
        // A context that the caller keeps must not use a session that is someone else's by then.
        defer {
            context.pinnedSessions = nil
            context.pinnedChangeCount = nil
        }
        let result = try surrounded { try body(context) }
        try context.throwRememberedError()
        return result
    }

    private func surrounded<T>(_ body: () throws -> T) throws -> T {
        guard let surrounding = surrounding.withLock({ $0.body }) else { return try body() }
        var result: T?
        try surrounding { result = try body() }
        guard let result else {
            throw PersistenceError.misuse("What surrounds closures has not called one.")
        }
        return result
    }
}

/// The closure that others run within.
// In a structure: a closure that a lock holds by itself is wrapped once more each time that it is read, until
// the stack overflows.
private struct Surrounding {
    var body: (@Sendable (() throws -> Void) throws -> Void)?
}
