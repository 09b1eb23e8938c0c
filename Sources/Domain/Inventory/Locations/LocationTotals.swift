import Persistence

/// The totals of the items directly in each location.
struct LocationTotals: Sendable {
    /// By record number; under nil those of items without a location.
    let totals: [Int64?: ItemTotals]

    /// Reads the totals.
    ///
    /// - Throws: errors of the store.
    init(in context: ManagedObjectContext) throws {
        var query = ItemQuery()
        query.sold = false
        var request = try ItemTotals.request(ofAll: query, context)
        request.columns.append(("location", .key("location")))
        request.propertiesToGroupBy = [.key("location")]
        totals = try context.fetchDictionaries(request).reduce(into: [:]) { totals, row in
            totals[row["location"]?.objectID?.recordNumber, default: ItemTotals()] += ItemTotals(
                row)
        }
    }
}
