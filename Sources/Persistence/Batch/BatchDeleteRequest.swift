/// Records to be deleted without making objects of them.
///
/// The delete rules of the model hold: destinations are deleted too or lose their reference, and a
/// deletion that a rule denies fails as a whole. No hooks are called.
public struct BatchDeleteRequest: Sendable {
    /// The name of the entity.
    public var entityName: String
    /// Which records; nil for all.
    public var predicate: FetchPredicate?
    /// Whether records of subentities are deleted too. Default: true.
    public var includesSubentities = true
    /// The order of the records, which matters with a limit.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The greatest number of records that the predicate selects; 0, the default, for no limit.
    public var fetchLimit = 0
    /// The number of records to pass over. Default: 0.
    public var fetchOffset = 0
    /// What is told of the deleted records. Default: the status only.
    public var resultType = BatchResultType.statusOnly

    /// The stores that are asked; nil, the default, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?

    /// A request for all records of an entity.
    public init(entityName: String) {
        self.entityName = entityName
    }

    /// A request for the records that a fetch would return, unsaved changes of contexts apart.
    ///
    /// - Parameter entityName: the entity; by default the one that the fetch names.
    public init<Result>(fetchRequest: FetchRequest<Result>, entityName: String? = nil) {
        self.init(entityName: entityName ?? fetchRequest.entityName ?? "\(Result.self)")
        predicate = fetchRequest.predicate
        includesSubentities = fetchRequest.includesSubentities
        sortDescriptors = fetchRequest.sortDescriptors
        fetchLimit = fetchRequest.fetchLimit
        fetchOffset = fetchRequest.fetchOffset
        affectedStores = fetchRequest.affectedStores
    }

    /// A request for some records of one entity.
    ///
    /// - Parameter objectIDs: the records, one at least.
    public init(entityName: String, objectIDs: [ManagedObjectID]) {
        self.init(entityName: entityName)
        predicate = .comparison(
            FetchComparison(
                .evaluatedObject, .in, .aggregate(objectIDs.map { .constant(.object($0)) })))
    }
}
