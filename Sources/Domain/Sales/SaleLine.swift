import Foundation
public import Persistence

/// A line of a sale: a product, its quantity and its unit price on that day.
///
/// Computed discounts and taxes are stored in whole cents, so that the store adds them exactly.
public final class SaleLine: ManagedObject {
    private static let countedKeys: Set<String> = [
        "adjustmentCents", "costRoundingCents", "product", "quantity", "taxCents", "unitCost",
        "unitPrice",
    ]

    /// The cost to the shop; nil if unknown.
    var cost: Decimal? {
        unitCost.map { Cents.amount(of: quantity ?? 0, at: $0) + Cents.amount(costRoundingCents) }
    }

    override public func willSave() {
        // The sale handles inserted and deleted lines.
        guard isUpdated, !Self.countedKeys.isDisjoint(with: changedValues.keys) else { return }
        sale?.count()
    }

    /// Rejects unit prices with more than two decimals, and quantities with more than three.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["unitPrice", "unitCost"],
            quantities: ["quantity"],
            texts: ["serialNumber"])
    }
}
