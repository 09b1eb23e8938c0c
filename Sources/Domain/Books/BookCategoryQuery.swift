public import Persistence

/// The filter and order of a list of book categories.
public struct BookCategoryQuery: Sendable, Hashable {
    /// Words that the name has to contain, in any order.
    public var search = ""
    /// A further condition from the user.
    public var predicate: FetchPredicate?
    /// The order; empty for that of the names.
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
