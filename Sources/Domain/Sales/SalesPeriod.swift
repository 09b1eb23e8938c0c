import Persistence

/// A period of sales, for totals.
public struct SalesPeriod: Sendable, Hashable {
    /// The first day; nil for no limit.
    public var from: CalendarDay?
    /// The last day; nil for no limit.
    public var through: CalendarDay?
    /// The customer, by record number; nil for all.
    public var customer: Int64?
    /// The product, by record number; nil for all.
    public var product: Int64?

    public init(
        from: CalendarDay? = nil, through: CalendarDay? = nil, customer: Int64? = nil,
        product: Int64? = nil
    ) {
        self.from = from
        self.through = through
        self.customer = customer
        self.product = product
    }

    /// The conditions on an attribute with the day.
    func conditions(on attribute: String) -> [FetchPredicate] {
        let date = FetchExpression.key(attribute)
        return [from.map { date >= $0.date }, through.map { date <= $0.date }].compactMap(\.self)
    }

    /// The sales of one day.
    public static func day(_ day: CalendarDay) -> SalesPeriod {
        SalesPeriod(from: day, through: day)
    }

    /// The preceding period of the same length; nil if the period is open. Whole months are
    /// compared with as many whole months.
    public var before: SalesPeriod? {
        guard let from, let through, from <= through else { return nil }
        var before = self
        before.through = from.adding(days: -1)
        if from == from.firstOfMonth, through == through.lastOfMonth {
            var first = from
            let months = (through.year - from.year) * 12 + through.month - from.month + 1
            for _ in 0..<months { first = first.adding(days: -1).firstOfMonth }
            before.from = first
        } else {
            let days = through.daysSince1970 - from.daysSince1970 + 1
            before.from = from.adding(days: -days)
        }
        return before
    }

    /// The sales of the month of a day.
    public static func month(of day: CalendarDay) -> SalesPeriod {
        SalesPeriod(from: day.firstOfMonth, through: day.lastOfMonth)
    }
}
