public import Persistence

/// Which books a list shows, and in which order.
public struct BookQuery: Sendable, Hashable {
    /// Words that each have to be in the title or in the category's name, in any order.
    public var search = ""
    /// The category of the books; nil for all.
    public var category: CategoryFilter?
    /// Only bargains, whose price is below 12, or only the others; nil for all.
    public var isBargain: Bool?
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the order of the titles.
    public var sortDescriptors: [FetchSortDescriptor] = []

    /// Which category books have.
    public enum CategoryFilter: Sendable, Hashable {
        /// The category with a record number.
        case category(Int64)
        /// No category.
        case none
    }

    public init() {}

    /// The request for these books.
    ///
    /// - Parameter coordinator: the coordinator, which knows the IDs of categories.
    /// - Throws: errors of the model.
    public func fetchRequest(
        _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchRequest<Book> {
        var request = FetchRequest<Book>()
        var conditions = FetchPredicate.searching(search, in: ["SELF", "category"])
        switch category {
        case nil: break
        case .some(.none): conditions.append(.key("category") == nil)
        case .some(.category(let number)):
            let id = try coordinator.objectID(entityName: "BookCategory", recordNumber: number)
            conditions.append(.key("category") == id)
        }
        if let isBargain {
            conditions.append(isBargain ? .key("price") < 12 : .key("price") >= 12)
        }
        if let predicate { conditions.append(predicate) }
        request.predicate = .all(conditions)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("title", comparison: .localizedStandard)]
        return request
    }
}
