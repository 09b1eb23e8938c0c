public import Foundation
public import Persistence

/// Something that the shop sells.
public final class Product: ManagedObject, DescribedRecord {
    /// The texts in which nothing may look like the number of a card.
    private static let texts = Set(
        description.texts().filter { $0.cardGuard == .suspected }.map(\.name))
    private static let codes = Set(
        description.texts().filter { $0.cardGuard == .certain }.map(\.name))

    override public func willSave() {
        let keys = changedValues.keys
        if !isDeleted, keys.contains("sku") || keys.contains("barcode") { keepCodes() }
    }

    /// A price has cents at most.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["price", "cost"],
            quantities: ["stock", "lowStock"], texts: Self.texts)
        if key == "lowStock", let quantity = value.decimalValue, !Quantity.isWhole(quantity),
            !isDivisible
        {
            throw ValueRules.refusal(
                self, key, "lowStock is a whole number without a unit such as m or kg")
        }
        // One in ten barcodes has the check digit that a card would have.
        try ValueRules.refuseCards(value, forKey: key, of: self, in: Self.codes)
    }
}

extension Product {
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

    /// Whether it is sold by a measure, as cloth by the metre, and not in whole pieces only.
    public var isDivisible: Bool { unit.map { !UnitCode.isWhole($0) } ?? false }

    /// What is wrong with a quantity of the product in a line, a sentence; nil if a line may have it.
    func fault(ofQuantity quantity: Decimal) -> String? {
        if let fault = fault(ofPlaces: quantity) { return fault }
        guard quantity > 0, quantity <= Self.mostPieces else {
            return "The quantity is \(isDivisible ? "above 0, to" : "from 1 to") 1,000,000."
        }
        return nil
    }

    /// What is wrong with the decimal places of a quantity, a sentence; nil for nothing.
    func fault(ofPlaces quantity: Decimal) -> String? {
        guard !Quantity.isWhole(quantity) else { return nil }
        guard isDivisible else {
            let reason = unit.map { "counted in “\($0)”" } ?? "without a unit such as m or kg"
            return "\(Quantity.text(quantity)) is not a whole number, and “\(name ?? "")” is "
                + "\(reason)."
        }
        return Quantity.isKeptExactly(quantity) ? nil : Quantity.placesFault
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
