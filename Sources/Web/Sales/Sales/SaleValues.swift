import Domain
import Foundation
import Persistence

/// What a sale holds, apart from any context.
struct SaleValues: Sendable {
    /// To whom it was sold.
    struct Buyer: Sendable {
        let recordNumber: Int64
        let name: String
    }

    let recordNumber: Int64
    let number: Int64
    let day: CalendarDay
    /// Nil after the person was removed.
    let customer: Buyer?
    let lines: [SaleLineValues]
    /// The sum of the lines; below zero for a return.
    let total: Decimal
    /// The sale from which this came back; nil for what is no return.
    let returnOf: SaleReference?
    /// What came back from this sale.
    let returns: [SaleReference]
    let voidedAt: Date?
    let voidReason: String
    let rowVersion: Int64

    init(_ sale: Sale) {
        recordNumber = sale.objectID.recordNumber ?? 0
        number = sale.number
        day = sale.dayOrFirst
        customer = sale.customer.map {
            Buyer(recordNumber: $0.objectID.recordNumber ?? 0, name: $0.name ?? "")
        }
        lines = sale.lines.map(SaleLineValues.init)
        total = sale.total
        returnOf = sale.returnOf.map(SaleReference.init)
        returns = sale.returns.map(SaleReference.init).sorted { $0.number < $1.number }
        voidedAt = sale.voidedAt
        voidReason = sale.voidReason ?? ""
        rowVersion = sale.rowVersion
    }

    var isVoid: Bool { voidedAt != nil }
    var isReturn: Bool { returnOf != nil }

    /// `Sale 17`, `Return 18`.
    var title: String { "\(isReturn ? "Return" : "Sale") \(number)" }

    /// `Return`, `Void`, `Void return`; empty for a sale that counts.
    var stateText: String {
        switch (isVoid, isReturn) {
        case (true, true): "Void return"
        case (true, false): "Void"
        case (false, true): "Return"
        case (false, false): ""
        }
    }

    /// The products with their quantities: `3 × Lamp, Chair`.
    var productsText: String {
        lines.map { line in
            line.quantity == 1
                ? line.productName : "\(line.quantity, grouped: true) × \(line.productName)"
        }.joined(separator: ", ")
    }

    /// Whom it was sold to, in words.
    var customerText: String { customer?.name ?? "Person removed" }
}
