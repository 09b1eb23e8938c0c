public import Foundation
import Synchronization

/// A place to work with records: it has one object for each, and knows what changed.
///
/// A context belongs to one task, and so do its objects; the compiler sees to it. `read` and
/// `write` of `PersistentContainer` hand one out; `init(_:)` makes one that lives longer.
///
/// ## Topics
/// ### Objects
/// - ``object(with:)``
/// - ``existingObject(with:)``
/// - ``registeredObject(for:)``
/// - ``delete(_:)``
/// ### Fetching
/// - ``fetch(_:)``
/// - ``count(for:)``
/// ### Saving
/// - ``save()``
/// - ``rollback()``
/// - ``mergePolicy``
public final class ManagedObjectContext {
    /// Where records come from and go to.
    public let coordinator: PersistentStoreCoordinator
    /// The context that this one reads from and saves into; nil for one that has to do with the
    /// stores directly.
    public let parent: ManagedObjectContext?
    /// How a save treats records that someone else changed. Default: error.
    public var mergePolicy: MergePolicy = .error
    /// A name for logs, and for the history of stores.
    public var name: String?
    /// The author of changes, for the history of stores. Default: nil.
    public var transactionAuthor: String?
    /// Annotations that the history of stores keeps for records that the next save updates or deletes, by
    /// their IDs. Empty after a save.
    public var historyAnnotations: [ManagedObjectID: Data] = [:]
    /// Whether saves of other contexts are merged into this one, at its next fetch or save.
    /// Default: false.
    public var automaticallyMergesChangesFromParent = false {
        didSet { updateMailbox() }
    }

    /// Records changes, so that they can be undone. Default: nil.
    public var undoManager: UndoManager? {
        didSet {
            guard undoManager !== oldValue else { return }
            oldValue?.remove(self)
            undoManager?.add(self)
            recorder = undoManager
        }
    }

    /// The objects, by root entity and key.
    // Each object that goes away asks, and nothing asks while the array changes; to prove that at
    // run time would take longer than the answer.
    @exclusivity(unchecked)
    private var maps: [IdentityMap]
    private var knownStores: StoreTable
    /// The objects with changes, which the context keeps alive, in the order of their first change.
    var changed: [ManagedObject] = []
    /// Objects whose records others deleted, until the next save. They are not kept alive.
    var departed: [ExternallyDeletedObject] = []
    /// Deleted objects whose consequences were not seen to yet.
    var unpropagatedDeletions: [ManagedObject] = []
    /// The effects of deletions on other objects, while the merge policy may take them back.
    var deletionConsequences: [ObjectIdentifier: [DeletionConsequence]] = [:]
    /// Objects whose records the next save compares with what was read, changed or not.
    var guarded: [ManagedObject] = []
    /// Moves with every change, so that a save knows when `willSave` changed something.
    var changeTick = 0
    /// The undo manager, except while the library changes values of its own accord.
    var recorder: UndoManager?
    /// Objects that an undo inserted again, until it is done.
    var reinserted: [(object: ManagedObject, remains: ObjectRemains)] = []
    /// The number of saves so far.
    var saveCount = 0
    /// Whether the context was handed out for reading only.
    public internal(set) var isReadOnly = false
    /// The coordinator's change count before the sessions of a `read` closure were opened.
    var pinnedChangeCount: Int?
    /// The sessions of a `read` or `write` closure, by store.
    var pinnedSessions: [any StoreSession]?
    /// An error of the store that came where none could be thrown.
    private var rememberedError: (any Error)?
    var childContexts: [ChildContext] = []
    /// The observers of the context; nil until the first one.
    var events: ContextEvents?
    var pendingMerges: PendingMerges?
    var mailboxObservation: CoordinatorObservation?

    /// Makes a context that lives as long as it is referenced, for work that spans several saves.
    ///
    /// ```swift
    /// let context = ManagedObjectContext(container)
    /// ```
    /// Its fetches see the newest state of the stores, not one state as in a `read` closure.
    public init(_ coordinator: PersistentStoreCoordinator) {
        self.coordinator = coordinator
        knownStores = coordinator.current
        parent = nil
        maps = (0..<coordinator.rootCount).map { _ in IdentityMap() }
    }

    /// Makes a context over the stores of a container.
    public convenience init(_ container: PersistentContainer) {
        self.init(container.coordinator)
    }

    /// Makes a context that reads from another one, sees its unsaved changes, and saves into it.
    ///
    /// ```swift
    /// let draft = ManagedObjectContext(parent: context)
    /// ```
    /// Changes that the child saves reach the stores when the parent saves. The child keeps its parent
    /// alive, and belongs to the same task.
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

    /// The coordinator's `changeCount` that this context's view of the stores is at least as new
    /// as: for caches of what was read.
    public var changeCount: Int {
        pinnedChangeCount ?? parent?.changeCount ?? coordinator.changeCount
    }

    /// Whether no record was ever saved in the stores, not even one that is gone. A store that keeps no
    /// history and gives keys before a save says no of a save that failed, too.
    ///
    /// - Throws: errors of the stores.
    public func isPristine() throws -> Bool {
        try coordinator.stores.indices.allSatisfy { store in
            try withSession(of: store) { try $0.isPristine() }
        }
    }

    // MARK: - Registration

    /// The coordinator's stores as they are now.
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

    /// Takes an object out of the map of its root entity.
    func forget(key: Int64, rootIndex: Int) {
        maps[rootIndex].remove(key)
    }

    /// Lets the object go that is known by an ID which another one gets: a fault for a record that was
    /// not there yet, or what was deleted before its insertion reached a store.
    func displace(_ id: ManagedObjectID) {
        guard let object = map(of: id.storeEntity)[id.key] else { return }
        forget(key: id.key, rootIndex: id.storeEntity.rootIndex)
        if object.state.contains(.listed) { changed.removeAll { $0 === object } }
        object.leaveContext()
    }

    /// All objects of the context, in no order.
    var objectsInMemory: [ManagedObject] { maps.flatMap(\.objects) }

    /// Lets all objects go.
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

    /// Whether there is something to save.
    public var hasChanges: Bool { changed.contains { $0.hasChanges } }

    /// The objects that the next save adds to the store.
    public var insertedObjects: [ManagedObject] {
        changed.filter { $0.isInserted && !$0.isDeleted }
    }

    /// The objects of the store that have changes.
    public var updatedObjects: [ManagedObject] { changed.filter(\.isUpdated) }

    /// The objects that the next save deletes from the store.
    public var deletedObjects: [ManagedObject] {
        changed.filter { $0.isDeleted && $0.hasChanges }
    }

    /// Records that an object goes with the next save.
    func markDeleted(_ object: ManagedObject) {
        changeTick &+= 1
        object.state.insert(.deleted)
        list(object)
        unpropagatedDeletions.append(object)
        events?.recordDeletion(of: object)
    }

    // MARK: - Errors

    /// Keeps an error that came where none can be thrown: a property's getter, for example.
    func remember(_ error: any Error) {
        if rememberedError == nil { rememberedError = error }
    }

    /// Whether an error is kept that no one was told yet.
    var hasRememberedError: Bool { rememberedError != nil }

    /// Throws the error that was kept, once.
    func throwRememberedError() throws {
        guard let error = rememberedError else { return }
        rememberedError = nil
        throw error
    }

    // MARK: - Sessions

    /// Runs a closure with a session of a store: the pinned one, or one for this occasion.
    func withSession<T>(of storeIndex: Int, _ body: (any StoreSession) throws -> T) throws -> T {
        if let pinnedSessions, storeIndex < pinnedSessions.count {
            return try body(pinnedSessions[storeIndex])
        }
        if let parent { return try body(ParentSession(parent, storeIndex: storeIndex)) }
        return try storeTable.stores[storeIndex].withReadSession(body)
    }

    /// Runs a closure in which the context reads with the sessions of another one: code that has a turn to write
    /// needs none of those that others read with, who may all wait for the end of that turn.
    ///
    /// A context that has sessions of its own, or reads from a parent, goes on with these.
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

    /// Runs a closure with the session of a store that may write.
    func withWriteSession<T>(
        of storeIndex: Int, _ body: (any StoreSession) throws -> T
    ) throws
        -> T
    {
        try coordinator.stores[storeIndex].withWriteSession(body)
    }

    /// Runs a closure with the sessions of some stores that may write.
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

    /// Makes an object known by its permanent key.
    func changeKey(of object: ManagedObject, from temporaryKey: Int64) {
        let map = map(of: object.objectID.storeEntity)
        map.remove(temporaryKey)
        displace(object.objectID)
        map.insert(object, for: object.objectID.key)
    }
}

extension ManagedObject {
    /// The object is no longer one of a context's. Objects that refer to each other let go, or they
    /// would keep each other alive.
    func leaveContext() {
        context = nil
        extras?.toMany = [:]
        extras?.prefetched = [:]
        extras?.batch = nil
        state.subtract([.registered, .listed, .inserted, .updated, .deleted])
    }
}

extension ManagedObjectContext {
    /// Decides which store a new object is saved to, where several are for its entity.
    ///
    /// Without it, it goes to the first store that is for the entity and may be written to. Objects
    /// that refer to each other go to the same store.
    ///
    /// - Throws: `PersistenceError.misuse` if the object has a permanent ID already, is not of this
    ///   context, or the store is not one of the coordinator's that is for its entity; `readOnly`.
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

    /// The context that reads the stores: this one, or the last of its parents.
    var rootContext: ManagedObjectContext {
        var root = self
        while let parent = root.parent { root = parent }
        return root
    }

    /// - Throws: `PersistenceError.misuse` in a context for reading.
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
