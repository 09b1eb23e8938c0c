import Domain
import Foundation

/// The totals of a month, of a product, of a customer and so on.
struct SalesTotalsEntry: Sendable {
    let grouping: SalesGrouping
    /// The number of the record, 0 for sales that have none; of a month, its first day as days since 1970; a
    /// day of the week, 1 for Monday to 7; an hour, below zero where it is unknown.
    let number: Int64
    /// The name of the record.
    var recordName = ""
    let totals: SalesTotals
    /// The total of the period before; nil if there is none to compare with.
    var before: Decimal?

    /// The first day of a month.
    var month: CalendarDay { CalendarDay(daysSince1970: Int(number)) }

    /// What people call it.
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

    /// Whether it is of no customer, no category, no tax.
    var isNothing: Bool { number == 0 && [.customer, .category, .tax].contains(grouping) }

    /// Whether it is of payments, of which nothing is known but what was paid.
    var isOfPayments: Bool { grouping == .payment }

    /// The page that shows it: sales of the same days, or the record.
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

    /// The month for programs, as `2026-03`.
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
