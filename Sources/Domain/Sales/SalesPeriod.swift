/// Which sales are added up.
public struct SalesPeriod: Sendable, Hashable {
    /// The first day; nil for the first sale ever.
    public var from: CalendarDay?
    /// The last day; nil for the last sale.
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

    /// The sales of one day.
    public static func day(_ day: CalendarDay) -> SalesPeriod {
        SalesPeriod(from: day, through: day)
    }

    /// The sales of the month of a day.
    public static func month(of day: CalendarDay) -> SalesPeriod {
        SalesPeriod(from: day.firstOfMonth, through: day.lastOfMonth)
    }
}
