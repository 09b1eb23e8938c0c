public import Persistence

/// What a product belongs to on the price list and in the totals.
public final class ProductCategory: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["name"])
    }
}

extension ProductCategory {
    /// All categories, in the order of their names.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [ProductCategory] {
        var request = FetchRequest<ProductCategory>()
        request.sortDescriptors = [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return try context.fetch(request)
    }

    /// The category of a name without regard to case and accents, other than one; or nil.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, otherThan other: ProductCategory? = nil, in context: ManagedObjectContext
    ) throws -> ProductCategory? {
        try context.fetch(FetchRequest<ProductCategory>(format: "name ==[cd] %@", name))
            .first { $0 !== other }
    }

    /// The category of each product that has one: record numbers by record numbers.
    ///
    /// - Throws: errors of the store.
    public static func ofProducts(in context: ManagedObjectContext) throws -> [Int64: Int64] {
        var request = DictionaryFetchRequest(entityName: "Product")
        request.columns = [("product", .evaluatedObject), ("category", .keyPath(["category"]))]
        request.predicate = .has("category", true)
        var categories: [Int64: Int64] = [:]
        for row in try context.fetchDictionaries(request) {
            guard case .object(let product) = row["product"],
                case .object(let category) = row["category"], let number = product.recordNumber
            else { continue }
            categories[number] = category.recordNumber
        }
        return categories
    }
}
