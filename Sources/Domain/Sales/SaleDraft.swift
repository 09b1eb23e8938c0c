public import Foundation
import Persistence

/// The entered values of a new sale.
public struct SaleDraft: Sendable, Hashable {
    /// The day of the sale.
    public var day: CalendarDay
    /// The time of day; nil if unknown.
    public var time: TimeOfDay?
    /// The lines, in order.
    public var lines: [Line]
    /// The discount on the whole sale; nil for none.
    public var discount: Discount?
    /// The tax of all lines without a choice; nil for the products' taxes.
    public var tax: TaxChoice?
    /// A note; nil for none.
    public var note: String?
    /// The payments, in order; empty if unknown.
    public var payments: [PaymentDraft] = []
    /// Whether the rest is paid later.
    public var isOnAccount = false

    /// - Parameters:
    ///   - day: the day of the sale.
    ///   - lines: the lines.
    public init(day: CalendarDay, lines: [Line]) {
        self.day = day
        self.lines = lines
    }

    /// The valid days of a sale: from 1900 to ten years ahead. Others are typing errors.
    static var days: ClosedRange<CalendarDay> {
        let latest = CalendarDay.today().adding(days: 3652)
        return (CalendarDay(year: 1900, month: 1, day: 1) ?? latest)...latest
    }

    /// The reason, as a sentence, why a day is invalid; nil if it is valid.
    static func fault(of day: CalendarDay) -> String? {
        guard !days.contains(day) else { return nil }
        return "\(day) is \(day < days.lowerBound ? "too long ago" : "too far ahead"); "
            + "is the year mistyped?"
    }

    /// The same, also for closed days.
    ///
    /// - Throws: errors of the store.
    static func fault(of day: CalendarDay, in context: ManagedObjectContext) throws -> String? {
        if let fault = fault(of: day) { return fault }
        guard try ClosedDay.isClosed(day, in: context) else { return nil }
        return "\(day) is closed: it takes no more sales."
    }

    /// The entered values of a line.
    public struct Line: Sendable, Hashable {
        /// The product or item.
        public var subject: Subject
        /// The quantity.
        public var quantity: Decimal
        /// The unit price; nil for the product's.
        public var unitPrice: Decimal?
        /// The discount on the line; nil for none.
        public var discount: Discount?
        /// The tax of the line; nil for that of the sale, the product or the shop.
        public var tax: TaxChoice?
        /// In a return, the record number of the returned line; nil for any that matches.
        public var origin: Int64?

        /// - Parameters:
        ///   - subject: the product or item.
        ///   - quantity: the quantity. Default: 1.
        ///   - unitPrice: the unit price. Default: nil, for the product's.
        public init(_ subject: Subject, quantity: Decimal = 1, unitPrice: Decimal? = nil) {
            self.subject = subject
            self.quantity = quantity
            self.unitPrice = unitPrice
        }
    }

    /// The product or item of a line.
    public enum Subject: Sendable, Hashable {
        /// The product with a record number.
        case product(Int64)
        /// The product with a name, inserted if there is none.
        case productNamed(String)
        /// The item with a key. Its price is its value; without one, a price must be given.
        case item(UUID)
    }
}

/// All faults that prevent a sale, a return or a cancellation.
public struct SaleRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The faults, ordered by line.
    public let faults: [SaleFault]

    init(_ faults: [SaleFault]) {
        self.faults = faults
    }

    init(_ key: String, _ description: String) {
        self.init([SaleFault(key, description)])
    }

    public var description: String {
        faults.map { fault in
            fault.line.map { "Line \($0 + 1): \(fault.description)" } ?? fault.description
        }.joined(separator: " ")
    }
}

/// A fault in an entered sale.
public struct SaleFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The index of the line; nil for the whole sale.
    public let line: Int?
    /// The index of the payment; nil for none.
    public let payment: Int?
    /// The field: `product`, `quantity`, `unitPrice`, `discount`, `taxRate`, `lines`, `date`, `reason`.
    public let key: String
    /// The fault as a sentence, without its place.
    public let description: String

    init(
        line: Int? = nil, payment: Int? = nil, _ key: String, _ description: String
    ) {
        self.line = line
        self.payment = payment
        self.key = key
        self.description = description
    }
}

extension [SaleFault] {
    /// Adds a fault of the whole sale.
    ///
    /// - Parameter description: nil for none.
    mutating func add(_ key: String, _ description: String?) {
        if let description { append(SaleFault(key, description)) }
    }

    /// - Throws: ``SaleRefusal`` if there are faults.
    func check() throws(SaleRefusal) {
        guard isEmpty else { throw SaleRefusal(self) }
    }
}
