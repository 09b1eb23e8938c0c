import Domain
import Foundation

/// The receipt of a payment, to be printed.
struct PaymentReceiptPage: TemplatePage {
    static let template = "sales/payment-receipt"

    var layout: LayoutPage
    /// `Payment 5`: the heading of the page.
    var heading: String
    /// The language of the paper, for HTML.
    var language: String
    var labels: PaperLabels
    var letterhead: Letterhead
    /// `Payment 5`, in the language of the paper.
    var title: String
    var isVoid: Bool
    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    var time: String
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
    /// The receipt of a payment.
    ///
    /// - Parameters:
    ///   - paper: on what it is printed; nil for what the region prints on.
    ///   - details: what stands above and below.
    init(
        _ payment: PaymentValues, of sale: SaleValues, on paper: Paper?, _ shop: Shop,
        _ details: ShopDetails, in style: PaperStyle
    ) {
        let heading = "Payment \(payment.number)"
        let layout = shop.site.layout(
            title: heading, section: .sales, crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)])
        self = style.write {
            PaymentReceiptPage(
                payment, of: sale, on: paper ?? style.paper, shop, details, style,
                heading: heading, layout)
        }
    }

    private init(
        _ payment: PaymentValues, of sale: SaleValues, on paper: Paper, _ shop: Shop,
        _ details: ShopDetails, _ style: PaperStyle, heading: String, _ layout: LayoutPage
    ) {
        let (links, texts) = (shop.links, style.texts)
        let number = ["number": sale.writtenNumber, "day": DayText.short(sale.day)]
        let whole = SumRow(
            label: texts.text(sale.isReturn ? .returnTotal : .saleTotal, number),
            amount: shop.money(sale.total))
        let rest = SumRow(label: texts[.stillToPay], amount: shop.money(sale.owed))
        let footer = details.footer(in: texts)
        self.init(
            layout: layout, heading: heading, language: style.tag, labels: texts.labels,
            letterhead: Letterhead(details, in: texts),
            title: texts.text(.payment, ["number": String(payment.number)]),
            isVoid: payment.isVoid, day: DayText.long(payment.day),
            dayISO: payment.day.description, time: payment.time?.text ?? "",
            customer: sale.customer?.name ?? "",
            subject: texts.text(sale.isReturn ? .forReturn : .forSale, number),
            text: [texts.text(payment), payment.reference].filter { !$0.isEmpty }
                .joined(separator: ", "), amount: shop.money(payment.amount),
            sums: [whole] + (sale.owed > 0 ? [rest] : []), footer: footer.joined(separator: "\n"),
            page: paper.pageName(
                lines: 2,
                others: details.addressLines.count + footer.count - 1),
            papers: Paper.allCases.map {
                ChoiceLink(
                    label: $0.label,
                    path: links(
                        SitePath.paymentReceipt(payment.recordNumber)
                            .query([("paper", $0.rawValue)])), isCurrent: $0 == paper)
            }, salePath: links(.sale(sale.recordNumber)))
    }
}
