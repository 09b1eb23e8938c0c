public import Persistence

/// Which locations a list shows, and in which order.
public struct LocationQuery: Sendable, Hashable {
    /// Words that each have to be in the name or the notes, in any order.
    public var search = ""
    /// The location that they are in; nil for all.
    public var parent: ParentFilter?
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the order of the names.
    public var sortDescriptors: [FetchSortDescriptor] = []

    /// What locations are in.
    public enum ParentFilter: Sendable, Hashable {
        /// The location with a record number.
        case location(Int64)
        /// None.
        case none
    }

    public init() {}

    /// The request for these locations.
    ///
    /// - Parameter coordinator: the coordinator, which knows the IDs of locations.
    /// - Throws: errors of the model.
    public func fetchRequest(
        _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchRequest<Location> {
        var request = FetchRequest<Location>()
        var conditions = FetchPredicate.searching(search)
        switch parent {
        case nil: break
        case .some(.none): conditions.append(.key("parent") == nil)
        case .some(.location(let number)):
            let id = try coordinator.objectID(entityName: "Location", recordNumber: number)
            conditions.append(.key("parent") == id)
        }
        if let predicate { conditions.append(predicate) }
        request.predicate = .all(conditions)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }
}
