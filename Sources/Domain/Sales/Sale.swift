public import Foundation
public import Persistence

/// A sale or a return on a day.
public final class Sale: ManagedObject {
    /// The attributes that, with the lines, determine the contributions to sums.
    private static let countedKeys: Set<String> = ["date", "voidedAt", "returnOf"]

    override public func willSave() {
        guard !isDeleted else { return }
        if isInserted || changedRelationships["lines"] != nil
            || !Self.countedKeys.isDisjoint(with: changedValues.keys)
        {
            count()
        }
    }

    /// Rejects card numbers in texts.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["voidReason"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["note"])
    }
}

extension Sale {
    /// The day of the sale.
    public var day: CalendarDay? { date.map(CalendarDay.init) }

    /// The time of day; nil if unknown.
    public var time: TimeOfDay? {
        get { minuteOfDay.flatMap { TimeOfDay(minute: Int($0)) } }
        set { minuteOfDay = newValue.map { Int16($0.minute) } }
    }

    /// Whether it is a return.
    public var isReturn: Bool { returnOf != nil }

    /// Whether the sale is void.
    public var isVoid: Bool { voidedAt != nil }

    /// The total without returns.
    public var netAmount: Decimal {
        returns.reduce(total) { $0 + ($1.isVoid ? 0 : $1.total) }
    }

    /// The number for the next sale, 1 more than the greatest ever used. `write` excludes other
    /// writers.
    ///
    /// - Throws: ``HouseholdError`` if there is no greater one; errors of the store.
    public static func nextNumber(in context: ManagedObjectContext) throws -> Int64 {
        let greatest = max(
            try SaleNumbering.last(in: context),
            try context.highestNumber(of: Sale.self, \.number))
        guard greatest < Int64.max else {
            throw HouseholdError(
                "A sale has the highest possible number, so no other can be added.")
        }
        return greatest + 1
    }
}

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
