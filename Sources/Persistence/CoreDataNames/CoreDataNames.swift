// Core Data's names, for which the compiler suggests the replacements.

public import Foundation
public import ObjectModel

private func unavailable() -> Never { preconditionFailure("the name is unavailable") }

/// The values of Core Data's types, so that the compiler names the declaration that takes them.
@available(*, unavailable)
public enum CoreDataConstant {
    case privateQueueConcurrencyType, mainQueueConcurrencyType
    case managedObjectResultType, managedObjectIDResultType, dictionaryResultType, countResultType
    case current
}

extension PersistentContainer {
    @available(
        *, unavailable, message: "Use `read` and `write`, or ManagedObjectContext(container)."
    )
    public var viewContext: ManagedObjectContext { unavailable() }

    @available(*, unavailable, message: "Use ManagedObjectContext(container).")
    public func newBackgroundContext() -> ManagedObjectContext { unavailable() }

    @available(
        *, unavailable, message: "Use `write`, which waits for its turn and returns a value."
    )
    public func performBackgroundTask(_ block: (ManagedObjectContext) -> Void) { unavailable() }

    @available(*, unavailable, message: "The initializer opens the stores, and throws.")
    public func loadPersistentStores(
        completionHandler block: (StoreDescription, (any Error)?) -> Void
    ) {
        unavailable()
    }

    @available(*, unavailable, renamed: "coordinator")
    public var persistentStoreCoordinator: PersistentStoreCoordinator { unavailable() }

    @available(*, unavailable, renamed: "coordinator.managedObjectModel")
    public var managedObjectModel: ManagedObjectModel { unavailable() }

    @available(*, unavailable, message: "Give the descriptions to the initializer (stores:).")
    public var persistentStoreDescriptions: [StoreDescription] {
        get { unavailable() }
        set { unavailable() }
    }

    @available(
        *, unavailable, message: "Use init(model:classes:store:), which opens the store and throws."
    )
    public convenience init(name: String, managedObjectModel model: ManagedObjectModel? = nil) {
        unavailable()
    }
}

extension ManagedObjectContext {
    @available(
        *, unavailable,
        message: "A context is used by the task that it belongs to: call it directly."
    )
    public func perform<Result>(_ block: () throws -> Result) rethrows -> Result { unavailable() }

    @available(
        *, unavailable,
        message: "A context is used by the task that it belongs to: call it directly."
    )
    public func performAndWait<Result>(_ block: () throws -> Result) rethrows -> Result {
        unavailable()
    }

    @available(*, unavailable, renamed: "coordinator")
    public var persistentStoreCoordinator: PersistentStoreCoordinator? { unavailable() }

    @available(*, unavailable, message: "Make the object in its context: Book(context: context).")
    public func insert(_ object: ManagedObject) { unavailable() }

    @available(
        *, unavailable,
        message: "A context holds objects weakly: use registeredObject(for:), or a fetch."
    )
    public var registeredObjects: Set<ManagedObject> { unavailable() }

    @available(*, unavailable, message: "Use fetchHistory(_:) or deleteHistory(before:).")
    public func execute(_ request: PersistentHistoryChangeRequest) throws -> Any { unavailable() }

    @available(
        *, unavailable, message: "Use `read` of the container, which sees one state of the store."
    )
    public func setQueryGenerationFrom(_ generation: CoreDataConstant?) throws { unavailable() }

    @available(
        *, unavailable,
        message: "Use `refresh` or `refreshAllObjects`: values do not grow stale by time."
    )
    public var stalenessInterval: TimeInterval {
        get { unavailable() }
        set { unavailable() }
    }

    @available(
        *, unavailable, message: "Use ManagedObjectContext(container), or init(parent:)."
    )
    public convenience init(concurrencyType: CoreDataConstant) { unavailable() }

    @available(*, unavailable, message: "A context belongs to one task: keep values beside it.")
    public var userInfo: [AnyHashable: Any] { unavailable() }

    @available(*, unavailable, message: "Hold the objects that are to stay in memory.")
    public var retainsRegisteredObjects: Bool {
        get { unavailable() }
        set { unavailable() }
    }

    @available(*, unavailable, message: "The next fetch or save applies delete rules.")
    public var propagatesDeletesAtEndOfEvent: Bool {
        get { unavailable() }
        set { unavailable() }
    }
}

extension StoreDescription {
    @available(
        *, unavailable, message: "Use .sqlite(path:), .binary(path:), .xml(path:) or .inMemory."
    )
    public init(url: URL) { unavailable() }

    @available(*, unavailable, message: "Options are properties, `tracksHistory` for example.")
    public mutating func setOption(_ option: Any?, forKey key: String) { unavailable() }
}

extension FetchRequest {
    @available(
        *, unavailable, message: "Use DictionaryFetchRequest, fetchObjectIDs(_:) or count(for:)."
    )
    public var resultType: CoreDataConstant {
        get { unavailable() }
        set { unavailable() }
    }

    @available(*, unavailable, message: "Use DictionaryFetchRequest with its `columns`.")
    public var propertiesToFetch: [Any]? {
        get { unavailable() }
        set { unavailable() }
    }

    @available(*, unavailable, message: "Use DictionaryFetchRequest, which groups.")
    public var propertiesToGroupBy: [Any]? {
        get { unavailable() }
        set { unavailable() }
    }
}

extension FetchPredicate {
    @available(*, unavailable, renamed: "init(format:arguments:)")
    public init(format: String, argumentArray: [Any]?) { unavailable() }
}

extension BatchDeleteRequest {
    @available(*, unavailable, renamed: "init(entityName:objectIDs:)")
    public init(objectIDs: [ManagedObjectID]) { unavailable() }
}

extension BatchResultType {
    @available(*, unavailable, renamed: "objectIDs")
    public static var resultTypeObjectIDs: BatchResultType { unavailable() }
    @available(*, unavailable, renamed: "count")
    public static var resultTypeCount: BatchResultType { unavailable() }
    @available(*, unavailable, renamed: "objectIDs")
    public static var updatedObjectIDsResultType: BatchResultType { unavailable() }
    @available(*, unavailable, renamed: "count")
    public static var updatedObjectsCountResultType: BatchResultType { unavailable() }
}

@available(
    *, unavailable,
    message: "Conform to PersistentStore, and register a PersistentStoreFactory that opens it."
)
public typealias IncrementalStore = PersistentStore

@available(*, unavailable, renamed: "BatchResult")
public typealias BatchDeleteResult = BatchResult
@available(*, unavailable, renamed: "BatchResult")
public typealias BatchUpdateResult = BatchResult
@available(*, unavailable, renamed: "BatchResult")
public typealias BatchInsertResult = BatchResult

extension PersistentHistoryChangeRequest {
    @available(*, unavailable, message: "Use deleteHistory(before:) of the context.")
    public static func deleteHistory(before date: Date) -> PersistentHistoryChangeRequest {
        unavailable()
    }
}

extension MappingModel {
    @available(*, unavailable, renamed: "inferred(from:to:)")
    public static func inferredMappingModel(
        forSourceModel source: ManagedObjectModel, destinationModel: ManagedObjectModel
    ) throws -> MappingModel {
        unavailable()
    }
}

extension ManagedObject {
    @available(*, unavailable, message: "Use container.coordinator.managedObjectModel[\"Book\"].")
    public static func entity() -> EntityDescription { unavailable() }

    @available(
        *, unavailable, message: "Use validateValue(forKey:), or override validate(_:forKey:)."
    )
    public func validateValue(_ value: UnsafeMutablePointer<AnyObject?>, forKey key: String) throws
    { unavailable() }

    @available(*, unavailable, message: "Use `changedValues`.")
    public func changedValuesForCurrentEvent() -> [String: Any] { unavailable() }

    @available(*, unavailable, message: "Leave it out: the generated properties do it.")
    public func willAccessValue(forKey key: String?) { unavailable() }
    @available(*, unavailable, message: "Leave it out: the generated properties do it.")
    public func didAccessValue(forKey key: String?) { unavailable() }
    @available(*, unavailable, message: "Leave it out: the generated properties do it.")
    public func willChangeValue(forKey key: String) { unavailable() }
    @available(*, unavailable, message: "Leave it out: the generated properties do it.")
    public func didChangeValue(forKey key: String) { unavailable() }
}

extension PersistentStoreCoordinator {
    @available(*, unavailable, message: "Use the `coordinator` of a PersistentContainer.")
    public convenience init(managedObjectModel model: ManagedObjectModel) { unavailable() }

    @available(*, unavailable, message: "Use addPersistentStore(with: .sqlite(path:)).")
    public func addPersistentStore(
        ofType type: String, configurationName: String?, at url: URL?, options: [AnyHashable: Any]?
    ) throws -> any PersistentStore {
        unavailable()
    }

    @available(*, unavailable, renamed: "currentPersistentHistoryToken()")
    public func currentPersistentHistoryToken(
        fromStores stores: [any PersistentStore]?
    ) -> PersistentHistoryToken? {
        unavailable()
    }
}

extension EntityDescription {
    @available(
        *, unavailable, message: "Use Book(context:), or context.insertObject(ofEntityNamed:)."
    )
    public static func insertNewObject(
        forEntityName name: String, into context: ManagedObjectContext
    ) -> ManagedObject {
        unavailable()
    }
}

extension UndoManager {
    @available(*, unavailable, message: "A step ends with processPendingChanges() or a save.")
    public var groupsByEvent: Bool {
        get { unavailable() }
        set { unavailable() }
    }
}

@available(*, unavailable, message: "fetchHistory(_:) returns the transactions.")
public typealias PersistentHistoryResult = [PersistentHistoryTransaction]

// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, renamed: "MergePolicy.error")
public var NSErrorMergePolicy: MergePolicy { unavailable() }
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, renamed: "MergePolicy.mergeByPropertyStoreTrump")
public var NSMergeByPropertyStoreTrumpMergePolicy: MergePolicy { unavailable() }
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, renamed: "MergePolicy.mergeByPropertyObjectTrump")
public var NSMergeByPropertyObjectTrumpMergePolicy: MergePolicy { unavailable() }
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, renamed: "MergePolicy.overwrite")
public var NSOverwriteMergePolicy: MergePolicy { unavailable() }
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, unavailable, renamed: "MergePolicy.rollback")
public var NSRollbackMergePolicy: MergePolicy { unavailable() }

@available(*, unavailable, renamed: "ManagedObject")
public typealias NSManagedObject = ManagedObject
@available(*, unavailable, renamed: "ManagedObjectID")
public typealias NSManagedObjectID = ManagedObjectID
@available(*, unavailable, renamed: "ManagedObjectContext")
public typealias NSManagedObjectContext = ManagedObjectContext
@available(*, unavailable, renamed: "PersistentContainer")
public typealias NSPersistentContainer = PersistentContainer
@available(*, unavailable, renamed: "PersistentStoreCoordinator")
public typealias NSPersistentStoreCoordinator = PersistentStoreCoordinator
@available(*, unavailable, renamed: "FetchRequest")
public typealias NSFetchRequest = FetchRequest
@available(*, unavailable, renamed: "FetchedResultsController")
public typealias NSFetchedResultsController = FetchedResultsController
@available(*, unavailable, renamed: "BatchDeleteRequest")
public typealias NSBatchDeleteRequest = BatchDeleteRequest
@available(*, unavailable, renamed: "BatchUpdateRequest")
public typealias NSBatchUpdateRequest = BatchUpdateRequest
@available(*, unavailable, renamed: "BatchInsertRequest")
public typealias NSBatchInsertRequest = BatchInsertRequest
