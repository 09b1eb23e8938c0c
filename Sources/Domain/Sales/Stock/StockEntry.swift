public import Persistence

/// A step of a product's stock: why it became more or less, and what it is since.
public final class StockEntry: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, quantities: ["change", "level"], texts: ["note"])
    }
}

extension StockEntry {
    /// Why a stock became more or less.
    public enum Kind: String, Sendable, CaseIterable {
        /// It came from a supplier.
        case delivered
        /// It was counted, and is what was counted.
        case counted
        /// It broke, or was lost or given away.
        case broken
        /// It was sold.
        case sold
        /// It came back from a customer.
        case returned
        /// A sale, or a return, was made void.
        case voided

        /// The kinds that people enter; the others come from sales.
        public static let entered: [Kind] = [.delivered, .counted, .broken]
    }

    /// Why the stock became more or less; nil for a reason that this version does not know.
    public var reason: Kind? { kind.flatMap(Kind.init) }
}
