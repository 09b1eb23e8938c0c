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
