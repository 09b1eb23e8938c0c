/// Inserts records without creating objects, or with one reused object outside any context.
///
/// ```swift
/// let names = ["Salt", "Flour"]
/// let result = try context.execute(
///     BatchInsertRequest(entityName: "Ingredient", objects: names.map { ["name": $0] }))
/// ```
/// Values are attributes by name; missing ones get the model's defaults. To-one relationships take
/// object IDs, unless the inverse is ordered. Only required values and types of numbers are
/// validated, and no hooks are called. The context's `mergePolicy` decides about records that exist
/// with the same unique values.
///
/// Each record costs an SQL insertion, a fraction of the time of a saved object, and memory does not
/// grow with the number of records.
public struct BatchInsertRequest {
    /// The source of the records' values.
    enum Source {
        /// Fills in the values of the next record; returns true, without a record, at the end.
        case dictionaries((inout [String: any Sendable]) throws -> Bool)
        /// Fills in the next object; returns true, without a record, at the end.
        case objects((ManagedObject) throws -> Bool)
    }

    /// The name of the entity.
    public var entityName: String
    /// The kind of result. Default: the status only.
    public var resultType = BatchResultType.statusOnly
    /// The store for the records, as the only element; nil, the default, for the store that new
    /// objects of the entity go to.
    public var affectedStores: [any PersistentStore]?
    let source: Source

    /// Creates a request whose records are generated one by one, so that they need not be in memory
    /// together.
    ///
    /// ```swift
    /// var names = ["Salt", "Flour"].makeIterator()
    /// let request = BatchInsertRequest(entityName: "Ingredient") { values in
    ///     values["name"] = names.next()
    ///     return values.isEmpty
    /// }
    /// ```
    /// - Parameter dictionaryHandler: fills in the values of the next record; returns true at the
    ///   end, when the dictionary is ignored.
    public init(
        entityName: String,
        dictionaryHandler: @escaping (inout [String: any Sendable]) throws -> Bool
    ) {
        self.entityName = entityName
        source = .dictionaries(dictionaryHandler)
    }

    /// Creates a request whose records are set through objects, one by one.
    ///
    /// ```swift
    /// var minutes = 0
    /// let request = BatchInsertRequest(entityName: "Recipe") { (recipe: Recipe) in
    ///     minutes += 5
    ///     recipe.title = "Egg, \(minutes) minutes"
    ///     return minutes > 20
    /// }
    /// ```
    /// The objects have the entity's class and no context. The attributes that differ from the
    /// model's defaults are inserted; relationships cannot be set.
    /// - Parameter managedObjectHandler: fills in the next object; returns true at the end, when
    ///   the object is ignored.
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

    /// Creates a request from dictionaries.
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

/// Sets values of all records that a predicate selects, without creating objects.
///
/// ```swift
/// var request = BatchUpdateRequest(entityName: "Item")
/// request.predicate = try FetchPredicate(format: "category == %@", "Tools")
/// request.propertiesToUpdate = ["price": try FetchExpression(format: "price * 1.1")]
/// ```
/// Only required values and types of numbers are validated, and no hooks are called. Each record's
/// version rises. The store runs a few SQL statements, whatever the number of records.
///
/// Contexts do not see the changes by themselves: ask for `objectIDs`, and pass
/// ``BatchResult/changes`` to `ManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`.
public struct BatchUpdateRequest: Sendable {
    /// The name of the entity.
    public var entityName: String
    /// The condition; nil for all records.
    public var predicate: FetchPredicate?
    /// Whether records of subentities are changed too. Default: true.
    public var includesSubentities = true
    /// The new values of attributes and to-one relationships: constants, or expressions that read
    /// the old values.
    public var propertiesToUpdate: [String: FetchExpression] = [:]
    /// The kind of result. Default: the status only.
    public var resultType = BatchResultType.statusOnly

    /// The stores to update; nil, the default, for all of the coordinator.
    public var affectedStores: [any PersistentStore]?

    /// Creates a request for all records of an entity. Without `propertiesToUpdate` it changes
    /// nothing.
    public init(entityName: String) {
        self.entityName = entityName
    }
}

/// Deletes records without creating objects.
///
/// ```swift
/// let old = FetchRequest<Recipe>(#Predicate { $0.minutes > 600 })
/// let result = try context.execute(BatchDeleteRequest(fetchRequest: old))
/// ```
/// The model's delete rules apply: destinations are deleted or lose their reference, and if a rule
/// denies one deletion, the request throws and deletes nothing. No hooks are called. The store runs a
/// few SQL statements for each table that the rules reach.
public struct BatchDeleteRequest: Sendable {
    /// The name of the entity.
    public var entityName: String
    /// The condition; nil for all records.
    public var predicate: FetchPredicate?
    /// Whether records of subentities are deleted too. Default: true.
    public var includesSubentities = true
    /// The order of the records, which matters with a limit.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The maximum number of records to delete; 0, the default, for no limit.
    public var fetchLimit = 0
    /// The number of records to skip. Default: 0.
    public var fetchOffset = 0
    /// The kind of result. Default: the status only.
    public var resultType = BatchResultType.statusOnly

    /// The stores to delete from; nil, the default, for all of the coordinator.
    public var affectedStores: [any PersistentStore]?

    /// The parts of a fetch with Swift key paths; nil for none.
    private var keyPathParts: AnyKeyPathParts?

    /// Creates a request for all records of an entity.
    public init(entityName: String) {
        self.entityName = entityName
    }

    /// Creates a request for the records that a fetch would return from the stores, without unsaved
    /// changes.
    ///
    /// - Parameter entityName: the entity. Default: that of the fetch.
    public init<Result>(fetchRequest: FetchRequest<Result>, entityName: String? = nil) {
        let parts = AnyKeyPathParts(of: fetchRequest)
        self.init(entityName: entityName ?? fetchRequest.entityName ?? parts.className)
        predicate = fetchRequest.predicate
        includesSubentities = fetchRequest.includesSubentities
        sortDescriptors = fetchRequest.sortDescriptors
        fetchLimit = fetchRequest.fetchLimit
        fetchOffset = fetchRequest.fetchOffset
        affectedStores = fetchRequest.affectedStores
        keyPathParts = parts
    }

    /// The request with Swift key paths resolved.
    ///
    /// - Throws: `FetchPredicateError` for a part that a fetch cannot express.
    func resolved(in layout: ModelLayout) throws -> Self {
        var request = self
        request.keyPathParts = nil
        try keyPathParts?.add(
            to: &request.predicate, &request.sortDescriptors, &request.entityName, in: layout)
        return request
    }

    /// Creates a request for records of one entity.
    ///
    /// - Parameter objectIDs: the records, at least one.
    public init(entityName: String, objectIDs: [ManagedObjectID]) {
        self.init(entityName: entityName)
        predicate = .isOne(of: objectIDs)
    }
}

/// The result of a batch request.
///
/// ```swift
/// var request = BatchDeleteRequest(fetchRequest: FetchRequest<Recipe>(#Predicate { $0.minutes > 600 }))
/// request.resultType = .objectIDs
/// let result = try context.execute(request)
/// try ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.changes, into: [context])
/// ```
public struct BatchResult: Sendable {
    /// The requested kind of result.
    public let resultType: BatchResultType
    /// The number of inserted, updated or deleted records, for every kind of result.
    public let count: Int
    /// The written records, for `mergeChanges(fromRemoteContextSave:into:)`; empty unless object
    /// IDs were requested. Records whose derived attributes changed count as updated.
    public let changes: RemoteChanges
    /// The records that were inserted, updated or deleted.
    public let objectIDs: [ManagedObjectID]

    /// - Parameters:
    ///   - changes: the changes of the request itself.
    ///   - derived: the records with a new derived value.
    init(
        resultType: BatchResultType, count: Int, changes: RemoteChanges,
        derived: Set<ManagedObjectID>
    ) {
        self.resultType = resultType
        self.count = count
        objectIDs = changes.deleted.isEmpty ? changes.inserted + changes.updated : changes.deleted
        var all = changes
        if !derived.isEmpty {
            all.updated += derived.subtracting(changes.inserted + changes.updated + changes.deleted)
        }
        self.changes = all
    }
}

/// The kind of result that a batch request returns.
public enum BatchResultType: Sendable, Hashable {
    /// The number of records.
    case statusOnly
    /// The number and the IDs of the records, so that contexts can merge the changes.
    case objectIDs
    /// The same as `statusOnly`, under Core Data's name.
    case count
}
