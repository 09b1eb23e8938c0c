import Domain
import Hummingbird
import Persistence

/// The asset types of a view of their list, with the totals of their items.
struct AssetTypeList: Sendable {
    let query: ListQuery
    /// The types of the page.
    private(set) var types: [AssetTypeValues] = []
    /// How many types the view selects.
    private(set) var total = 0
    /// The items without a type.
    private(set) var untyped = ItemTotals()
    /// All items.
    private(set) var whole = ItemTotals()
    /// The number of all types.
    private(set) var typeCount = 0

    /// What the list understands.
    static let parameters = ListParameters(sortKeys: ["label"], filters: [])

    /// Reads a page of the list; without a limit, all that the view selects.
    init(
        _ query: ListQuery, _ predicate: FetchPredicate?, _ household: Household,
        isWhole: Bool = false, in context: ManagedObjectContext
    ) throws {
        self.query = query
        let totals = try household.figures.totalsByType(of: ItemQuery(), in: context)
        var request = FetchRequest<AssetType>()
        request.predicate = Self.condition(query, predicate)
        total = try context.count(for: request)
        request.sortDescriptors = [
            FetchSortDescriptor(
                "label", ascending: query.sort?.isAscending ?? true, comparison: .localizedStandard)
        ]
        if !isWhole {
            request.fetchOffset = query.offset
            request.fetchLimit = query.perPage
        }
        types = try context.fetch(request).map { type in
            let label = AssetTypeLabel(type)
            return AssetTypeValues(label: label, totals: totals[label.number] ?? ItemTotals())
        }
        untyped = totals[nil] ?? ItemTotals()
        whole = try household.figures.totals(of: ItemQuery(), in: context)
        typeCount = try household.figures.assetTypeLabels(in: context).count
    }

    /// The page for programs.
    var json: JSONValue {
        ListDocument.json(types.map(\.json), query, total: total)
    }

    private static func condition(
        _ query: ListQuery, _ predicate: FetchPredicate?
    ) -> FetchPredicate? {
        var conditions = query.search.split(whereSeparator: \.isWhitespace).map { word in
            FetchPredicate.comparison(
                FetchComparison(
                    .keyPath(["label"]), .contains, .constant(.string(String(word))),
                    options: [.caseInsensitive, .diacriticInsensitive]))
        }
        if let predicate { conditions.append(predicate) }
        return conditions.isEmpty ? nil : .and(conditions)
    }
}
