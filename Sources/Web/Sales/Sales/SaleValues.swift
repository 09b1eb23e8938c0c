import Domain
import Foundation
import Persistence

/// What a sale holds, apart from any context.
struct SaleValues: ShownSale, WrittenNumber {
    /// To whom it was sold.
    struct Buyer: Sendable {
        let recordNumber: Int64
        let name: String
    }

    let recordNumber: Int64
    let number: Int64
    /// What was written by a pattern: `S-2026-0001`; nil for the number alone.
    let numberText: String?
    let day: CalendarDay
    /// Nil if nobody knows it.
    let time: TimeOfDay?
    /// Nil for somebody who walked in, and after the person was removed.
    let customer: Buyer?
    let isWalkIn: Bool
    /// Whether it is paid later.
    let isOnAccount: Bool
    let note: String
    private(set) var lines: [SaleLineValues]
    /// The sum of the lines; below zero for a return.
    let total: Decimal
    /// What is taken off the whole sale, as it was given; nil for nothing.
    let discount: Discount?
    /// What that comes to.
    let discountAmount: Decimal
    /// What the lines come to by tax rate; they make the total.
    let taxes: [SaleTax]
    let payments: [PaymentValues]
    /// Whether anybody said how it is paid.
    let isPaymentKnown: Bool
    /// What is still to be paid.
    let owed: Decimal
    /// The sale from which this came back; nil for what is no return.
    let returnOf: SaleReference?
    /// What came back from this sale.
    let returns: [SaleReference]
    let voidedAt: Date?
    let voidReason: String
    let rowVersion: Int64

    /// What has to be read along with sales of which values are made.
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
        // A return from before it was noted there is one of its sale.
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

    /// The same with what products were called when an invoice was issued.
    func named(by issued: [IssuedTexts.Line]) -> SaleValues {
        var sale = self
        for (index, line) in issued.enumerated() where lines.indices.contains(index) {
            sale.lines[index] = lines[index].called(line.name, unit: line.unit)
        }
        return sale
    }

    /// Whether its day is yet to come, and may be mistyped.
    var isAhead: Bool { day.isYetToCome }

    var isVoid: Bool { voidedAt != nil }
    var isReturn: Bool { returnOf != nil }

    /// `Sale 17`, `Return S-2026-0018`.
    var title: String { "\(isReturn ? "Return" : "Sale") \(writtenNumber)" }

    var buyerName: String? { customer?.name }

    /// Whether any line has a tax.
    var isTaxed: Bool { taxes.contains { $0.rate != nil } }

    /// What was paid; below zero for a return.
    var paid: Decimal { payments.reduce(0) { $0 + ($1.isVoid ? 0 : $1.amount) } }
}

/// A sale that another one refers to.
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
    /// The day of the sale. One that another program made may have none; it counts as the first day
    /// of the calendar that programs count from.
    var dayOrFirst: CalendarDay { day ?? CalendarDay(.init(timeIntervalSince1970: 0)) }
}

/// What lists and sheets say about a sale, whether all of it was read or only what a list shows
/// (`ListedSale`).
protocol ShownSale: Sendable {
    var recordNumber: Int64 { get }
    /// The sum of the lines; below zero for a return.
    var total: Decimal { get }
    /// What is still to be paid.
    var owed: Decimal { get }
    var isWalkIn: Bool { get }
    var isReturn: Bool { get }
    var isVoid: Bool { get }
    /// The name of the customer; nil for somebody who walked in, and after the person was removed.
    var buyerName: String? { get }
}

extension ShownSale {
    /// `Return`, `Void`, `Void return`, `Unpaid`; empty for a sale that counts and is paid.
    var stateText: String {
        switch (isVoid, isReturn) {
        case (true, true): "Void return"
        case (true, false): "Void"
        case (false, true): "Return"
        case (false, false): owed > 0 ? "Unpaid" : ""
        }
    }

    /// Whom it was sold to, in words.
    var customerText: String { buyerName ?? (isWalkIn ? "Walk-in" : "Person removed") }
}

extension ListedSale: ShownSale {
    var buyerName: String? { customer == nil ? nil : customerName }

    /// The products with their quantities: `3 × Lamp, Chair`.
    var productsText: String {
        ProductsText.text(products.lazy.map { ($0.name, $0.quantity) })
    }
}

/// Products with their quantities, as a sentence names them.
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
