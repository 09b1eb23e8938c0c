public import Persistence

/// The locations of a list, and their order.
public struct LocationQuery: Sendable, Hashable {
    /// Words that must each be in the name or the notes, in any order.
    public var search = ""
    /// The parent of the locations; nil for all.
    public var parent: ParentFilter?
    /// A condition that the user has typed.
    public var predicate: FetchPredicate?
    /// The order; empty for order by name.
    public var sortDescriptors: [FetchSortDescriptor] = []

    /// A filter by parent.
    public enum ParentFilter: Sendable, Hashable {
        /// The location with a record number.
        case location(Int64)
        /// Without a parent.
        case none
    }

    public init() {}

    /// The request for these locations.
    ///
    /// - Parameter coordinator: resolves record numbers.
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
