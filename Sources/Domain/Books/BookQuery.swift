public import Persistence

/// The filter and order of a list of books.
public struct BookQuery: Sendable, Hashable {
    /// Words that the title or the category's name has to contain, in any order.
    public var search = ""
    /// The category of the books; nil for all.
    public var category: CategoryFilter?
    /// Whether to list only bargains, whose price is below 12, or only others; nil for all.
    public var isBargain: Bool?
    /// A further condition from the user.
    public var predicate: FetchPredicate?
    /// The order; empty for that of the titles.
    public var sortDescriptors: [FetchSortDescriptor] = []

    /// A filter by category.
    public enum CategoryFilter: Sendable, Hashable {
        /// The books in the category with a record number.
        case category(Int64)
        /// The books without a category.
        case none
    }

    public init() {}

    /// The request for these books.
    ///
    /// - Parameter coordinator: the coordinator, for the IDs of categories.
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
