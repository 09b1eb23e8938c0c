import Persistence

extension FetchRequest {
    /// Records that have a day on which they are due, with their items, the first due first.
    static func byDueDay(_ condition: FetchPredicate, limit: Int) -> FetchRequest {
        var request = FetchRequest()
        request.predicate = condition
        request.sortDescriptors = [FetchSortDescriptor("due")]
        request.relationshipKeyPathsForPrefetching = ["item"]
        request.fetchLimit = limit
        return request
    }
}
