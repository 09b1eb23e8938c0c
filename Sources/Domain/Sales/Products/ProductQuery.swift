public import Persistence

/// The products of a list, and their order.
public struct ProductQuery: Sendable, Hashable {
    /// Words that must each be in the name, the SKU or the barcode, in any order; or a GTIN in any
    /// spelling.
    public var search = ""
    /// Whether they are retired; nil for both.
    public var isRetired: Bool?
    /// Whether their stock is low; nil for both.
    public var isLow: Bool?
    /// A condition that the user has typed.
    public var predicate: FetchPredicate?
    /// The order; empty for order by name.
    public var sortDescriptors: [FetchSortDescriptor] = []

    public init() {}

    /// The request for these products.
    public var fetchRequest: FetchRequest<Product> {
        var request = FetchRequest<Product>()
        var conditions = FetchPredicate.searching(Self.searched(search))
        if let isRetired { conditions.append(.has("retiredAt", isRetired)) }
        if let isLow { conditions.append(isLow ? Self.low : .not(Self.low)) }
        if let predicate { conditions.append(predicate) }
        request.predicate = .all(conditions)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }

    /// The search text, or the digits that all spellings of its GTIN share.
    static func searched(_ search: String) -> String { GTIN(search)?.significantDigits ?? search }

    /// Products whose stock is low.
    private static let low = FetchPredicate.and([
        .key("isStocked") == true, .key("lowStock") != nil,
        .key("stock") <= FetchExpression.key("lowStock"),
    ])
}
