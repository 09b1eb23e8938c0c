public import Persistence

/// Which categories of books a list shows, and in which order.
public struct BookCategoryQuery: Sendable, Hashable {
    /// Words that each have to be in the name, in any order.
    public var search = ""
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the order of the names.
    public var sortDescriptors: [FetchSortDescriptor] = []

    public init() {}

    /// The request for these categories.
    public var fetchRequest: FetchRequest<BookCategory> {
        var request = FetchRequest<BookCategory>()
        var conditions = FetchPredicate.searching(search)
        if let predicate { conditions.append(predicate) }
        request.predicate = .all(conditions)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }
}
