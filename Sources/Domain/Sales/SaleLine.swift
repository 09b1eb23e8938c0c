import Foundation
public import Persistence

/// One product in a sale: how many of it, and what each cost on that day.
///
/// What is worked out of discounts and taxes is kept in whole cents, so that the store adds it up
/// exactly.
public final class SaleLine: ManagedObject {
    private static let countedKeys: Set<String> = [
        "adjustmentCents", "costRoundingCents", "product", "quantity", "taxCents", "unitCost",
        "unitPrice",
    ]

    /// What it cost the shop; nil if it is unknown.
    var cost: Decimal? {
        unitCost.map { Cents.amount(of: quantity ?? 0, at: $0) + Cents.amount(costRoundingCents) }
    }

    override public func willSave() {
        // A line that comes or goes changes the lines of its sale, which sees to it.
        guard isUpdated, !Self.countedKeys.isDisjoint(with: changedValues.keys) else { return }
        sale?.count()
    }

    /// A unit price has cents at most, and a quantity three decimal places.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["unitPrice", "unitCost"],
            quantities: ["quantity"],
            texts: ["serialNumber"])
    }
}
