/// A record of a store, in a context.
///
/// There is one object per record and context. An object is a *fault* until one of its values is
/// asked for. Objects belong to the task that their context belongs to: what leaves it is a value,
/// the `objectID` for example.
///
/// Subclasses hold behaviour; their properties are generated from the model.
///
/// ## Topics
/// ### Life
/// - ``awakeFromInsert()``
/// - ``awakeFromFetch()``
/// - ``awake(fromSnapshotEvents:)``
/// - ``prepareForDeletion()``
/// - ``willSave()``
/// - ``didSave()``
/// ### Rules
/// - ``validateForInsert()``
/// - ``validateForUpdate()``
/// - ``validateForDelete()``
open class ManagedObject {
    /// The identity of the record; temporary until the object is saved for the first time.
    // No one can read the ID while it is being set; to prove that at run time takes longer than to
    // read it, and each object is asked when it goes away.
    @exclusivity(unchecked)
    public internal(set) final var objectID: ManagedObjectID
    /// The context sets this to nil when it goes away, so the reference never dangles.
    private final var contextReference: Unmanaged<ManagedObjectContext>?
    /// The owner of the values; nil for a fault whose values were not read.
    private final var rowOwner: AnyObject?
    /// The values in the memory of their owner, if they are as a store read them.
    private(set) final var cells: PackedCells?
    /// State that few objects have: relationships in use, observers, transformed values.
    final var extras: ObjectExtras?
    final var state: ObjectState

    /// The arguments that an object is made from; only the library makes one.
    public struct Instantiation: ~Copyable {
        let objectID: ManagedObjectID
        let context: Unmanaged<ManagedObjectContext>?
        let row: RowSnapshot?
        let state: ObjectState
    }

    /// Makes the object for a record. Contexts call this; applications use `init(context:)`.
    public required init(_ instantiation: consuming Instantiation) {
        objectID = instantiation.objectID
        contextReference = instantiation.context
        rowOwner = instantiation.row?.owner
        cells = instantiation.row?.cells
        state = instantiation.state
    }

    /// Inserts a new object of the class's entity into a context.
    ///
    /// The container must be opened with the class, or the process ends: that is a programmer's mistake.
    /// Generic code may make objects by it too.
    public required convenience init(context: ManagedObjectContext) {
        guard let storeEntity = context.coordinator.storeEntity(of: Self.self) else {
            preconditionFailure(ModelLayout.absence(of: Self.self))
        }
        self.init(context.instantiation(insertingInto: storeEntity))
        context.adoptInserted(self)
    }

    /// Inserts a new object of a named entity into a context.
    ///
    /// - Throws: `PersistenceError.unknownEntity`, or `misuse` for an abstract entity.
    public convenience init(entityName: String, context: ManagedObjectContext) throws {
        let storeEntity = try context.coordinator.concreteEntity(ofEntityNamed: entityName)
        self.init(context.instantiation(insertingInto: storeEntity))
        context.adoptInserted(self)
    }

    deinit {
        guard state.contains(.registered), let contextReference else { return }
        let (key, rootIndex) = (objectID.key, objectID.storeEntity.rootIndex)
        contextReference._withUnsafeGuaranteedRef { $0.forget(key: key, rootIndex: rootIndex) }
    }

    // MARK: - Life

    /// Called once, after the defaults were set, when the object is inserted: for defaults that are computed.
    ///
    /// ```swift
    /// override public func awakeFromInsert() { dateAdded = Date() }
    /// ```
    open func awakeFromInsert() {}

    /// Called when the object is filled from the store, not when it is in memory already. Changes
    /// of its own attributes that it makes here are not recorded.
    open func awakeFromFetch() {}

    /// Called when the values of an object in memory were replaced by undo, redo, a rollback, a
    /// refresh or a merge policy: what was computed from them may be computed again. Changes of its
    /// own attributes that it makes here are not recorded.
    open func awake(fromSnapshotEvents events: SnapshotEvents) {}

    /// Called when the object is about to be deleted, while its relationships are still there.
    open func prepareForDeletion() {}

    /// Called before each save that the object takes part in. May change values; it is called again until
    /// no object changes, so set a value only if it differs.
    open func willSave() {}

    /// Called after each save that the object took part in.
    open func didSave() {}

    /// Called before the object becomes a fault again.
    open func willTurnIntoFault() {}

    /// Called after the object became a fault again.
    open func didTurnIntoFault() {}

    // MARK: - Rules

    /// Checks a new object before it is saved. Overrides call super, and throw
    /// `PersistenceError.validation` for rules of their own.
    ///
    /// - Throws: `PersistenceError.validation` with every fault.
    open func validateForInsert() throws {
        try validateProperties()
    }

    /// Checks a changed object before it is saved.
    ///
    /// - Throws: `PersistenceError.validation` with every fault.
    open func validateForUpdate() throws {
        try validateProperties()
    }

    /// Checks that the object may be deleted.
    ///
    /// - Throws: `PersistenceError.validation` with every fault.
    open func validateForDelete() throws {
        try validateDenyRules()
    }

    /// Checks one value beyond the rules of the model. The default has no rules.
    ///
    /// For a to-many relationship, of a new object or with changes, the value is null: overrides
    /// read the property, whose destinations are fetched only then.
    /// - Throws: `PersistenceError.validation`.
    open func validate(_ value: AttributeValue, forKey key: String) throws {}
}

extension ManagedObject {
    final var context: ManagedObjectContext? {
        get { contextReference?.takeUnretainedValue() }
        set { contextReference = newValue.map { .passUnretained($0) } }
    }

    /// Whether the other object is in a context, and this one is not in the same.
    final func isApart(from other: ManagedObject) -> Bool {
        guard let theirs = other.contextReference else { return false }
        return contextReference?.toOpaque() != theirs.toOpaque()
    }

    /// The values; nil for a fault whose values were not read.
    final var row: RowSnapshot? {
        get { rowOwner.map { RowSnapshot(owner: $0, cells: cells) } }
        set {
            rowOwner = newValue?.owner
            cells = newValue?.cells
        }
    }

    /// The values as last read or saved, while `row` is a copy with changes; else nil.
    final var committedRow: RowSnapshot? {
        get { extras?.committedRow }
        set {
            if newValue != nil {
                requireExtras().committedRow = newValue
            } else {
                extras?.committedRow = nil
            }
        }
    }
}

extension ManagedObject: Hashable {
    public static func == (first: ManagedObject, second: ManagedObject) -> Bool { first === second }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The state of an object in its context, apart from its values.
struct ObjectState: OptionSet, Sendable {
    let rawValue: UInt16

    /// The object is in its context's identity map.
    static let registered = ObjectState(rawValue: 1 << 0)
    /// The values were not asked for yet.
    static let fault = ObjectState(rawValue: 1 << 1)
    /// The object is not in the store yet.
    static let inserted = ObjectState(rawValue: 1 << 2)
    /// The object has changes that are not in the store.
    static let updated = ObjectState(rawValue: 1 << 3)
    /// The object goes with the next save.
    static let deleted = ObjectState(rawValue: 1 << 4)
    /// The deletion's consequences for other objects were seen to.
    static let deletionPropagated = ObjectState(rawValue: 1 << 5)
    /// The object is in its context's list of changed objects.
    static let listed = ObjectState(rawValue: 1 << 6)
    /// The record is no longer in the store.
    static let inaccessible = ObjectState(rawValue: 1 << 7)
    /// Someone observes a key.
    static let observed = ObjectState(rawValue: 1 << 8)
    /// Changes are not recorded at the moment.
    static let awaking = ObjectState(rawValue: 1 << 9)
    /// The record's version rises with the next save, even if none of its values has changed.
    static let versionRaised = ObjectState(rawValue: 1 << 10)

    static let pending: ObjectState = [.inserted, .updated, .deleted]
    /// The object was deleted before anyone saved it.
    static let wasNeverSaved: ObjectState = [.inserted, .deleted]
    /// The object is deleted, and its record is gone already.
    static let gone: ObjectState = [.deleted, .inaccessible]
    /// Changes of the object's values are no changes of a record.
    static let unrecorded: ObjectState = [.inserted, .awaking]

    // By their bits, since they are asked for all the time: the usual ways of option sets make further
    // sets, which takes long in a build without optimisation.
    func contains(_ member: ObjectState) -> Bool { rawValue & member.rawValue == member.rawValue }
    func isSuperset(of other: ObjectState) -> Bool { contains(other) }
    func isDisjoint(with other: ObjectState) -> Bool { rawValue & other.rawValue == 0 }
}

/// State that few objects have.
final class ObjectExtras {
    /// The values as last read or saved, while the object's row is a copy with changes; else nil.
    var committedRow: RowSnapshot?
    /// The to-many relationships in use, by slot number.
    var toMany: [Int: ToManyRelationship] = [:]
    var observers: [KeyObserver] = []
    /// The values of transformable attributes that were made from data, by slot number.
    var transformed: [Int: any Sendable] = [:]
    /// The other results of the fetch with a batch size that this object came with.
    var batch: FaultBatch?
    /// Destinations of to-one relationships that were fetched along, by slot number. A context does
    /// not keep them alive, so who they were fetched for does.
    var prefetched: [Int: PrefetchedDestinations] = [:]
    /// Notes which keys a key path reads, for an object without a record.
    var probe: KeyPathProbe?
}
