public import Foundation
public import Persistence

/// The totals of the items of a query, and of what it would select with other filters of type, least
/// value, picture and sale. All of them come from one statement for the items that were sold and one for
/// the others, each along an index that has all that it counts and adds up.
public struct ItemFacets: Sendable {
    /// What an item that is worth insuring by itself is worth more than, in the currency of the household.
    public static let lowValue: Decimal = 50
    /// The least worth above it.
    public static let highValue = lowValue + Cents.amount(1)

    /// Items between which none of the filters tells a difference.
    fileprivate struct Group: Sendable, Hashable {
        let assetType: Int64?
        let hasImage: Bool
        let isSold: Bool
        /// Whether their worth reaches ``highValue``.
        let isValuable: Bool
        /// Whether it reaches the least worth that the query asks for.
        let isOfLeastValue: Bool
    }

    private var groups: [Group: ItemTotals] = [:]

    /// Reads the totals.
    ///
    /// - Throws: errors of the predicate and of the store.
    public init(_ query: ItemQuery, in context: ManagedObjectContext) throws {
        var query = query
        let limit = query.minValue == Self.highValue ? nil : query.minValue
        query.assetType = nil
        query.minValue = nil
        query.hasImage = nil
        for isSold in [false, true] {
            var part = query
            part.sold = isSold
            for row in try context.fetchDictionaries(Self.request(part, limit, context)) {
                groups[Group(row, isSold: isSold), default: ItemTotals()] += ItemTotals(row)
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

    private static func request(
        _ query: ItemQuery, _ limit: Decimal?, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        var groups: [(key: String, expression: FetchExpression)] = [
            ("type", .key("assetType")), ("photo", .key("hasPhoto")),
            ("valuable", .key("isValuable")),
        ]
        if let limit {
            let reachesLimit = FetchExpression.key("worth") >= limit
            groups.append(("least", .conditional(reachesLimit, .value(1), .value(0))))
        }
        var request = try ItemTotals.request(ofAll: query, context)
        request.columns += groups
        request.propertiesToGroupBy = groups.map(\.expression)
        return request
    }
}

extension ItemFacets.Group {
    fileprivate init(_ row: FetchedDictionary, isSold: Bool) {
        self.init(
            assetType: row["type"]?.objectID?.recordNumber,
            hasImage: row["photo"] == .boolean(true),
            isSold: isSold, isValuable: row["valuable"] == .boolean(true),
            isOfLeastValue: row["least"].map { $0 == .integer(1) } ?? true)
    }

    /// Whether the filters of value, picture and sale select the items. What was sold counts only if
    /// the query asks for it.
    fileprivate func isOf(_ query: ItemQuery) -> Bool {
        guard isSold == (query.sold ?? false) else { return false }
        if let hasImage = query.hasImage, hasImage != self.hasImage { return false }
        guard let limit = query.minValue else { return true }
        return limit == ItemFacets.highValue ? isValuable : isOfLeastValue
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
