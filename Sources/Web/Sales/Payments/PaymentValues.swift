import Domain
import Foundation
import Persistence

/// The values of a payment, detached from its context.
struct PaymentValues: Sendable {
    let recordNumber: Int64
    let number: Int64
    let kindNumber: Int64
    let kind: String
    let day: CalendarDay
    let time: TimeOfDay?
    /// The amount, negative for a repayment.
    let amount: Decimal
    /// The cash handed over; 0 if unknown.
    let tendered: Decimal
    /// The change.
    let change: Decimal
    let reference: String
    let voidedAt: Date?
    let voidReason: String

    init(_ payment: Payment) {
        recordNumber = payment.objectID.recordNumber ?? 0
        number = payment.number
        kindNumber = payment.kind?.objectID.recordNumber ?? 0
        kind = payment.kind?.name ?? ""
        day = payment.day ?? CalendarDay(.init(timeIntervalSince1970: 0))
        time = payment.time
        amount = payment.amount
        tendered = payment.tendered
        change = payment.change
        reference = payment.reference ?? ""
        voidedAt = payment.voidedAt
        voidReason = payment.voidReason ?? ""
    }

    var isVoid: Bool { voidedAt != nil }

    /// The payment as JSON.
    func json(_ links: SiteLinks) -> JSONValue { .object(members(links)) }

    /// The members of the JSON.
    func members(_ links: SiteLinks) -> [(name: String, value: JSONValue)] {
        [
            ("id", .int(Int(recordNumber))), ("number", .int(Int(number))),
            ("kind", .object([("id", .int(Int(kindNumber))), ("name", .string(kind))])),
            ("date", .string(day.description)), ("time", .string(time?.description)),
            ("amount", .string(Money.plainText(amount))),
            ("tendered", .string(tendered > 0 ? Money.plainText(tendered) : nil)),
            ("change", .string(change > 0 ? Money.plainText(change) : nil)),
            ("reference", .string(reference.isEmpty ? nil : reference)),
            ("voidedAt", .date(voidedAt)),
            ("voidReason", .string(voidReason.isEmpty ? nil : voidReason)),
            ("receipt", .string(links(.paymentReceipt(recordNumber)))),
        ]
    }
}
