public import Foundation
public import Persistence

/// The totals of a query's items, and of the same query with other filters of type, least value,
/// picture and sale. One statement for sold items and one for the others read them from covering
/// indexes.
public struct ItemFacets: Sendable {
    /// Items that are worth more than this, in the household's currency, are worth insuring
    /// separately.
    public static let lowValue: Decimal = 50
    /// The least worth above ``lowValue``.
    public static let highValue = lowValue + Cents.amount(1)

    /// Items that are equal in all of these filters.
    fileprivate struct Group: Sendable, Hashable {
        let assetType: Int64?
        let hasImage: Bool
        let isSold: Bool
        /// Whether their worth reaches ``highValue``.
        let isValuable: Bool
        /// Whether their worth reaches the query's least value.
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

    /// The part of a query that its facets depend on: all but order, type, picture and sale.
    static func key(_ query: ItemQuery) -> ItemQuery {
        var key = query.inAnyOrder
        key.assetType = nil
        key.hasImage = nil
        key.sold = nil
        if key.minValue == highValue { key.minValue = nil }
        return key
    }

    /// The totals of a query that differs from the original only in type, picture, sale, or in
    /// having ``highValue`` as its least value.
    public func totals(of query: ItemQuery) -> ItemTotals {
        groups.filter { $0.key.isOf(query) && $0.key.isOf(query.assetType) }
            .reduce(into: ItemTotals()) { $0 += $1.value }
    }

    /// The totals of such a query by type, ignoring its type filter, by record number; under nil
    /// those without a type.
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

    /// Whether the filters of value, picture and sale match. Sold items match only if the query
    /// includes them.
    fileprivate func isOf(_ query: ItemQuery) -> Bool {
        guard isSold == (query.sold ?? false) else { return false }
        if let hasImage = query.hasImage, hasImage != self.hasImage { return false }
        guard let limit = query.minValue else { return true }
        return limit == ItemFacets.highValue ? isValuable : isOfLeastValue
    }

    fileprivate func isOf(_ filter: ItemQuery.Reference?) -> Bool {
        switch filter {
        case nil: true
        case .some(.none): assetType == nil
        case .oneOf(let numbers): assetType.map(numbers.contains) ?? false
        }
    }
}
