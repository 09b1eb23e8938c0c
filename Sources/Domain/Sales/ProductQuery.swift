public import Persistence

/// Which products a list shows, and in which order.
public struct ProductQuery: Sendable, Hashable {
    /// Words that each have to be in the name, the number or the barcode, in any order.
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
        var conditions = FetchPredicate.words(search, inAnyOf: [["name"], ["sku"], ["barcode"]])
        if let isRetired { conditions.append(.has("retiredAt", isRetired)) }
        if let isLow { conditions.append(isLow ? Self.low : .not(Self.low)) }
        if let predicate { conditions.append(predicate) }
        request.predicate = .all(conditions)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }

    /// Fewer are there than there should be.
    private static let low = FetchPredicate.and([
        .comparison(FetchComparison(.keyPath(["isStocked"]), .equal, .constant(.boolean(true)))),
        .has("lowStock", true),
        .comparison(FetchComparison(.keyPath(["stock"]), .lessOrEqual, .keyPath(["lowStock"]))),
    ])
}
