import Domain
import Foundation
import Persistence

/// The totals of one group, such as a month, a product or a customer.
struct SalesTotalsEntry: Sendable {
    let grouping: SalesGrouping
    /// The number of the group: that of a record, or 0 for none; for a month, its first day in days
    /// since 1970; for a weekday, 1 for Monday to 7; for an hour, a negative number if it is
    /// unknown.
    let number: Int64
    var recordName = ""
    let totals: SalesTotals
    /// The total of the previous period; nil if there is none to compare with.
    var before: Decimal?

    var month: CalendarDay { CalendarDay(daysSince1970: Int(number)) }

    /// The label of the group.
    var name: String {
        switch grouping {
        case .month: DayText.month(month)
        case .weekday: Self.weekdays[Int(number) - 1]
        case .hour: number < 0 ? "Time unknown" : TimeOfDay.hourText(Int(number))
        case _ where isNothing: "No \(grouping.rawValue)"
        default: recordName
        }
    }

    private static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// Whether it is the group without a customer, category or tax.
    var isNothing: Bool { number == 0 && [.customer, .category, .tax].contains(grouping) }

    /// Whether it consists of payments, which have only a total.
    var isOfPayments: Bool { grouping == .payment }

    /// The page for the group: the sales of the same days, or the record.
    func address(in query: ListQuery) -> SitePath {
        let (from, to) = (query.day("from"), query.day("to"))
        switch grouping {
        case .month:
            let first = max(month.firstOfMonth, from ?? month.firstOfMonth)
            let last = min(month.lastOfMonth, to ?? month.lastOfMonth)
            return sales(query, from: first, to: last).address(of: .sales)
        case .product: return .product(number)
        case .customer where !isNothing: return .customer(number)
        case .customer:
            return sales(query, from: from, to: to).filtered("customer", by: "none")
                .address(of: .sales)
        case .category: return .products
        case .tax: return SitePath.shop.at("tax-rates")
        case .payment: return SitePath.shop.at("payment-kinds")
        case .weekday, .hour: return sales(query, from: from, to: to).address(of: .sales)
        }
    }

    private func sales(_ query: ListQuery, from: CalendarDay?, to: CalendarDay?) -> ListQuery {
        var sales = ListQuery().filtered("from", by: from?.description)
            .filtered("to", by: to?.description)
        sales.predicate = query.predicate
        return sales
    }

    /// The month in JSON, as `2026-03`.
    var monthText: String { String(month.description.prefix(7)) }
}

extension DayText {
    /// The month of a day: `November 2026`.
    static func month(_ day: CalendarDay) -> String {
        let words = long(day).split(separator: " ")
        return "\(words[0]) \(day.year)"
    }

    /// The month of a day in three letters: `Nov`.
    static func shortMonth(_ day: CalendarDay) -> String { String(long(day).prefix(3)) }

    /// The month of a day with the last digits of its year: `Nov ’26`.
    static func shortMonthOfYear(_ day: CalendarDay) -> String {
        "\(shortMonth(day)) ’\(String(day.year).suffix(2))"
    }
}

extension TimeOfDay {
    /// The hour from its beginning to its end: `14:00–15:00`.
    static func hourText(_ hour: Int) -> String {
        func text(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
        return "\(text(hour))–\(text(hour + 1))"
    }
}

/// The property that groups sales.
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

    /// `month`, `payment method`, as part of a sentence.
    var noun: String {
        switch self {
        case .payment: "payment method"
        case .tax: "tax rate"
        default: rawValue
        }
    }

    /// The entity whose records are the groups; nil for others.
    var entity: String? {
        switch self {
        case .product: "Product"
        case .category: "ProductCategory"
        case .customer: "Customer"
        case .payment: "PaymentKind"
        case .month, .tax, .weekday, .hour: nil
        }
    }

    /// Whether the groups have a natural order, which overrides the order by amount.
    var isInTime: Bool { [.month, .weekday, .hour].contains(self) }

    /// The totals by the numbers of groups: record numbers; the first days of months; 1 for Monday
    /// to 7; hours from 0 to 23.
    ///
    /// - Throws: errors of the predicate and of the store.
    func totals(
        of selection: any SalesSelection, _ figures: SalesFigures,
        in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        switch self {
        case .month:
            return try Self.merged(figures.totalsByDay(of: selection, in: context)) {
                Int64($0.firstOfMonth.daysSince1970)
            }
        case .weekday:
            return try Self.merged(figures.totalsByDay(of: selection, in: context)) {
                Int64($0.weekday)
            }
        case .product: return try figures.totals(by: .product, of: selection, in: context)
        case .category: return try figures.totals(by: .category, of: selection, in: context)
        case .customer: return try figures.totals(by: .customer, of: selection, in: context)
        case .tax: return try figures.totals(by: .taxRate, of: selection, in: context)
        case .hour: return try figures.totalsByHour(of: selection, in: context)
        case .payment:
            let payments =
                switch selection.selected {
                case .period(let period): try DayPayments(of: period, in: context)
                case .query(let sales): try DayPayments(ofSales: sales, in: context)
                }
            return Dictionary(uniqueKeysWithValues: payments.entries.map { ($0.kind, $0.totals) })
        }
    }

    /// The amounts of the totals, by the same numbers.
    ///
    /// - Throws: errors of the predicate and of the store.
    func amounts(
        of selection: any SalesSelection, _ figures: SalesFigures,
        in context: ManagedObjectContext
    ) throws -> [Int64: Decimal] {
        self == .product
            ? try figures.amountsByProduct(of: selection, in: context)
            : try totals(of: selection, figures, in: context).mapValues(\.amount)
    }

    private static func merged(
        _ days: [CalendarDay: SalesTotals], by key: (CalendarDay) -> Int64
    ) -> [Int64: SalesTotals] {
        Dictionary(days.map { (key($0), $1) }, uniquingKeysWith: +)
    }
}

extension DayPayments.Entry {
    /// The payments of a method as totals, with the number of payments instead of sales.
    fileprivate var totals: SalesTotals {
        var totals = SalesTotals()
        totals.saleCount = count
        totals.amount = amount
        return totals
    }
}
