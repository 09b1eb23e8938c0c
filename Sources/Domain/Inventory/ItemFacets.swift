public import Persistence

/// The totals of the items of a query, and of what it would select with other filters of type, least
/// value, picture and sale. All of them come from one statement for the items with pictures and one for
/// those without, so that a person's own condition, which may take long, is evaluated once for an item. A
/// picture among what is grouped by would be sorted with all its bytes.
public struct ItemFacets: Sendable {
    /// The least value of an item that is worth insuring by itself, in dollars.
    public static let highValue: Int32 = 51

    /// Items between which none of the filters tells a difference.
    fileprivate struct Group: Sendable, Hashable {
        let assetType: Int64?
        let hasImage: Bool
        let isSold: Bool
        /// The greatest of the limits that their value reaches; nil if it reaches none.
        let reachedLimit: Int32?
    }

    private var groups: [Group: ItemTotals] = [:]

    /// Reads the totals.
    ///
    /// - Parameter belongings: what looks through what belongs to items, where others of the same context do.
    ///   Default: nil.
    /// - Throws: errors of the predicate and of the store.
    public init(
        _ query: ItemQuery, in context: ManagedObjectContext, _ belongings: BelongingSearch? = nil
    ) throws {
        let belongings = belongings ?? BelongingSearch(context)
        var query = query
        let limits = Self.limits(query)
        query.assetType = nil
        query.minValue = nil
        query.sold = nil
        for hasImage in [true, false] {
            query.hasImage = hasImage
            let request = try Self.request(query, limits, context, belongings)
            for row in try context.fetchDictionaries(request) {
                let group = Self.group(row, hasImage: hasImage)
                groups[group, default: ItemTotals()] += ItemTotals(row)
            }
        }
    }

    /// What decides about the facets of a query: all but its order, its type, its picture and whether
    /// they were sold.
    static func key(_ query: ItemQuery) -> ItemQuery {
        var key = query.inAnyOrder
        key.assetType = nil
        key.hasImage = nil
        key.sold = nil
        if key.minValue == highValue { key.minValue = nil }
        return key
    }

    /// The totals of a query that differs from the one that was read in its type, its picture, whether
    /// they were sold, and in that its least value is ``highValue``, if in anything.
    public func totals(of query: ItemQuery) -> ItemTotals {
        groups.filter { $0.key.isOf(query) && $0.key.isOf(query.assetType) }
            .reduce(into: ItemTotals()) { $0 += $1.value }
    }

    /// The totals of such a query for each type that has items, by record number, whatever type it
    /// asks for; and of the items without a type.
    public func totalsByType(of query: ItemQuery) -> [Int64?: ItemTotals] {
        groups.filter { $0.key.isOf(query) }
            .reduce(into: [:]) { $0[$1.key.assetType, default: ItemTotals()] += $1.value }
    }

    // MARK: - Following

    /// Takes over what became of an item.
    ///
    /// - Parameter query: what the facets are of; without words and without a condition.
    mutating func take(_ change: ItemDifference, _ query: ItemQuery) {
        add(change.former, -1, query)
        add(change.new, 1, query)
    }

    private mutating func add(_ item: ItemFigures?, _ count: Int, _ query: ItemQuery) {
        guard let item, query.maxValue.map({ item.value.valueInDollars <= $0 }) ?? true,
            query.location?.includes(item.location) ?? true
        else { return }
        let group = Group(
            assetType: item.assetType, hasImage: item.hasImage, isSold: item.isSold,
            reachedLimit: Self.limits(query).last { item.value.valueInDollars >= $0 })
        groups[group, default: ItemTotals()] += item.totals(count)
        if groups[group]?.count == 0 { groups[group] = nil }
    }

    /// The facets of items that were found in memory.
    init(_ items: some Sequence<ItemMemory.Facts>, of query: ItemQuery) {
        let limits = Self.limits(query)
        for item in items where item.isBesideFacets(of: query) {
            let group = Group(
                assetType: item.assetType == 0 ? nil : item.assetType, hasImage: item.hasImage,
                isSold: item.isSold, reachedLimit: limits.last { item.value.valueInDollars >= $0 })
            groups[group, default: ItemTotals()] += ItemTotals(item.value)
        }
    }

    // MARK: - Reading

    private static func limits(_ query: ItemQuery) -> [Int32] {
        Set([highValue, query.minValue].compactMap(\.self)).sorted()
    }

    private static func request(
        _ query: ItemQuery, _ limits: [Int32], _ context: ManagedObjectContext,
        _ belongings: BelongingSearch
    ) throws -> DictionaryFetchRequest {
        let facets: [(key: String, expression: FetchExpression)] = [
            ("type", .keyPath(["assetType"])),
            ("sold", .conditional(.key("soldDate") != nil, .value(1), .value(0))),
            (
                "limit",
                limits.reduce(.value(-1)) { lower, limit in
                    .conditional(.key("valueInDollars") >= limit, .value(limit), lower)
                }
            ),
        ]
        var request = try ItemTotals.request(ofAll: query, context, belongings)
        request.columns += facets
        request.propertiesToGroupBy += facets.map(\.expression)
        return request
    }

    /// 1 for an item with a picture, 0 for one without.
    static var hasImage: FetchExpression {
        .conditional(.key("thumbnail") != nil, .value(1), .value(0))
    }

    private static func group(_ row: FetchedDictionary, hasImage: Bool) -> Group {
        let assetType = row["type"]?.objectID?.recordNumber
        var limit: Int32?
        if case .integer(let number) = row["limit"], number >= 0 { limit = Int32(clamping: number) }
        return Group(
            assetType: assetType, hasImage: hasImage, isSold: row["sold"] == .integer(1),
            reachedLimit: limit)
    }
}

extension ItemFacets.Group {
    /// Whether the filters of value, picture and sale select the items. What was sold counts only if
    /// the query asks for it.
    fileprivate func isOf(_ query: ItemQuery) -> Bool {
        guard isSold == (query.sold ?? false) else { return false }
        if let hasImage = query.hasImage, hasImage != self.hasImage { return false }
        guard let limit = query.minValue else { return true }
        return reachedLimit.map { $0 >= limit } ?? false
    }

    /// Whether the items have the type.
    fileprivate func isOf(_ filter: ItemQuery.TypeFilter?) -> Bool {
        switch filter {
        case nil: true
        case .some(.none): assetType == nil
        case .type(let number): assetType == number
        }
    }
}
