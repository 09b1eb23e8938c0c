/// A description of the records to fetch.
public struct FetchRequest<Result: ManagedObject>: Sendable {
    /// The name of the entity; nil for the entity that the class of the result was generated for.
    public var entityName: String?
    /// Which records; nil for all.
    public var predicate: FetchPredicate?
    /// The order of the records; equal ones come in the order in which they were inserted.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The greatest number of records; 0, the default, for no limit.
    public var fetchLimit = 0
    /// The number of records to pass over. Default: 0.
    public var fetchOffset = 0
    /// The number of records whose values are read at once; 0, the default, for all. A context
    /// with unsaved changes of the entity reads all at once: it has to compare them.
    public var fetchBatchSize = 0
    /// Whether records of subentities count. Default: true.
    public var includesSubentities = true
    /// Whether changes that the context has not saved count. Default: true.
    public var includesPendingChanges = true
    /// Whether values are read along with the records. Default: true.
    public var includesPropertyValues = true
    /// Whether `awakeFromFetch` waits until a value is asked for. Default: true.
    public var returnsObjectsAsFaults = true
    /// Key paths of relationships whose destinations are fetched along, one query each.
    public var relationshipKeyPathsForPrefetching: [String] = []
    /// Whether objects that are in the context already take over what the store says, unless they
    /// have changes. Default: false.
    public var shouldRefreshRefetchedObjects = false

    /// The stores that are asked; nil, the default, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?

    /// A request for all records of an entity.
    ///
    /// - Parameter entityName: the entity; by default the one that the class was generated for.
    public init(entityName: String? = nil) {
        self.entityName = entityName
    }
}
