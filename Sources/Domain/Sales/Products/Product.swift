import Foundation
public import Persistence

/// A product of the shop.
public final class Product: ShopRecord, DescribedRecord, Retirable {
    // One in ten barcodes has a valid check digit of a card.
    private static let fieldRules = SalesRules(
        amounts: ["price", "cost"], quantities: ["stock", "lowStock"],
        texts: Set(description.texts().filter { $0.cardGuard == .suspected }.map(\.name)),
        longTexts: Set(description.texts().filter { $0.cardGuard == .certain }.map(\.name)))

    override class var rules: SalesRules { fieldRules }

    override public func willSave() {
        let keys = changedValues.keys
        if !isDeleted, keys.contains("sku") || keys.contains("barcode") { keepCodes() }
    }

    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try super.validate(value, forKey: key)
        if key == "lowStock", let quantity = value.decimalValue, !Quantity.isWhole(quantity),
            !isDivisible
        {
            throw ValueRules.refusal(
                self, key, "lowStock is a whole number without a unit such as m or kg")
        }
    }
}

extension Product {
    /// The product with a name, ignoring case and accents, other than one; or nil. Products that
    /// are not retired come first.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, otherThan other: Product? = nil, in context: ManagedObjectContext
    ) throws -> Product? {
        let request = try FetchRequest<Product>(format: "name ==[cd] %@", name)
        let found = try context.fetch(request).filter { $0 !== other }
        return found.first { !$0.isRetired } ?? found.first
    }

    /// Whether it is sold by a measure, such as meters, rather than in whole pieces.
    public var isDivisible: Bool { unit.map { !UnitCode.isWhole($0) } ?? false }

    /// The reason, as a sentence, why a line cannot have a quantity; nil if it can.
    func fault(ofQuantity quantity: Decimal) -> String? {
        if let fault = fault(ofPlaces: quantity) { return fault }
        guard quantity > 0, quantity <= Self.mostPieces else {
            let range = isDivisible ? "above 0, at most" : "from 1 to"
            return "Enter a quantity \(range) \(Self.mostPiecesText)."
        }
        return nil
    }

    /// The reason, as a sentence, why a quantity has too many decimal places; nil if it has not.
    func fault(ofPlaces quantity: Decimal) -> String? {
        guard !Quantity.isWhole(quantity) else { return nil }
        guard isDivisible else {
            let reason = unit.map { "counted in “\($0)”" } ?? "without a unit such as m or kg"
            return "\(Region.current.text(quantity)) is not a whole number, and “\(name ?? "")” "
                + "is \(reason)."
        }
        return Quantity.isKeptExactly(quantity) ? nil : Quantity.placesFault
    }
}

/// A category of products on the price list and in totals.
public final class ProductCategory: ShopRecord {
    override class var rules: SalesRules { SalesRules(texts: ["name"]) }
}

extension ProductCategory {
    /// The category with a name, ignoring case and accents, or a new one.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, makingIn context: ManagedObjectContext
    ) throws -> ProductCategory {
        let known = try FetchRequest<ProductCategory>(format: "name ==[cd] %@", name)
        if let category = try context.fetchFirst(known) { return category }
        let category = ProductCategory(context: context)
        category.name = name
        return category
    }
}
