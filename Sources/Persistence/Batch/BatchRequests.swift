/// Records to be added without making objects of them, or with one at a time that no context knows.
///
/// ```swift
/// let names = ["Salt", "Flour"]
/// let result = try context.execute(
///     BatchInsertRequest(entityName: "Ingredient", objects: names.map { ["name": $0] }))
/// ```
/// Values are those of attributes, by name; the model's defaults stand in for missing ones. To-one
/// relationships take object IDs, unless they have a place in an order at the other end. Nothing is
/// validated but that required values are there and that numbers are such, and no hooks are called.
public struct BatchInsertRequest {
    /// The source of the records' values.
    enum Source {
        /// Fills the values of the next record in; returns true, without a record, when there are no
        /// more.
        case dictionaries((inout [String: any Sendable]) throws -> Bool)
        /// Fills the next object; returns true, without a record, when there are no more.
        case objects((ManagedObject) throws -> Bool)
    }

    /// The name of the entity.
    public var entityName: String
    /// The kind of result. Default: the status only.
    public var resultType = BatchResultType.statusOnly
    /// The store that the records go to, as the first of these; nil, the default, for the one that new
    /// objects of the entity go to.
    public var affectedStores: [any PersistentStore]?
    let source: Source

    /// Records that are made one after the other, so that there need not be all of them at once.
    ///
    /// - Parameter dictionaryHandler: fills the values of the next record in; returns true when there
    ///   are no more records, and the dictionary is ignored then.
    public init(
        entityName: String,
        dictionaryHandler: @escaping (inout [String: any Sendable]) throws -> Bool
    ) {
        self.entityName = entityName
        source = .dictionaries(dictionaryHandler)
    }

    /// Records that are made of objects, one after the other.
    ///
    /// The objects are of the entity's class and in no context. What counts is the attributes that
    /// differ from the model's defaults; relationships cannot be set.
    /// - Parameter managedObjectHandler: fills the next object; returns true when there are no more
    ///   records, and the object is ignored then.
    public init<Object: ManagedObject>(
        entityName: String, managedObjectHandler: @escaping (Object) throws -> Bool
    ) {
        self.entityName = entityName
        source = .objects { object in
            guard let object = object as? Object else {
                throw PersistenceError.misuse(
                    "Objects of \(entityName) are of class \(type(of: object)), not \(Object.self)")
            }
            return try managedObjectHandler(object)
        }
    }

    /// Records that are there already, as dictionaries.
    public init(entityName: String, objects: [[String: any Sendable]]) {
        var rest = objects[...]
        self.init(
            entityName: entityName,
            dictionaryHandler: { values in
                guard let object = rest.popFirst() else { return true }
                values = object
                return false
            })
    }
}

/// New values for all records that a predicate selects, without making objects of them.
///
/// ```swift
/// var request = BatchUpdateRequest(entityName: "Item")
/// request.predicate = try FetchPredicate(format: "category == %@", "Tools")
/// request.propertiesToUpdate = ["price": try FetchExpression(format: "price * 1.1")]
/// ```
/// Nothing is validated but that required values stay and that numbers are such, and no hooks are called. The
/// version of each record rises.
public struct BatchUpdateRequest: Sendable {
    /// The name of the entity.
    public var entityName: String
    /// Which records; nil for all.
    public var predicate: FetchPredicate?
    /// Whether records of subentities are changed too. Default: true.
    public var includesSubentities = true
    /// The new values of attributes and to-one relationships: constants, or expressions over the
    /// record as it was before.
    public var propertiesToUpdate: [String: FetchExpression] = [:]
    /// The kind of result. Default: the status only.
    public var resultType = BatchResultType.statusOnly

    /// The stores that are asked; nil, the default, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?

    /// Makes a request for all records of an entity, which changes nothing yet.
    public init(entityName: String) {
        self.entityName = entityName
    }
}

/// Records to be deleted without making objects of them.
///
/// ```swift
/// let old = FetchRequest<Recipe>(#Predicate { $0.minutes > 600 })
/// let result = try context.execute(BatchDeleteRequest(fetchRequest: old))
/// ```
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
    /// The kind of result. Default: the status only.
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
        predicate = .isOne(of: objectIDs)
    }
}
