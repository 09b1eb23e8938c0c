public import Foundation
import Synchronization

/// A workspace with one object for each record, which tracks changes.
///
/// A context and its objects belong to one task, as the compiler checks. `read` and `write` of
/// `PersistentContainer` provide one; `init(_:)` makes a long-lived one.
///
/// ```swift
/// try container.write { context in
///     let recipe = Recipe(context: context)
///     recipe.title = "Pea soup"
///     try context.save()
/// }
/// ```
///
/// ## Topics
/// ### Objects
/// - ``object(with:)``
/// - ``existingObject(with:)``
/// - ``registeredObject(for:)``
/// - ``insertObject(ofEntityNamed:)``
/// - ``delete(_:)``
/// ### Fetching
/// - ``fetch(_:)``
/// - ``count(for:)``
/// ### Saving
/// - ``save()``
/// - ``rollback()``
/// - ``mergePolicy``
public final class ManagedObjectContext {
    /// The coordinator of the stores.
    public let coordinator: PersistentStoreCoordinator
    /// The context that this one reads from and saves to; nil for one that uses the stores
    /// directly.
    public let parent: ManagedObjectContext?
    /// The way in which a save handles records that others changed. Default: error.
    public var mergePolicy: MergePolicy = .error
    /// A name for logs, and for the history of stores.
    public var name: String?
    /// The author of changes in the history of stores. Default: nil.
    public var transactionAuthor: String?
    /// Annotations for the history of records that the next save updates or deletes, by ID. Empty
    /// after a save.
    public var historyAnnotations: [ManagedObjectID: Data] = [:]
    /// Whether saves of other contexts are merged into this one at its next fetch or save. Default:
    /// false.
    public var automaticallyMergesChangesFromParent = false {
        didSet { updatePendingMerges() }
    }

    /// Records changes for undo. Default: nil.
    public var undoManager: UndoManager? {
        didSet {
            guard undoManager !== oldValue else { return }
            oldValue?.remove(self)
            undoManager?.add(self)
            recorder = undoManager
        }
    }

    /// The objects, by root entity and key.
    // Never read while it changes. The exclusivity check would take longer than the access, which each
    // object makes when it is deallocated.
    @exclusivity(unchecked)
    private var maps: [IdentityMap]
    private var knownStores: StoreTable
    /// The objects with changes, retained, in the order of their first change.
    var changed: [ManagedObject] = []
    /// Objects whose records others deleted, held weakly until the next save.
    var departed: [ExternallyDeletedObject] = []
    /// Deleted objects whose delete rules are not applied yet.
    var unpropagatedDeletions: [ManagedObject] = []
    /// The effects of deletions, which the merge policy may revert.
    var deletionConsequences: [ObjectIdentifier: [DeletionConsequence]] = [:]
    /// Objects whose records the next save compares with the read values, changed or not.
    var guarded: [ManagedObject] = []
    /// Counts changes, so that a save knows whether `willSave` changed something.
    var changeTick = 0
    /// The undo manager, except while the library itself changes values.
    var recorder: UndoManager?
    /// Objects that the running undo has inserted again.
    var reinserted: [(object: ManagedObject, remains: ObjectRemains)] = []
    /// The number of saves.
    var saveCount = 0
    /// Whether the context is read-only.
    public internal(set) var isReadOnly = false
    /// The coordinator's change count from before a `read` closure's sessions were opened.
    var pinnedChangeCount: Int?
    /// The sessions of a `read` or `write` closure, by store.
    var pinnedSessions: [any StoreSession]?
    /// An error that occurred where none could be thrown.
    private var rememberedError: (any Error)?
    var childContexts: [ChildContext] = []
    /// The context's observers; nil until the first one.
    var events: ContextEvents?
    var pendingMerges: PendingMerges?
    var saveObservation: CoordinatorObservation?

    /// Makes a context for work that spans several saves; it lives as long as it is referenced.
    ///
    /// ```swift
    /// let context = ManagedObjectContext(container)
    /// ```
    /// Each fetch sees the current state of the stores, without the fixed snapshot of a `read`
    /// closure.
    public init(_ coordinator: PersistentStoreCoordinator) {
        self.coordinator = coordinator
        knownStores = coordinator.current
        parent = nil
        maps = (0..<coordinator.rootCount).map { _ in IdentityMap() }
    }

    /// Makes a context for the stores of a container.
    public convenience init(_ container: PersistentContainer) {
        self.init(container.coordinator)
    }

    /// Makes a child context, which reads from another one, including its unsaved changes, and
    /// saves to it.
    ///
    /// ```swift
    /// let draft = ManagedObjectContext(parent: context)
    /// ```
    /// The child's saves reach the stores when the parent saves. The child retains its parent and
    /// belongs to the same task.
    public init(parent: ManagedObjectContext) {
        coordinator = parent.coordinator
        knownStores = coordinator.current
        self.parent = parent
        maps = (0..<coordinator.rootCount).map { _ in IdentityMap() }
        parent.adoptChild(self)
    }

    deinit {
        for object in objectsInMemory { object.leaveContext() }
        for map in maps { map.deallocate() }
    }

    /// A value of the coordinator's `changeCount`, for caches: the context reads nothing older.
    public var changeCount: Int {
        pinnedChangeCount ?? parent?.changeCount ?? coordinator.changeCount
    }

    /// Whether no record was ever saved in the stores, not even a deleted one. In a store that
    /// keeps no history and assigns keys before a save, a failed save counts too.
    ///
    /// - Throws: errors of the stores.
    public func isPristine() throws -> Bool {
        try coordinator.stores.indices.allSatisfy { store in
            try withSession(of: store) { try $0.isPristine() }
        }
    }

    // MARK: - Registration

    /// The coordinator's current stores.
    var storeTable: StoreTable {
        if coordinator.generation.load(ordering: .acquiring) != knownStores.generation {
            knownStores = coordinator.current
        }
        return knownStores
    }

    func map(of storeEntity: StoreEntity) -> IdentityMap {
        // The coordinator may have got stores since.
        while maps.count <= storeEntity.rootIndex { maps.append(IdentityMap()) }
        return maps[storeEntity.rootIndex]
    }

    func register(_ object: ManagedObject) {
        displace(object.objectID)
        object.state.insert(.registered)
        map(of: object.objectID.storeEntity).insert(object, for: object.objectID.key)
    }

    func forget(_ object: ManagedObject) {
        forget(key: object.objectID.key, rootIndex: object.objectID.storeEntity.rootIndex)
    }

    /// Removes an object from the map of its root entity.
    func forget(key: Int64, rootIndex: Int) {
        maps[rootIndex].remove(key)
    }

    /// Removes the object with an ID that another object gets: a fault without a record, or one
    /// that was deleted before its first save.
    func displace(_ id: ManagedObjectID) {
        guard let object = map(of: id.storeEntity)[id.key] else { return }
        forget(key: id.key, rootIndex: id.storeEntity.rootIndex)
        if object.state.contains(.listed) { changed.removeAll { $0 === object } }
        object.leaveContext()
    }

    /// All objects of the context, unordered.
    var objectsInMemory: [ManagedObject] { maps.flatMap(\.objects) }

    /// Removes all objects.
    func forgetAll() {
        for object in objectsInMemory {
            object.leaveContext()
            object.row = nil
            object.committedRow = nil
            object.state.insert(.fault)
        }
        for map in maps { map.removeAll() }
        changed = []
        departed = []
        unpropagatedDeletions = []
        deletionConsequences = [:]
        guarded = []
    }

    // MARK: - Changes

    /// Records that an object differs from the store.
    func recordChange(of object: ManagedObject) {
        guard !object.state.contains(.awaking) else { return }
        changeTick &+= 1
        object.state.insert(.updated)
        list(object)
        events?.recordUpdate(of: object)
    }

    func list(_ object: ManagedObject) {
        guard !object.state.contains(.listed) else { return }
        object.state.insert(.listed)
        changed.append(object)
    }

    /// Whether there are unsaved changes.
    public var hasChanges: Bool { changed.contains { $0.hasChanges } }

    /// The objects that the next save adds to the store.
    public var insertedObjects: [ManagedObject] {
        changed.filter { $0.isInserted && !$0.isDeleted }
    }

    /// The stored objects that have changes.
    public var updatedObjects: [ManagedObject] { changed.filter(\.isUpdated) }

    /// The objects that the next save deletes from the store.
    public var deletedObjects: [ManagedObject] {
        changed.filter { $0.isDeleted && $0.hasChanges }
    }

    func markDeleted(_ object: ManagedObject) {
        changeTick &+= 1
        object.state.insert(.deleted)
        list(object)
        unpropagatedDeletions.append(object)
        events?.recordDeletion(of: object)
    }

    // MARK: - Errors

    /// Keeps an error that occurred where none can be thrown, such as in a getter.
    func remember(_ error: any Error) {
        if rememberedError == nil { rememberedError = error }
    }

    /// Whether there is a kept error.
    var hasRememberedError: Bool { rememberedError != nil }

    /// Throws the kept error, once.
    func throwRememberedError() throws {
        guard let error = rememberedError else { return }
        rememberedError = nil
        throw error
    }

    // MARK: - Sessions

    /// Runs a closure with a session of a store: the pinned one, or a temporary one.
    func withSession<T>(of storeIndex: Int, _ body: (any StoreSession) throws -> T) throws -> T {
        if let pinnedSessions, storeIndex < pinnedSessions.count {
            return try body(pinnedSessions[storeIndex])
        }
        if let parent { return try body(ParentSession(parent, storeIndex: storeIndex)) }
        return try storeTable.stores[storeIndex].withReadSession(body)
    }

    /// Runs a closure in which the context reads with another one's sessions, so that a writer
    /// needs no session of the readers' pool, whose users may all be waiting for the writer.
    ///
    /// A context with pinned sessions or a parent continues to use those.
    package func reading<T>(
        withSessionsOf other: ManagedObjectContext, _ body: () throws -> T
    ) rethrows -> T {
        guard pinnedSessions == nil, parent == nil, coordinator === other.coordinator else {
            return try body()
        }
        pinnedSessions = other.pinnedSessions
        defer { pinnedSessions = nil }
        return try body()
    }

    /// Runs a closure with a write session of a store.
    func withWriteSession<T>(
        of storeIndex: Int, _ body: (any StoreSession) throws -> T
    ) throws -> T {
        try coordinator.stores[storeIndex].withWriteSession(body)
    }

    /// Runs a closure with the write sessions of some stores.
    func withWriteSessions<T>(
        of stores: ArraySlice<Int>, after sessions: [Int: any StoreSession] = [:],
        _ body: ([Int: any StoreSession]) throws -> T
    ) throws -> T {
        guard let store = stores.first else { return try body(sessions) }
        return try withWriteSession(of: store) { session in
            try self.withWriteSessions(
                of: stores.dropFirst(),
                after: sessions.merging([store: session], uniquingKeysWith: { $1 }), body)
        }
    }

    /// Registers an object with its permanent key.
    func changeKey(of object: ManagedObject, from temporaryKey: Int64) {
        let map = map(of: object.objectID.storeEntity)
        map.remove(temporaryKey)
        displace(object.objectID)
        map.insert(object, for: object.objectID.key)
    }
}

extension ManagedObject {
    /// Detaches the object from its context. Objects release each other, to break reference cycles.
    func leaveContext() {
        context = nil
        extras?.toMany = [:]
        extras?.prefetched = [:]
        extras?.batch = nil
        state.subtract([.registered, .listed, .inserted, .updated, .deleted])
    }
}

extension ManagedObjectContext {
    /// Chooses the store of a new object, where several have its entity.
    ///
    /// ```swift
    /// try context.assign(recipe, to: archive)
    /// ```
    /// By default, it is the first writable store with the entity. Related objects go to the same
    /// store.
    /// - Throws: `PersistenceError.misuse` if the object has a permanent ID already or is not of
    ///   this context, or if the store is not one of the coordinator's with its entity; `readOnly`.
    public func assign(_ object: ManagedObject, to store: any PersistentStore) throws {
        guard object.context === self, object.isInserted, object.objectID.isTemporaryID else {
            throw PersistenceError.misuse(
                "Only a new object without a permanent ID can be assigned to a store")
        }
        let entity = object.layout
        guard let index = coordinator.stores.firstIndex(where: { $0 === store }),
            coordinator.store(index, isFor: entity)
        else {
            throw PersistenceError.misuse("The store is not for objects of \(entity.name)")
        }
        guard !store.isReadOnly else { throw PersistenceError.readOnly(path: "\(store.location)") }
        let storeEntity = coordinator.storeEntities[index][entity.number - 1]
        rootContext.changeIDs([
            object.objectID: ManagedObjectID(storeEntity: storeEntity, key: object.objectID.key)
        ])
    }

    /// The context that reads the stores: this one, or its last ancestor.
    var rootContext: ManagedObjectContext {
        var root = self
        while let parent = root.parent { root = parent }
        return root
    }

    /// - Throws: `PersistenceError.misuse` in a read-only context.
    func requireWritable(to action: String = "write") throws {
        guard !isReadOnly else {
            throw PersistenceError.misuse("A context for reading cannot \(action): use `write`")
        }
    }

    /// The indexes of some of the coordinator's stores; of all for nil.
    func storeIndices(among stores: [any PersistentStore]?) -> [Int] {
        let all = coordinator.stores
        guard let stores else { return Array(all.indices) }
        return all.indices.filter { index in stores.contains { $0 === all[index] } }
    }
}
