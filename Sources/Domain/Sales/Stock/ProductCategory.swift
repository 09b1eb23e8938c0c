import Foundation
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
        try context.fetch(
            FetchRequest<ProductCategory>(sortBy: [SortDescriptor(\.name.localizedStandard)]))
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
}
