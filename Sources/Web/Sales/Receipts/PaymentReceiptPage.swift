import Domain
import Foundation

/// The receipt of a payment, to be printed.
struct PaymentReceiptPage: TemplatePage {
    static let template = "sales/payment-receipt"

    var layout: LayoutPage
    /// The name of the shop.
    var shop: String
    var hasShop: Bool
    /// The lines of its address.
    var address: String
    var hasAddress: Bool
    var taxNumber: String
    var hasTaxNumber: Bool
    /// `Payment 5`.
    var title: String
    var isVoid: Bool
    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    var time: String
    var hasTime: Bool
    var hasCustomer: Bool
    var customer: String
    /// `For sale 17 of Nov 21, 2026`.
    var subject: String
    /// `Paid: Cash`, with what tells it from others.
    var text: String
    var amount: String
    /// What the sale comes to, and what is still to be paid of it.
    var sums: [SumRow]
    var footer: String
    /// The page of the style sheet: `a4`, `letter`, `roll-180`.
    var page: String
    var papers: [ChoiceLink]
    var salePath: String
}

extension PaymentReceiptPage {
    /// The receipt of a payment on some paper.
    ///
    /// - Parameter details: what stands above and below.
    init(
        _ payment: PaymentValues, of sale: SaleValues, on paper: Paper, _ shop: Shop,
        _ details: ShopDetails
    ) {
        let links = shop.links
        let title = "Payment \(payment.number)"
        let sums =
            [SumRow(label: "\(sale.title) comes to", amount: shop.money(sale.total))]
            + (sale.owed > 0
                ? [SumRow(label: "Still to be paid", amount: shop.money(sale.owed))] : [])
        self.init(
            layout: shop.site.layout(
                title: title, section: .sales, crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)]),
            shop: details.name, hasShop: !details.name.isEmpty,
            address: details.addressLines.joined(separator: "\n"),
            hasAddress: !details.addressLines.isEmpty, taxNumber: details.taxNumberText,
            hasTaxNumber: !details.taxNumber.isEmpty, title: title, isVoid: payment.isVoid,
            day: DayText.long(payment.day), dayISO: payment.day.description,
            time: payment.time?.description ?? "", hasTime: payment.time != nil,
            hasCustomer: sale.customer != nil, customer: sale.customer?.name ?? "",
            subject: "For \(sale.title.lowercased()) of \(DayText.short(sale.day))",
            text: [payment.text, payment.reference].filter { !$0.isEmpty }.joined(separator: ", "),
            amount: shop.money(payment.amount), sums: sums,
            footer: details.footerLines.joined(separator: "\n"),
            page: paper.pageName(
                lines: 2,
                others: details.addressLines.count + max(details.footerLines.count - 1, 0)),
            papers: Paper.allCases.map {
                ChoiceLink(
                    label: $0.label,
                    path: links(
                        SitePath.paymentReceipt(payment.recordNumber)
                            .query([("paper", $0.rawValue)])), isCurrent: $0 == paper)
            }, salePath: links(.sale(sale.recordNumber)))
    }
}
