import Domain
import Foundation

extension VoidPage {
    /// The question about a payment.
    init(_ record: Payment, _ shop: Shop) {
        let (payment, links) = (PaymentValues(record), shop.links)
        let text = shop.site.papers.english.text(payment)
        let sale = record.sale.map(SaleReference.init)
        let salePath = sale.map { SitePath.sale($0.recordNumber) } ?? .sales
        self.init(
            layout: shop.site.layout(
                title: "Make payment \(payment.number) void?", section: .sales,
                crumbs: [shop.salesCrumb] + (sale.map { [PathLink(sale: $0, links)] } ?? [])),
            title: "payment \(payment.number)",
            details: [text, DayText.short(payment.day), shop.money(payment.amount)]
                .joined(separator: " · "),
            consequences: [
                "It stays with its number and no longer counts.",
                payment.amount < 0
                    ? "The money counts as not given back." : "What it paid is to be paid again.",
            ], path: links(.voidPayment(payment.recordNumber)), cancelPath: links(salePath))
        if payment.isVoid {
            obstacles = ["It is void already: \(payment.voidReason)"]
        }
    }
}
