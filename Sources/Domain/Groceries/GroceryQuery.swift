public import Persistence

/// Which groceries a list shows, and in which order.
public struct GroceryQuery: Sendable, Hashable {
    /// Words that each have to be in the name, in any order.
    public var search = ""
    /// Whether they are ticked off; nil for both.
    public var isTicked: Bool?
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the owner's, with those that are ticked off below.
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
