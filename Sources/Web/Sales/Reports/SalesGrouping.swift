import Domain
import Foundation
import Persistence

/// What totals are made for.
enum SalesGrouping: String, CaseIterable, Sendable {
    case month
    case product
    case category
    case customer
    case payment
    case tax
    case weekday
    case hour

    /// `Month`, as a heading.
    var label: String {
        switch self {
        case .payment: "Paid"
        default: rawValue.capitalized
        }
    }

    /// `month`, `kind of payment`, as part of a sentence.
    var noun: String {
        switch self {
        case .payment: "kind of payment"
        case .tax: "tax rate"
        default: rawValue
        }
    }

    /// The entity by whose names people know what totals are of; nil where it is no record.
    var entity: String? {
        switch self {
        case .product: "Product"
        case .category: "ProductCategory"
        case .customer: "Customer"
        case .payment: "PaymentKind"
        case .month, .tax, .weekday, .hour: nil
        }
    }

    /// Whether totals have an order of their own, which goes before that of their amounts.
    var isInTime: Bool { [.month, .weekday, .hour].contains(self) }

    /// Whether what totals are of is in one period alone.
    var isOfDates: Bool { self == .month }

    /// The totals by the numbers of records; of months by that of their first day, of weekdays by 1 for
    /// Monday to 7, of hours by 0 to 23.
    ///
    /// - Parameter sales: the sales that are added up; nil for those of the period.
    /// - Throws: errors of the predicate and of the store.
    func totals(
        of period: SalesPeriod, _ sales: SaleQuery?, _ household: Household,
        in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        let figures = household.salesFigures
        let selection: any SalesSelection = if let sales { sales } else { period }
        switch self {
        case .month:
            return try Self.merged(figures.totalsByDay(of: selection, in: context)) {
                Int64($0.firstOfMonth.daysSince1970)
            }
        case .weekday:
            return try Self.merged(figures.totalsByDay(of: selection, in: context)) {
                Int64($0.weekday)
            }
        case .product: return try figures.totalsByProduct(of: selection, in: context)
        case .category: return try figures.totalsByCategory(of: selection, in: context)
        case .customer: return try figures.totalsByCustomer(of: selection, in: context)
        case .tax: return try figures.totalsByTaxRate(of: selection, in: context)
        case .hour: return try figures.totalsByHour(of: selection, in: context)
        case .payment:
            let payments =
                try sales.map { try DayPayments(ofSales: $0, in: context) }
                ?? DayPayments(of: period, in: context)
            return Dictionary(uniqueKeysWithValues: payments.entries.map { ($0.kind, $0.totals) })
        }
    }

    private static func merged(
        _ days: [CalendarDay: SalesTotals], by key: (CalendarDay) -> Int64
    ) -> [Int64: SalesTotals] {
        Dictionary(days.map { (key($0), $1) }, uniquingKeysWith: +)
    }
}

extension DayPayments.Entry {
    /// What was paid in one way, as totals: the number of payments in the place of sales.
    fileprivate var totals: SalesTotals {
        var totals = SalesTotals()
        totals.saleCount = count
        totals.amount = amount
        return totals
    }
}
