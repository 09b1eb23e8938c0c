public import Persistence

/// The counts and sums of the inventory, which are kept until something is saved.
public struct InventoryFigures: Sendable {
    private let totals = ChangeCache<ItemQuery, ItemTotals>(limit: 1_000)
    private let totalsByType = ChangeCache<ItemQuery, [Int64?: ItemTotals]>(limit: 200)
    private let facets = ChangeCache<ItemQuery, ItemFacets>(limit: 200)
    private let labels = ChangeCache<Int, [AssetTypeLabel]>(limit: 1)

    init() {}

    /// The totals of a query.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totals(of query: ItemQuery, in context: ManagedObjectContext) throws -> ItemTotals {
        let query = query.inAnyOrder
        return try totals.value(for: query, at: context.changeCount) {
            try ItemTotals(query, in: context)
        }
    }

    /// The totals of each type that has items of a query, by record number, and of the items without
    /// a type.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByType(
        of query: ItemQuery, in context: ManagedObjectContext
    ) throws -> [Int64?: ItemTotals] {
        let query = query.inAnyOrder
        return try totalsByType.value(for: query, at: context.changeCount) {
            try ItemTotals.byType(query, in: context)
        }
    }

    /// The totals of a query under other filters too.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func facets(of query: ItemQuery, in context: ManagedObjectContext) throws -> ItemFacets {
        let key = ItemFacets.key(query)
        return try facets.value(for: key, at: context.changeCount) {
            try ItemFacets(key, in: context)
        }
    }

    /// The names of all asset types, sorted.
    ///
    /// - Throws: errors of the store.
    public func assetTypeLabels(in context: ManagedObjectContext) throws -> [AssetTypeLabel] {
        try labels.value(for: 0, at: context.changeCount) {
            try AssetType.all(in: context).map(AssetTypeLabel.init)
        }
    }
}
