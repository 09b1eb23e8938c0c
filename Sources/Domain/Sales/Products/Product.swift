import Foundation
public import Persistence

/// A product of the shop.
public final class Product: ManagedObject, DescribedRecord, Retirable {
    /// The fields that must not contain a card number.
    private static let texts = Set(
        description.texts().filter { $0.cardGuard == .suspected }.map(\.name))
    private static let codes = Set(
        description.texts().filter { $0.cardGuard == .certain }.map(\.name))

    override public func willSave() {
        let keys = changedValues.keys
        if !isDeleted, keys.contains("sku") || keys.contains("barcode") { keepCodes() }
    }

    /// Rejects prices with more than two decimals.
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
        // One in ten barcodes has a valid check digit of a card.
        try ValueRules.refuseCards(value, forKey: key, of: self, in: Self.codes)
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

    /// The number of lines with the product; a product with lines cannot be deleted.
    ///
    /// - Throws: errors of the store.
    public func lineCount() throws -> Int {
        guard let context = managedObjectContext else { return 0 }
        return try context.count(for: FetchRequest<SaleLine>(.key("product") == objectID))
    }
}
