import Domain
import Foundation

/// The totals of a month, of a product, of a customer and so on.
struct SalesTotalsEntry: Sendable {
    /// What the totals are of.
    enum Subject: Sendable {
        /// A month, by its first day.
        case month(CalendarDay)
        case product(Int64, name: String)
        case customer(Int64, name: String)
        /// Sales without a customer.
        case nobody
        case category(Int64, name: String)
        /// Products without a category.
        case uncategorized
        case payment(Int64, name: String)
        case tax(Int64, name: String)
        /// Lines without a tax.
        case untaxed
        /// A day of the week, 1 for Monday to 7.
        case weekday(Int)
        /// An hour, 0...23; below zero for sales of which nobody knows it.
        case hour(Int)
    }

    var subject: Subject
    let totals: SalesTotals
    /// The total of the period before; nil if there is none to compare with.
    var before: Decimal?

    /// What people call it.
    var name: String {
        switch subject {
        case .month(let day): DayText.month(day)
        case .product(_, let name), .customer(_, let name), .category(_, let name),
            .payment(_, let name), .tax(_, let name):
            name
        case .nobody: "No customer"
        case .uncategorized: "No category"
        case .untaxed: "No tax"
        case .weekday(let day): Self.weekdays[day - 1]
        case .hour(let hour): hour < 0 ? "Time unknown" : TimeOfDay.hourText(hour)
        }
    }

    private static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// Whether it is of what has no name: no customer, no category, no tax.
    var isNothing: Bool {
        switch subject {
        case .nobody, .uncategorized, .untaxed: true
        default: false
        }
    }

    /// Whether it is of payments, of which nothing is known but what was paid.
    var isOfPayments: Bool {
        if case .payment = subject { true } else { false }
    }

    /// What comes first in an order of time, and among equals.
    var rank: Int64 {
        switch subject {
        case .month(let day): Int64(day.daysSince1970)
        case .weekday(let day): Int64(day)
        case .hour(let hour): Int64(hour)
        default: recordNumber
        }
    }

    /// By which number the totals were made.
    var key: Int64 { subject.isInTime ? rank : recordNumber }

    /// The number of the record; 0 where there is none.
    var recordNumber: Int64 {
        switch subject {
        case .product(let number, _), .customer(let number, _), .category(let number, _),
            .payment(let number, _), .tax(let number, _):
            number
        case .month, .nobody, .uncategorized, .untaxed, .weekday, .hour: 0
        }
    }

    /// The sales behind the totals, or the record itself.
    ///
    /// - Parameter query: the view whose totals they are.
    func address(in query: ListQuery) -> SitePath {
        switch subject {
        case .month(let day):
            let first = max(day.firstOfMonth, query.day("from") ?? day.firstOfMonth)
            let last = min(day.lastOfMonth, query.day("to") ?? day.lastOfMonth)
            return sales(query, from: first, to: last).address(of: .sales)
        case .product(let number, _): return .product(number)
        case .customer(let number, _): return .customer(number)
        case .nobody:
            return sales(query, from: query.day("from"), to: query.day("to"))
                .filtered("customer", by: "none").address(of: .sales)
        case .category, .uncategorized: return .products
        case .tax, .untaxed: return SitePath.shop.at("tax-rates")
        case .payment: return SitePath.shop.at("payment-kinds")
        case .weekday, .hour:
            return sales(query, from: query.day("from"), to: query.day("to")).address(of: .sales)
        }
    }

    private func sales(_ query: ListQuery, from: CalendarDay?, to: CalendarDay?) -> ListQuery {
        var sales = ListQuery().filtered("from", by: from?.description)
            .filtered("to", by: to?.description)
        sales.predicate = query.predicate
        return sales
    }

    /// `2026-11`.
    static func monthText(_ day: CalendarDay) -> String { String(day.description.prefix(7)) }
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

extension SalesTotalsEntry.Subject {
    /// What totals by a number are of.
    init(_ number: Int64, by grouping: SalesGrouping) {
        self =
            switch grouping {
            case .month: .month(CalendarDay(daysSince1970: Int(number)))
            case .product: .product(number, name: "")
            case .customer: number == 0 ? .nobody : .customer(number, name: "")
            case .category: number == 0 ? .uncategorized : .category(number, name: "")
            case .payment: .payment(number, name: "")
            case .tax: number == 0 ? .untaxed : .tax(number, name: "")
            case .weekday: .weekday(Int(number))
            case .hour: .hour(Int(number))
            }
    }

    /// Whether it has an order of its own, that of time.
    var isInTime: Bool {
        switch self {
        case .month, .weekday, .hour: true
        default: false
        }
    }

    /// The same with a name.
    func named(_ name: String) -> Self {
        switch self {
        case .product(let number, _): .product(number, name: name)
        case .customer(let number, _): .customer(number, name: name)
        case .category(let number, _): .category(number, name: name)
        case .payment(let number, _): .payment(number, name: name)
        case .tax(let number, _): .tax(number, name: name)
        case .month, .nobody, .uncategorized, .untaxed, .weekday, .hour: self
        }
    }
}
