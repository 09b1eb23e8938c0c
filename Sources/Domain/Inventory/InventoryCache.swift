public import Persistence

/// A cache of results over the inventory, invalidated when a record that they depend on is saved.
public final class InventoryCache: Sendable {
    /// The greatest number of queries whose facets are cached.
    private static let limit = 200

    private let changes: ChangeFeed
    private let facets = ChangeCache<ItemQuery, ItemFacets>(limit: InventoryCache.limit)
    private let locationTotals = ChangeCache<Int, [Int64?: ItemTotals]>(limit: 1)
    private let labels = ChangeCache<Int, [AssetTypeLabel]>(limit: 1)
    private let tagLabels = ChangeCache<Int, [TagLabel]>(limit: 1)
    private let views = ChangeCache<Int, [ItemViewLabel]>(limit: 1)
    private let locationTree = ChangeCache<Int, LocationTree>(limit: 1)

    init(_ changes: ChangeFeed) {
        self.changes = changes
    }

    /// The totals of a query, without sold items unless it includes them.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totals(of query: ItemQuery, in context: ManagedObjectContext) throws -> ItemTotals {
        try facets(of: query, in: context).totals(of: query)
    }

    /// The totals of a query's items by type, by record number; under nil those without a type.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByType(
        of query: ItemQuery, in context: ManagedObjectContext
    ) throws -> [Int64?: ItemTotals] {
        try facets(of: query, in: context).totalsByType(of: query)
    }

    /// The totals of a query, also under other filters.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func facets(
        of query: ItemQuery, in context: ManagedObjectContext
    ) throws -> ItemFacets {
        let key = ItemFacets.key(query)
        return try facets.value(for: key, at: changes.version(of: key.entities, in: context)) {
            try ItemFacets(key, in: context)
        }
    }

    /// The totals of the unsold items directly in each location, by record number; under nil those
    /// without a location.
    ///
    /// - Throws: errors of the store.
    public func totalsByLocation(in context: ManagedObjectContext) throws -> [Int64?: ItemTotals] {
        try locationTotals.value(for: 0, at: changes.version(of: [.item], in: context)) {
            var query = ItemQuery()
            query.sold = false
            var request = try ItemTotals.request(ofAll: query, context)
            request.columns.append(("location", .key("location")))
            request.propertiesToGroupBy = [.key("location")]
            return try context.fetchDictionaries(request).reduce(into: [:]) { totals, row in
                let location = row["location"]?.objectID?.recordNumber
                totals[location, default: ItemTotals()] += ItemTotals(row)
            }
        }
    }

    /// The labels of all asset types, sorted.
    ///
    /// - Throws: errors of the store.
    public func assetTypeLabels(in context: ManagedObjectContext) throws -> [AssetTypeLabel] {
        try labels.value(for: 0, at: changes.version(of: [.assetType], in: context)) {
            try AssetType.all(in: context).map(AssetTypeLabel.init)
        }
    }

    /// The tree of all locations.
    ///
    /// - Throws: errors of the store.
    public func locations(in context: ManagedObjectContext) throws -> LocationTree {
        try locationTree.value(for: 0, at: changes.version(of: [.location], in: context)) {
            try LocationTree(in: context)
        }
    }

    /// All tags, sorted by name.
    ///
    /// - Throws: errors of the store.
    public func tags(in context: ManagedObjectContext) throws -> [TagLabel] {
        try tagLabels.value(for: 0, at: changes.version(of: [.tag], in: context)) {
            try Tag.all(in: context).map(TagLabel.init)
        }
    }

    /// All saved views, in order.
    ///
    /// - Throws: errors of the store.
    public func views(in context: ManagedObjectContext) throws -> [ItemViewLabel] {
        try views.value(for: 0, at: changes.version(of: [.itemView], in: context)) {
            try ItemView.all(in: context).map(ItemViewLabel.init)
        }
    }
}

extension ItemQuery {
    /// The entities that the totals depend on. Words and conditions may refer to any record of an
    /// item.
    fileprivate var entities: Set<EntityName> {
        search.isEmpty && predicate == nil && conditions.isEmpty ? [.item] : EntityName.inventory
    }
}
