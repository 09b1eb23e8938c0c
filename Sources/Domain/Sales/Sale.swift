public import Foundation
public import Persistence

/// A sale or a return on a day.
public final class Sale: ShopRecord {
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

    override class var rules: SalesRules {
        SalesRules(texts: ["voidReason"], longTexts: ["note"])
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
public final class SaleLine: ShopRecord {
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

    override class var rules: SalesRules {
        SalesRules(
            amounts: ["unitPrice", "unitCost"], quantities: ["quantity"], texts: ["serialNumber"])
    }
}

extension Sale {
    /// Makes the sale and its payments void; it keeps its number.
    ///
    /// - Throws: ``SaleRefusal`` if it is void already, has returns or a closed day, or without a
    ///   reason.
    public func void(reason: String, at date: Date = Date()) throws {
        var faults = try voidingFaults()
        if reason.isEmpty { faults.add("reason", "Enter a reason.") }
        try faults.check()
        voidedAt = date
        voidReason = reason
        for payment in payments where !payment.isVoid {
            payment.voidedAt = date
            payment.voidReason = reason
        }
        try updateOwedAmounts()
        guard let context = managedObjectContext else { return }
        revertStock(in: context)
        for key in lines.compactMap(\.itemKey) { try Item.updateSoldDate(of: key, in: context) }
    }

    /// The reasons why the sale cannot be made void; empty if it can.
    ///
    /// - Throws: errors of the store.
    public func voidingFaults() throws -> [SaleFault] {
        var faults: [SaleFault] = []
        if isVoid { faults.add("reason", "Sale \(writtenNumber) is void already.") }
        if returns.contains(where: { !$0.isVoid }) {
            faults.add("reason", "Sale \(writtenNumber) has a return; void the return first.")
        }
        if let invoice, !isVoid {
            faults.add(
                "reason",
                "Sale \(writtenNumber) has invoice \(invoice.writtenNumber): return it instead, so that the "
                    + "numbers of invoices stay without a gap.")
        }
        guard let context = managedObjectContext else { return faults }
        let days = [day] + payments.filter { !$0.isVoid }.map(\.day)
        for day in Set(days.compactMap(\.self)).sorted() {
            guard try ClosedDay.isClosed(day, in: context) else { continue }
            faults.add("reason", "\(day) is closed and cannot change; return the items instead.")
        }
        return faults
    }
}
