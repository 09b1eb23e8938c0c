import Foundation
public import Persistence

/// A category of products on the price list and in totals.
public final class ProductCategory: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["name"])
    }
}

extension ProductCategory {
    /// All categories, by name.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [ProductCategory] {
        try context.fetch(
            FetchRequest<ProductCategory>(sortBy: [SortDescriptor(\.name.localizedStandard)]))
    }

    /// The category with a name, ignoring case and accents, other than one; or nil.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, otherThan other: ProductCategory? = nil, in context: ManagedObjectContext
    ) throws -> ProductCategory? {
        try context.fetch(FetchRequest<ProductCategory>(format: "name ==[cd] %@", name))
            .first { $0 !== other }
    }

    /// The category with a name, ignoring case and accents, or a new one.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, makingIn context: ManagedObjectContext
    ) throws -> ProductCategory {
        if let known = try named(name, in: context) { return known }
        let category = ProductCategory(context: context)
        category.name = name
        return category
    }
}
