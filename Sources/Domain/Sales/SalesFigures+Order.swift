import Foundation
import Persistence

extension SalesFigures {
    /// Sorts customers by what was sold to them; equal ones stay as they are.
    ///
    /// - Throws: errors of the store.
    func sorted(
        _ customers: [Int64], by order: CustomerSalesOrder, in context: ManagedObjectContext
    ) throws -> [Int64] {
        switch order.key {
        case .saleCount:
            let totals = try totalsByCustomer(of: SalesPeriod(), in: context)
            return order.sorted(customers, by: totals.mapValues(\.saleCount), absent: 0)
        case .amount:
            let totals = try totalsByCustomer(of: SalesPeriod(), in: context)
            return order.sorted(
                customers, by: totals.mapValues { AmountRank($0.amount) }, absent: AmountRank(0))
        case .firstDay:
            let days = try daysByCustomer(in: context)
            return order.sorted(customers, by: days.mapValues(\.lowerBound))
        case .lastDay:
            let days = try daysByCustomer(in: context)
            return order.sorted(customers, by: days.mapValues(\.upperBound))
        }
    }
}

/// An amount that is compared as a whole number, because comparing decimals takes ten times as long.
private struct AmountRank: Comparable {
    /// Whole cents, as far as they fit.
    private let cents: Int64
    private let amount: Decimal

    init(_ amount: Decimal) {
        self.amount = amount
        let most = Decimal(Int64.max / 1_000)
        cents =
            abs(amount) < most
            ? NSDecimalNumber(decimal: amount * 100).int64Value
            : (amount < 0 ? Int64.min : Int64.max)
    }

    static func < (first: AmountRank, second: AmountRank) -> Bool {
        first.cents != second.cents ? first.cents < second.cents : first.amount < second.amount
    }
}
