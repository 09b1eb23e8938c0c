import Persistence

/// The totals of the items in each location, by itself and without what is in it; kept in memory.
struct LocationTotals: Sendable {
    /// By record number; under nil those of the items without a location.
    private(set) var totals: [Int64?: ItemTotals] = [:]

    /// Adds up what the store has.
    ///
    /// - Throws: errors of the store.
    init(in context: ManagedObjectContext) throws {
        var query = ItemQuery()
        query.sold = false
        var request = try ItemTotals.request(ofAll: query, context)
        request.columns.append(("location", .keyPath(["location"])))
        request.propertiesToGroupBy += [.keyPath(["location"])]
        for row in try context.fetchDictionaries(request) {
            let number = row["location"]?.objectID?.recordNumber
            totals[number, default: ItemTotals()] += ItemTotals(row)
        }
    }

    /// Takes over what became of an item.
    mutating func take(_ change: ItemDifference) {
        add(change.former, -1)
        add(change.new, 1)
    }

    private mutating func add(_ item: ItemFigures?, _ count: Int) {
        guard let item, !item.isSold else { return }
        totals[item.location, default: ItemTotals()] += item.totals(count)
        if totals[item.location]?.count == 0 { totals[item.location] = nil }
    }
}
