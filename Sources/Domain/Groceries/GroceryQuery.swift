public import Persistence

/// The filter and order of a list of groceries.
public struct GroceryQuery: Sendable, Hashable {
    /// Words that the name has to contain, in any order.
    public var search = ""
    /// Whether to list ticked-off items; nil for both.
    public var isTicked: Bool?
    /// A further condition from the user.
    public var predicate: FetchPredicate?
    /// The order; empty for the owner's, with ticked-off items last.
    public var sortDescriptors: [FetchSortDescriptor] = []

    public init() {}

    /// The request for these items.
    public var fetchRequest: FetchRequest<GroceryItem> {
        var request = FetchRequest<GroceryItem>()
        var conditions = FetchPredicate.searching(search)
        if let isTicked {
            conditions.append(.key("isTicked") == isTicked)
        }
        if let predicate { conditions.append(predicate) }
        request.predicate = .all(conditions)
        request.sortDescriptors =
            sortDescriptors + [
                FetchSortDescriptor("isTicked"), FetchSortDescriptor("orderingValue"),
            ]
        return request
    }
}
