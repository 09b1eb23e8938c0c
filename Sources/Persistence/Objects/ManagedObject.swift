/// A record of a store, in a context.
///
/// There is one object per record and context. An object is a *fault* until one of its values is
/// read. Objects
/// belong to their context's task; use values such as `objectID` to pass a record to another task.
///
/// Subclasses add behavior; their properties are generated from the model.
///
/// ```swift
/// final class Recipe: ManagedObject {
///     override func awakeFromInsert() { dateAdded = Date() }
/// }
///
/// let recipe = Recipe(context: context)
/// recipe.title = "Pea soup"
/// ```
/// An entity without a class has plain objects: `ManagedObject(entityName: "Recipe", context: context)`,
/// with `value(forKey:)` and `setValue(_:forKey:)`.
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
    /// The identity of the record; temporary until the first save.
    // Never read while it is set. The exclusivity check would take longer than the access, which each
    // object makes when it is deallocated.
    @exclusivity(unchecked)
    public internal(set) final var objectID: ManagedObjectID
    /// The context sets this to nil when it is deallocated, so the reference never dangles.
    private final var contextReference: Unmanaged<ManagedObjectContext>?
    /// The owner of the values; nil for a fault without values.
    private final var rowOwner: AnyObject?
    /// Direct access to the owner's values, if they are unchanged from the store.
    private(set) final var cells: PackedCells?
    /// State that few objects have.
    final var extras: ObjectExtras?
    final var state: ObjectState

    /// The arguments of the initializer; only the library makes them.
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
    /// The container must be opened with the class; otherwise this is a programmer's mistake that
    /// ends the process.
    public required convenience init(context: ManagedObjectContext) {
        guard let storeEntity = context.coordinator.storeEntity(of: Self.self) else {
            preconditionFailure(ModelLayout.absence(of: Self.self))
        }
        self.init(context.instantiation(insertingInto: storeEntity))
        context.adoptInserted(self)
    }

    /// Inserts a new object of a named entity without a class into a context;
    /// ``ManagedObjectContext/insertObject(ofEntityNamed:)`` inserts one of the entity's class.
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

    /// Called once when the object is inserted, after the defaults are set, for computed defaults.
    ///
    /// ```swift
    /// override public func awakeFromInsert() { dateAdded = Date() }
    /// ```
    open func awakeFromInsert() {}

    /// Called when the object's values are read from the store. Changes of its own attributes made
    /// here are not recorded.
    open func awakeFromFetch() {}

    /// Called when undo, redo, rollback, refresh or a merge policy has replaced the values, so that
    /// values computed
    /// from them can be updated. Changes of its own attributes made here are not recorded.
    open func awake(fromSnapshotEvents events: SnapshotEvents) {}

    /// Called before the deletion, while the relationships still exist.
    open func prepareForDeletion() {}

    /// Called before each save of the object. It may change values and is called again until no
    /// object changes, so set a value only if it differs.
    ///
    /// ```swift
    /// override func willSave() { if slug != title?.lowercased() { slug = title?.lowercased() } }
    /// ```
    open func willSave() {}

    /// Called after each save of the object.
    open func didSave() {}

    /// Called before the object becomes a fault again.
    open func willTurnIntoFault() {}

    /// Called after the object has become a fault again.
    open func didTurnIntoFault() {}

    // MARK: - Rules

    /// Checks a new object before it is saved. Overrides call super, and throw
    /// `PersistenceError.validation` for their own rules.
    ///
    /// ```swift
    /// override func validateForInsert() throws {
    ///     try super.validateForInsert()
    ///     guard minutes > 0 else {
    ///         throw PersistenceError.validation([
    ///             fault(.managedObjectValidation, key: "minutes", reason: "minutes is 0")
    ///         ])
    ///     }
    /// }
    /// ```
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

    /// Checks one value with custom rules. The default has none.
    ///
    /// For a to-many relationship of a new object or with changes, the value is null: overrides
    /// read the property, whose destinations are fetched only then.
    ///
    /// ```swift
    /// override func validate(_ value: AttributeValue, forKey key: String) throws {
    ///     if key == "title", value.stringValue?.hasSuffix(" ") == true {
    ///         throw PersistenceError.validation([
    ///             fault(.managedObjectValidation, key: key, reason: "title ends with a space")
    ///         ])
    ///     }
    /// }
    /// ```
    /// - Throws: `PersistenceError.validation`.
    open func validate(_ value: AttributeValue, forKey key: String) throws {}
}

extension ManagedObject {
    final var context: ManagedObjectContext? {
        get { contextReference?.takeUnretainedValue() }
        set { contextReference = newValue.map { .passUnretained($0) } }
    }

    /// Whether the other object is in a context, but not in this object's.
    final func isApart(from other: ManagedObject) -> Bool {
        guard let theirs = other.contextReference else { return false }
        return contextReference?.toOpaque() != theirs.toOpaque()
    }

    /// The values; nil for a fault without values.
    final var row: RowSnapshot? {
        get { rowOwner.map { RowSnapshot(owner: $0, cells: cells) } }
        set {
            rowOwner = newValue?.owner
            cells = newValue?.cells
        }
    }

    /// The values as last read or saved, if `row` is a changed copy; otherwise nil.
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

    /// In the context's identity map.
    static let registered = ObjectState(rawValue: 1 << 0)
    /// The values are not loaded.
    static let fault = ObjectState(rawValue: 1 << 1)
    /// Not in the store yet.
    static let inserted = ObjectState(rawValue: 1 << 2)
    /// Has changes that are not in the store.
    static let updated = ObjectState(rawValue: 1 << 3)
    /// To be deleted by the next save.
    static let deleted = ObjectState(rawValue: 1 << 4)
    /// The delete rules were applied.
    static let deletionPropagated = ObjectState(rawValue: 1 << 5)
    /// In the context's list of changed objects.
    static let listed = ObjectState(rawValue: 1 << 6)
    /// The record is no longer in the store.
    static let inaccessible = ObjectState(rawValue: 1 << 7)
    /// A key is observed.
    static let observed = ObjectState(rawValue: 1 << 8)
    /// Changes are currently not recorded.
    static let awaking = ObjectState(rawValue: 1 << 9)
    /// The next save increases the record's version, even without changes.
    static let versionRaised = ObjectState(rawValue: 1 << 10)

    static let pending: ObjectState = [.inserted, .updated, .deleted]
    /// Deleted before the first save.
    static let wasNeverSaved: ObjectState = [.inserted, .deleted]
    /// Deleted, and the record is gone already.
    static let gone: ObjectState = [.deleted, .inaccessible]
    /// Changes of values are not changes of a record.
    static let unrecorded: ObjectState = [.inserted, .awaking]

    // On the raw bits, because the generic implementation is slow in debug builds and this is
    // called very often.
    func contains(_ member: ObjectState) -> Bool { rawValue & member.rawValue == member.rawValue }
    func isSuperset(of other: ObjectState) -> Bool { contains(other) }
    func isDisjoint(with other: ObjectState) -> Bool { rawValue & other.rawValue == 0 }
}

/// State that few objects have.
final class ObjectExtras {
    /// The values as last read or saved, if the object's row is a changed copy; otherwise nil.
    var committedRow: RowSnapshot?
    /// The to-many relationships in use, by slot number.
    var toMany: [Int: ToManyRelationship] = [:]
    var observers: [KeyObserver] = []
    /// The decoded values of transformable attributes, by slot number.
    var transformed: [Int: any Sendable] = [:]
    /// The other results of the batched fetch that returned this object.
    var batch: FaultBatch?
    /// Prefetched destinations of to-one relationships, by slot number. The source keeps them
    /// alive, because a context does not.
    var prefetched: [Int: PrefetchedDestinations] = [:]
    /// Records the keys that a key path reads, for an object without a record.
    var probe: KeyPathProbe?
}
