public import Foundation
public import Persistence

/// Something that the shop sells.
public final class Product: ManagedObject {
    override public func willSave() {
        let keys = changedValues.keys
        if !isDeleted, keys.contains("sku") || keys.contains("barcode") { keepCodes() }
    }

    /// A price has cents at most.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["price", "cost"],
            texts: ["name", "unit"])
        // One in ten barcodes has the check digit that a card would have.
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["sku", "barcode"])
    }
}

extension Product {
    /// The product with a record number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(_ number: Int64, in context: ManagedObjectContext) throws -> Product? {
        try context.existingObject(Product.self, recordNumber: number)
    }

    /// The product of a name without regard to case and accents, other than one; or nil. One that is
    /// on sale goes before one that is retired.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, otherThan other: Product? = nil, in context: ManagedObjectContext
    ) throws -> Product? {
        let request = try FetchRequest<Product>(format: "name ==[cd] %@", name)
        let found = try context.fetch(request).filter { $0 !== other }
        return found.first { !$0.isRetired } ?? found.first
    }

    /// Whether the product is sold no more.
    public var isRetired: Bool { retiredAt != nil }

    /// Takes the product out of what is sold. What was sold stays as it is.
    public func retire(at date: Date = Date()) {
        if retiredAt == nil { retiredAt = date }
    }

    /// Sells the product again.
    public func unretire() {
        retiredAt = nil
    }

    /// How many lines of sales have the product; one with lines cannot be deleted.
    ///
    /// - Throws: errors of the store.
    public func lineCount() throws -> Int {
        guard let context = managedObjectContext else { return 0 }
        return try context.count(for: FetchRequest<SaleLine>(.key("product") == objectID))
    }
}
