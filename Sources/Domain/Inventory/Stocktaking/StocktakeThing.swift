public import Foundation

/// An item or a product to be counted, apart from any context.
public struct StocktakeThing: Sendable, Hashable, Codable {
    /// The key of an item; nil for a product.
    public var itemKey: UUID?
    /// The record number of a product; nil for an item.
    public var product: Int64?
    /// `A-0042`, or the number of a product.
    public var number: String
    public var name: String
    /// `House › Kitchen`; empty without a location.
    public var place = ""
    /// The name of the person who has it on loan now; nil if it is not lent, or the stocktake is closed.
    public var borrower: String?
    /// The expected number; for a product, at the time when it was counted.
    public var quantity: Decimal
    public var seen: Decimal = 0
    /// The cost of one, for a product.
    public var cost: Decimal?
    /// The change of the stock by the closed stocktake; nil if it changed none.
    public var change: Decimal?
    /// Whether the product has no stock yet; nil for false.
    public var hasNoStock: Bool?
    /// Whether the product was counted, and there is none; nil for false.
    public var hasNone: Bool?

    /// The number that is missing.
    public var missing: Decimal { max(quantity - seen, 0) }

    /// Whether it was seen, or counted as none.
    public var isSeen: Bool { seen > 0 || hasNone == true }

    /// Whether some are missing, or the product was never counted.
    public var isMissing: Bool { missing > 0 || hasNoStock == true && !isSeen }

    /// Whether there are more than expected. A product without a stock is not expected at all.
    public var isSurplus: Bool { seen > quantity && hasNoStock != true }

    /// The value of the change of the stock; nil without a change or a cost.
    public var changeValue: Decimal? { change.flatMap { change in cost.map { change * $0 } } }
}

extension StocktakeThing {
    /// Something that was seen but is not expected.
    public init(_ sighting: Sighting) {
        self.init(
            itemKey: sighting.itemKey, product: sighting.product, number: "",
            name: sighting.name ?? "", quantity: 0, seen: sighting.quantity ?? 0)
    }
}
