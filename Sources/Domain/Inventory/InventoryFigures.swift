public import Persistence
import Synchronization

/// The counts and sums of the inventory, which are kept in memory and follow what is saved by its own
/// difference: a move changes none of them.
public final class InventoryFigures: Sendable {
    /// How many queries' figures are kept at once.
    private static let limit = 200

    private let changes: ChangeFeed
    private let keptFacets = Mutex<[ItemQuery: FollowedValue<ItemFacets>]>([:])
    /// The number of the last save that changed a figure or a type.
    private let changedNumber = Mutex(0)
    private let labels = ChangeCache<Int, [AssetTypeLabel]>(limit: 1)
    private let tagLabels = ChangeCache<Int, [TagLabel]>(limit: 1)
    private let views = ChangeCache<Int, [ItemViewLabel]>(limit: 1)
    private let locationTree = ChangeCache<Int, LocationTree>(limit: 1)
    private let keptLocationTotals: FollowedValue<LocationTotals>
    private let awaited = AwaitedTotals()
    /// What decides about the facets of all items.
    private static let whole = ItemFacets.key(ItemQuery())

    /// The records whose names stand around lists of items.
    private static let named: Set<EntityName> = [.assetType, .location, .tag, .itemView]

    init(_ changes: ChangeFeed) {
        self.changes = changes
        keptLocationTotals = FollowedValue(changes)
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
    /// - Parameter belongings: what looks through what belongs to items, where others of the same context do.
    ///   Default: nil.
    /// - Throws: errors of the predicate and of the store.
    public func facets(
        of query: ItemQuery, in context: ManagedObjectContext, _ belongings: BelongingSearch? = nil
    ) throws -> ItemFacets {
        let key = ItemFacets.key(query)
        let facets = try followed(key).value(for: context) {
            try ItemFacets(key, in: $0, belongings)
        }
        if key == Self.whole { awaited.end() }
        return facets
    }

    private func followed(_ key: ItemQuery) -> FollowedValue<ItemFacets> {
        keptFacets.withLock { facets in
            if let kept = facets[key] { return kept }
            if facets.count >= Self.limit { facets = [:] }
            let new = FollowedValue<ItemFacets>(changes)
            facets[key] = new
            return new
        }
    }

    // MARK: - Counting

    /// Whether the totals of all items are in memory, as whoever begins to read now gets them.
    public var areTotalsKept: Bool { followed(Self.whole).isCurrent() }

    /// Whether somebody was told that the items are being counted, and they are not yet.
    var areTotalsAwaited: Bool { awaited.isAwaited }

    /// Whether the totals of all items are not in memory, and there are so many items that nobody is to wait for
    /// them. Whoever observes totals is told when they are there.
    ///
    /// - Parameter limit: how many items are counted while somebody waits.
    /// - Throws: errors of the store.
    public func isCounting(above limit: Int, in context: ManagedObjectContext) throws -> Bool {
        guard followed(Self.whole).kept(for: context) == nil else { return false }
        var request = FetchRequest<Item>()
        request.fetchOffset = limit
        request.fetchLimit = 1
        guard try !context.fetchObjectIDs(request).isEmpty else { return false }
        awaited.begin()
        return true
    }

    /// Calls a closure, on any thread, when the items are counted for which somebody did not wait.
    public func observeTotals(_ body: @escaping @Sendable () -> Void) { awaited.observe(body) }

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

    /// The totals of the items in each location by itself, without those that were sold, by record
    /// number; under nil those of the items without a location.
    ///
    /// - Throws: errors of the store.
    public func totalsByLocation(in context: ManagedObjectContext) throws -> [Int64?: ItemTotals] {
        try keptLocationTotals.value(for: context, reading: LocationTotals.init(in:)).totals
    }

    /// The number of the last save that changed any figure of a query, or anything whose name stands
    /// around it, as a context reads them; nil if there was one since it began to read.
    public func version(of query: ItemQuery, in context: ManagedObjectContext) -> Int? {
        guard query.isOfFigures else {
            return changes.version(of: EntityName.inventory, in: context)
        }
        guard let unknown = changes.version(of: Self.named, in: context) else { return nil }
        let version = max(unknown, changedNumber.withLock { $0 })
        return version <= context.changeCount ? version : nil
    }
}

extension InventoryFigures: ChangeFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        let items = ItemChanges(context)
        return { [self] saved in
            let changes = items.differences
            let types = saved[.assetType]
            let hasTypeChanges = types != SavedChanges.Records()
            let isInventory = !saved.entities.isDisjoint(with: EntityName.inventory)
            if !changes.isEmpty || hasTypeChanges {
                changedNumber.withLock { $0 = saved.number }
            }
            keptLocationTotals.amend(saved) { totals in
                for change in changes { totals.take(change) }
                return true
            }
            for (query, facets) in keptFacets.withLock({ $0 }) {
                facets.amend(saved) { facets in
                    guard query.isOfFigures else { return !isInventory }
                    for change in changes { facets.take(change, query) }
                    return true
                }
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        let types = saved.entities.contains(.assetType)
        if types || saved.mayChange(Item.figureKeys, of: .item) {
            changedNumber.withLock { $0 = saved.number }
        }
        keptLocationTotals.follow(others: saved, madeOf: Item.figureKeys, of: .item)
        for (query, facets) in keptFacets.withLock({ $0 }) {
            if types || !query.isOfFigures {
                facets.follow(others: saved, madeOf: EntityName.inventory)
            } else {
                facets.follow(others: saved, madeOf: Item.figureKeys, of: .item)
            }
        }
    }
}

extension ItemQuery {
    /// Whether the figures of items tell what the query selects. A person's own condition can be about
    /// anything, and words may be in whatever belongs to an item.
    fileprivate var isOfFigures: Bool { isInMemory && search.isEmpty }
}
