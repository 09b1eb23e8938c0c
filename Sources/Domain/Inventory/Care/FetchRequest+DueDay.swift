import Persistence

extension FetchRequest {
    /// Records with a due date, with their items, the earliest first.
    static func byDueDay(_ condition: FetchPredicate, limit: Int) -> FetchRequest {
        var request = FetchRequest(condition, limit: limit)
        request.sortDescriptors = [FetchSortDescriptor("due")]
        request.relationshipKeyPathsForPrefetching = ["item"]
        return request
    }
}
