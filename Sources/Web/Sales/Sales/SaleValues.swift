import Domain
import Foundation
import Persistence

/// The values of a sale, detached from its context.
struct SaleValues: ShownSale, WrittenNumber {
    /// The customer of a sale.
    struct Buyer: Sendable {
        let recordNumber: Int64
        let name: String
    }

    let recordNumber: Int64
    let number: Int64
    /// The number in a pattern: `S-2026-0001`; nil for a plain number.
    let numberText: String?
    let day: CalendarDay
    /// Nil if unknown.
    let time: TimeOfDay?
    /// Nil for a walk-in, and after the person was removed.
    let customer: Buyer?
    let isWalkIn: Bool
    /// Whether it is paid later.
    let isOnAccount: Bool
    let note: String
    private(set) var lines: [SaleLineValues]
    /// The sum of the lines; negative for a return.
    let total: Decimal
    /// The discount on the whole sale as entered; nil for none.
    let discount: Discount?
    /// The amount of this discount.
    let discountAmount: Decimal
    /// The totals by tax rate, which make the total.
    let taxes: [SaleTax]
    let payments: [PaymentValues]
    /// Whether the payment method is known.
    let isPaymentKnown: Bool
    /// The unpaid amount.
    let owed: Decimal
    /// The sale that was returned; nil for a sale.
    let returnOf: SaleReference?
    /// The returns of this sale.
    let returns: [SaleReference]
    let voidedAt: Date?
    let voidReason: String
    let rowVersion: Int64

    /// The relationships to prefetch for the values.
    static let relationships = [
        "customer", "lines", "lines.product", "lines.taxRate", "payments", "payments.kind",
        "returnOf", "returns",
    ]

    init(_ sale: Sale) {
        recordNumber = sale.objectID.recordNumber ?? 0
        number = sale.number
        numberText = sale.numberText
        day = sale.dayOrFirst
        customer = sale.customer.map(SaleValues.Buyer.init)
        time = sale.time
        // An old return does not store this and has the value of its sale.
        isWalkIn = sale.isWalkIn || sale.returnOf?.isWalkIn ?? false
        isOnAccount = sale.isOnAccount
        note = sale.note ?? ""
        lines = sale.lines.map(SaleLineValues.init)
        total = sale.total
        discount = sale.discount
        discountAmount = sale.discountAmount
        taxes = sale.taxes
        payments = sale.payments.map(PaymentValues.init).sorted { $0.number < $1.number }
        isPaymentKnown = sale.isPaymentKnown
        owed = sale.owed
        returnOf = sale.returnOf.map(SaleReference.init)
        returns = sale.returns.map(SaleReference.init).sorted { $0.number < $1.number }
        voidedAt = sale.voidedAt
        voidReason = sale.voidReason ?? ""
        rowVersion = sale.rowVersion
    }

    /// The same sale with the product names of an issued invoice.
    func named(by issued: [IssuedTexts.Line]) -> SaleValues {
        var sale = self
        for (index, line) in issued.enumerated() where lines.indices.contains(index) {
            sale.lines[index] = lines[index].called(line.name, unit: line.unit)
        }
        return sale
    }

    /// Whether its day is in the future, and may be mistyped.
    var isAhead: Bool { day.isYetToCome }

    var isVoid: Bool { voidedAt != nil }
    var isReturn: Bool { returnOf != nil }

    /// `Sale 17`, `Return S-2026-0018`.
    var title: String { "\(isReturn ? "Return" : "Sale") \(writtenNumber)" }

    var buyerName: String? { customer?.name }

    /// Whether any line has a tax.
    var isTaxed: Bool { taxes.contains { $0.rate != nil } }

    /// The paid amount; negative for a return.
    var paid: Decimal { payments.reduce(0) { $0 + ($1.isVoid ? 0 : $1.amount) } }
}

/// A reference to another sale.
struct SaleReference: Sendable {
    let recordNumber: Int64
    let number: Int64
    let writtenNumber: String
    let day: CalendarDay
    let isVoid: Bool

    init(_ sale: Sale) {
        recordNumber = sale.objectID.recordNumber ?? 0
        number = sale.number
        writtenNumber = sale.writtenNumber
        day = sale.dayOrFirst
        isVoid = sale.isVoid
    }

    var json: JSONValue {
        .object([("id", .int(Int(recordNumber))), ("number", .int(Int(number)))])
    }
}

extension Sale {
    /// The day of the sale. A sale made by another program may have none; it counts as the first
    /// day of 1970.
    var dayOrFirst: CalendarDay { day ?? CalendarDay(.init(timeIntervalSince1970: 0)) }
}

/// The values of a sale in lists and sheets, from a whole record or from a row of a list
/// (`ListedSale`).
protocol ShownSale: Sendable {
    var recordNumber: Int64 { get }
    /// The sum of the lines; negative for a return.
    var total: Decimal { get }
    /// The unpaid amount.
    var owed: Decimal { get }
    var isWalkIn: Bool { get }
    var isReturn: Bool { get }
    var isVoid: Bool { get }
    /// The name of the customer; nil for a walk-in, and after the person was removed.
    var buyerName: String? { get }
}

extension ShownSale {
    /// `Return`, `Void`, `Void return`, `Unpaid`; empty for a paid sale.
    var stateText: String {
        switch (isVoid, isReturn) {
        case (true, true): "Void return"
        case (true, false): "Void"
        case (false, true): "Return"
        case (false, false): owed > 0 ? "Unpaid" : ""
        }
    }

    /// The customer in words.
    var customerText: String { buyerName ?? (isWalkIn ? "Walk-in" : "Person removed") }
}

extension ListedSale: ShownSale {
    var buyerName: String? { customer == nil ? nil : customerName }

    /// The products with their quantities: `3 × Lamp, Chair`.
    var productsText: String {
        ProductsText.text(products.lazy.map { ($0.name, $0.quantity) })
    }
}

/// Products with their quantities, as part of a sentence.
enum ProductsText {
    /// `3 × Lamp, Chair`.
    static func text(_ products: some Sequence<(String, Decimal)>) -> String {
        var text = ""
        for (name, quantity) in products {
            if !text.isEmpty { text += ", " }
            if quantity != 1 { text += "\(quantity, grouped: true) × " }
            text += name
        }
        return text
    }
}

extension SaleValues.Buyer {
    init(_ customer: Customer) {
        self.init(recordNumber: customer.savedNumber, name: customer.name ?? "")
    }

    var json: JSONValue {
        .object([("id", .int(Int(recordNumber))), ("name", .string(name))])
    }
}
