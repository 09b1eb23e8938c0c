public import Foundation
import Persistence

/// A sale as it was entered, before it is made.
public struct SaleDraft: Sendable, Hashable {
    /// The day of the sale.
    public var day: CalendarDay
    /// The time of day; nil if nobody knows it.
    public var time: TimeOfDay?
    /// What was sold, in order.
    public var lines: [Line]
    /// What is taken off the whole sale; nil for nothing.
    public var discount: Discount?
    /// The tax of all lines that do not say otherwise; nil for those of the products.
    public var tax: TaxChoice?
    /// Whatever else is to be said; nil for nothing.
    public var note: String?
    /// How it is paid, in order; empty if nobody says so.
    public var payments: [PaymentDraft] = []
    /// Whether what these leave is paid later.
    public var isOnAccount = false

    /// - Parameters:
    ///   - day: the day of the sale.
    ///   - lines: what was sold.
    public init(day: CalendarDay, lines: [Line]) {
        self.day = day
        self.lines = lines
    }

    /// The days that a sale can have: from 1900, and ten years ahead. Others are mistyped.
    static var days: ClosedRange<CalendarDay> {
        let latest = CalendarDay.today().adding(days: 3652)
        return (CalendarDay(year: 1900, month: 1, day: 1) ?? latest)...latest
    }

    /// What is wrong with a day, a sentence; nil if a sale can have it.
    static func fault(of day: CalendarDay) -> String? {
        guard !days.contains(day) else { return nil }
        return "\(day) is \(day < days.lowerBound ? "too long ago" : "too far ahead"); "
            + "is the year mistyped?"
    }

    /// What is wrong with a day in a shop that closes its days.
    ///
    /// - Throws: errors of the store.
    static func fault(of day: CalendarDay, in context: ManagedObjectContext) throws -> String? {
        if let fault = fault(of: day) { return fault }
        guard try ClosedDay.isClosed(day, in: context) else { return nil }
        return "\(day) is closed: it takes no more sales."
    }

    /// One line of a sale as it was entered.
    public struct Line: Sendable, Hashable {
        /// What was sold.
        public var subject: Subject
        /// How many, or how much.
        public var quantity: Decimal
        /// The price of each; nil for the product's.
        public var unitPrice: Decimal?
        /// What is taken off the line; nil for nothing.
        public var discount: Discount?
        /// The tax of the line; nil for that of the sale, of the product or of the shop.
        public var tax: TaxChoice?
        /// In a return, the line of the sale that comes back, by record number; nil for any that fits.
        public var origin: Int64?

        /// - Parameters:
        ///   - subject: what was sold.
        ///   - quantity: how many, or how much. Default: 1.
        ///   - unitPrice: the price of each; nil, the default, for the product's.
        public init(_ subject: Subject, quantity: Decimal = 1, unitPrice: Decimal? = nil) {
            self.subject = subject
            self.quantity = quantity
            self.unitPrice = unitPrice
        }
    }

    /// What a line sells.
    public enum Subject: Sendable, Hashable {
        /// The product with a record number.
        case product(Int64)
        /// The product of a name, which is made if there is none.
        case productNamed(String)
        /// The item of the inventory with a key. Its price is its value, or has to be given if it has
        /// none.
        case item(UUID)
    }
}
