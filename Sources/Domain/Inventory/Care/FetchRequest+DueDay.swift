import Persistence

extension FetchRequest {
    /// Records that have a day on which they are due, with their items, the first due first.
    static func byDueDay(_ condition: FetchPredicate, limit: Int) -> FetchRequest {
        var request = FetchRequest(condition, limit: limit)
        request.sortDescriptors = [FetchSortDescriptor("due")]
        request.relationshipKeyPathsForPrefetching = ["item"]
        return request
    }
}
