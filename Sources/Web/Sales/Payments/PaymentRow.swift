import Domain
import Foundation

/// A payment on the page of its sale.
struct PaymentRow: Sendable {
    /// `Paid: Cash`.
    var text: String
    var amount: String
    /// `Nov 21, 2026`.
    var day: String
    var dayISO: String
    /// What tells it from others; empty for nothing.
    var reference: String
    var receiptPath: String
    var voidPath: String
    var isVoid: Bool
    /// `void: typed twice`.
    var voidText: String
}

extension PaymentRow {
    init(_ payment: PaymentValues, _ shop: Shop) {
        let links = shop.links
        self.init(
            text: shop.site.papers.english.text(payment), amount: shop.money(payment.amount),
            day: DayText.short(payment.day),
            dayISO: payment.day.description, reference: payment.reference,
            receiptPath: links(.paymentReceipt(payment.recordNumber)),
            voidPath: links(.voidPayment(payment.recordNumber)), isVoid: payment.isVoid,
            voidText: payment.isVoid ? "void: \(payment.voidReason)" : "")
    }
}
