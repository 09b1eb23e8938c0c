public import Persistence

/// Which products a list shows, and in which order.
public struct ProductQuery: Sendable, Hashable {
    /// Words that each have to be in the name, the number or the barcode, in any order; or a number of an
    /// article, however it is written.
    public var search = ""
    /// Whether they are retired; nil for both.
    public var isRetired: Bool?
    /// Whether fewer are there than there should be; nil for both.
    public var isLow: Bool?
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the order of the names.
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

    /// What is searched for: the text, or the digits that every spelling of the number in it has.
    static func searched(_ search: String) -> String { GTIN(search)?.significantDigits ?? search }

    /// Fewer are there than there should be.
    private static let low = FetchPredicate.and([
        .key("isStocked") == true, .key("lowStock") != nil,
        .key("stock") <= FetchExpression.key("lowStock"),
    ])
}
