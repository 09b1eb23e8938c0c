/// A store of one's own that is asked for records as they are needed: over another database, a
/// service, a file of another kind.
///
/// A class of this kind is registered with
/// `PersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`, and opened by containers through
/// a `StoreDescription` of its type. Several threads may read at once; one at a time writes.
public protocol IncrementalStore: AnyObject, Sendable {
    /// Opens the store.
    ///
    /// - Parameters:
    ///   - description: which store, and how.
    ///   - layout: the model, its entities and their properties by number.
    /// - Throws: any error; the store is not opened then.
    init(description: StoreDescription, layout: ModelLayout) throws

    /// What the store says about itself, asked once after it was opened. Its identifier has to be the
    /// same each time. Where it names entities of another model, the store is not opened.
    func loadMetadata() throws -> PersistentStoreMetadata

    /// The records that a request selects.
    func execute(_ request: StoreFetch) throws -> IncrementalFetchResult

    /// The values of a record and the destinations of its to-one relationships; nil if there is no
    /// such record.
    ///
    /// - Parameter reference: the record's key; of its entity only the root has to be right.
    func newValues(forObjectWith reference: StoreReference) throws -> IncrementalStoreNode?

    /// The destinations of a to-many relationship, in its order where it has one.
    func newValue(
        forRelationship slot: PropertySlot, forObjectWith reference: StoreReference
    ) throws -> [StoreReference]

    /// Reserves keys for new records of a root entity, one behind the other, and returns the first.
    func obtainPermanentKeys(for root: EntityLayout, count: Int) throws -> Int64

    /// Writes what a save changed, as a whole or, if this throws, not at all.
    func execute(_ request: IncrementalSaveRequest) throws

    /// Lets go of files and connections.
    func close() throws
}

/// A record of an incremental store.
public typealias IncrementalStoreNode = AtomicStoreCacheNode

/// What an incremental store found.
public struct IncrementalFetchResult: Sendable {
    /// The records, with their concrete entities.
    public var references: [StoreReference]
    /// Whether these are the answer as it was asked for. If not, predicate, order, limit and offset
    /// are applied to them, for which their values are read.
    public var isComplete: Bool

    /// Makes an answer; an incomplete one is filtered, sorted and cut by the library.
    public init(_ references: [StoreReference], isComplete: Bool) {
        self.references = references
        self.isComplete = isComplete
    }
}

/// What a save writes into an incremental store.
public struct IncrementalSaveRequest: Sendable {
    /// The new records with all of their values.
    public var inserted: [IncrementalStoreNode] = []
    /// The changed records with all of their values and their new versions. To-many relationships are
    /// there where they have changed and no other record's relationship to one tells of it.
    public var updated: [IncrementalStoreNode] = []
    /// The records that go.
    public var deleted: [StoreReference] = []
}

extension IncrementalStore {
    /// Refuses: the store is only read.
    public func obtainPermanentKeys(for root: EntityLayout, count: Int) throws -> Int64 {
        throw PersistenceError.misuse("The store takes no new records")
    }

    /// Refuses: the store is only read.
    public func execute(_ request: IncrementalSaveRequest) throws {
        throw PersistenceError.misuse("The store is not written to")
    }

    /// Has nothing to let go of.
    public func close() throws {}
}
