public import Foundation

/// A sale as it was entered, before it is made.
public struct SaleDraft: Sendable, Hashable {
    /// The day of the sale.
    public var day: CalendarDay
    /// What was sold, in order.
    public var lines: [Line]

    /// - Parameters:
    ///   - day: the day of the sale.
    ///   - lines: what was sold.
    public init(day: CalendarDay, lines: [Line]) {
        self.day = day
        self.lines = lines
    }

    /// One line of a sale as it was entered.
    public struct Line: Sendable, Hashable {
        /// What was sold.
        public var subject: Subject
        /// How many.
        public var quantity: Int
        /// The price of each; nil for the product's.
        public var unitPrice: Decimal?

        /// - Parameters:
        ///   - subject: what was sold.
        ///   - quantity: how many. Default: 1.
        ///   - unitPrice: the price of each; nil, the default, for the product's.
        public init(_ subject: Subject, quantity: Int = 1, unitPrice: Decimal? = nil) {
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
