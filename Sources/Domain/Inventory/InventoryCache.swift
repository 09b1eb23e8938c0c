public import Persistence

/// Finished answers about the inventory, each kept until a record is saved that it was made of.
public final class InventoryCache: Sendable {
    /// How many queries' facets are kept at once.
    private static let limit = 200

    private let changes: ChangeFeed
    private let facets = ChangeCache<ItemQuery, ItemFacets>(limit: InventoryCache.limit)
    private let locationTotals = ChangeCache<Int, LocationTotals>(limit: 1)
    private let labels = ChangeCache<Int, [AssetTypeLabel]>(limit: 1)
    private let tagLabels = ChangeCache<Int, [TagLabel]>(limit: 1)
    private let views = ChangeCache<Int, [ItemViewLabel]>(limit: 1)
    private let locationTree = ChangeCache<Int, LocationTree>(limit: 1)

    init(_ changes: ChangeFeed) {
        self.changes = changes
    }

    /// The totals of a query, without the items that were sold unless it asks for them.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totals(of query: ItemQuery, in context: ManagedObjectContext) throws -> ItemTotals {
        try facets(of: query, in: context).totals(of: query)
    }

    /// The totals of each type that has items of a query, by record number, and of the items without
    /// a type.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByType(
        of query: ItemQuery, in context: ManagedObjectContext
    ) throws -> [Int64?: ItemTotals] {
        try facets(of: query, in: context).totalsByType(of: query)
    }

    /// The totals of a query under other filters too.
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

    /// The totals of the items in each location by itself, without those that were sold, by record
    /// number; under nil those of the items without a location.
    ///
    /// - Throws: errors of the store.
    public func totalsByLocation(in context: ManagedObjectContext) throws -> [Int64?: ItemTotals] {
        try locationTotals.value(for: 0, at: changes.version(of: [.item], in: context)) {
            try LocationTotals(in: context)
        }.totals
    }

    /// The names of all asset types, sorted.
    ///
    /// - Throws: errors of the store.
    public func assetTypeLabels(in context: ManagedObjectContext) throws -> [AssetTypeLabel] {
        try labels.value(for: 0, at: changes.version(of: [.assetType], in: context)) {
            try AssetType.all(in: context).map(AssetTypeLabel.init)
        }
    }

    /// All locations, as they lie in each other.
    ///
    /// - Throws: errors of the store.
    public func locations(in context: ManagedObjectContext) throws -> LocationTree {
        try locationTree.value(for: 0, at: changes.version(of: [.location], in: context)) {
            try LocationTree(in: context)
        }
    }

    /// All tags, by name.
    ///
    /// - Throws: errors of the store.
    public func tags(in context: ManagedObjectContext) throws -> [TagLabel] {
        try tagLabels.value(for: 0, at: changes.version(of: [.tag], in: context)) {
            try Tag.all(in: context).map(TagLabel.init)
        }
    }

    /// All kept views, in their order.
    ///
    /// - Throws: errors of the store.
    public func views(in context: ManagedObjectContext) throws -> [ItemViewLabel] {
        try views.value(for: 0, at: changes.version(of: [.itemView], in: context)) {
            try ItemView.all(in: context).map(ItemViewLabel.init)
        }
    }
}

extension ItemQuery {
    /// What the totals depend on. Words and conditions may lead from an item to whatever belongs to it.
    fileprivate var entities: Set<EntityName> {
        search.isEmpty && predicate == nil && conditions.isEmpty ? [.item] : EntityName.inventory
    }
}
