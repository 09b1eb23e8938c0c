public import Persistence

/// A change of a product's stock, with its reason and the resulting stock.
public final class StockEntry: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, quantities: ["change", "level"], texts: ["note"])
    }
}

extension StockEntry {
    /// The reason for a change of stock.
    public enum Kind: String, Sendable, CaseIterable {
        /// Delivered by a supplier.
        case delivered
        /// Set to a counted number.
        case counted
        /// Broken, lost or given away.
        case broken
        /// Sold.
        case sold
        /// Returned by a customer.
        case returned
        /// A sale or a return was made void.
        case voided
        /// Set to the number that a closed stocktake counted.
        case stocktake
        /// Set by a stocktake that was opened again, and set back.
        case reopened

        /// The kinds that users enter; the others come from sales and stocktakes.
        public static let entered: [Kind] = [.delivered, .counted, .broken]

        /// Whether a count caused it.
        var isOfCount: Bool { [.counted, .stocktake, .reopened].contains(self) }

        /// Whether a sale caused it.
        var isOfSale: Bool { [.sold, .returned, .voided].contains(self) }
    }

    /// The reason for the change; nil if this version does not know it.
    public var reason: Kind? { kind.flatMap(Kind.init) }
}
