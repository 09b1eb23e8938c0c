import Domain
import Foundation
import Hummingbird
import Persistence

/// The receipts of sales and payments, which can be printed at any time.
struct ReceiptController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.saleReceipt("{id}"), by: .readers(of: .sales), as: .query("paper"), use: show)
        routes.get(
            .paymentReceipt("{id}"), by: .readers(of: .sales), as: .query("paper"), use: showPayment
        )
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let paper = try request.paper
        return try await shop.site.page(for: request, context, of: EntityName.sales) { records in
            let sale = try shop.sale(number, in: records)
            return ReceiptPage(
                SaleValues(sale), on: paper, shop, try shop.details(in: records),
                in: try shop.style(for: sale.customer, in: records))
        }
    }

    private func showPayment(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let paper = try request.paper
        return try await shop.site.page(for: request, context, of: EntityName.sales) { records in
            let payment = try shop.payment(number, in: records)
            guard let sale = payment.sale else {
                throw SiteError.notFound("The payment has no sale")
            }
            return PaymentReceiptPage(
                PaymentValues(payment), of: SaleValues(sale), on: paper, shop,
                try shop.details(in: records), in: try shop.style(for: sale.customer, in: records))
        }
    }
}

extension Request {
    /// The paper size in the address; nil for none.
    ///
    /// - Throws: ``SiteError`` 422 for an unknown size.
    fileprivate var paper: Paper? {
        get throws(SiteError) {
            guard let text = uri.queryParameters.get("paper"), !text.isEmpty else { return nil }
            guard let paper = Paper(rawValue: text.lowercased()) else {
                let names = Paper.allCases.map(\.rawValue).joined(separator: ", ")
                throw .unprocessable(
                    "There is no such paper", "paper", "Paper",
                    "“\(text.prefix(100))” is not one of \(names)")
            }
            return paper
        }
    }
}

/// The receipt of a sale to print.
struct ReceiptPage: TemplatePage {
    static let template = "sales/receipt"

    var layout: LayoutPage
    /// `Receipt 17`, `Return 18`: the heading of the page.
    var heading: String
    /// The language of the paper, for HTML.
    var language: String
    var labels: PaperLabels
    var letterhead: Letterhead
    /// `Receipt 17`, `Return 18`, in the language of the paper.
    var title: String
    var isVoid: Bool
    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    /// `14:05`.
    var time = ""
    var customer: String
    var lines: [SaleLineRow]
    var total: String
    /// The rows between the lines and the total, and those under it.
    var sums: [SumRow] = []
    var sumsBelow: [SumRow] = []
    /// The note of the sale.
    var remark = ""
    /// `Returned from sale 17 of Nov 20, 2026`; empty for a sale.
    var note: String
    /// The lines at the end.
    var footer: String
    /// The page of the style sheet: `a4`, `letter`, `roll-180`.
    var page: String
    var papers: [ChoiceLink]
    var salePath: String
    /// The form of the next sale to the same customer.
    var newPath: String
}

extension ReceiptPage {
    /// - Parameters:
    ///   - paper: the paper size; nil for that of the region.
    ///   - details: the texts above and below the lines.
    init(
        _ sale: SaleValues, on paper: Paper?, _ shop: Shop, _ details: ShopDetails,
        in style: PaperStyle
    ) {
        let heading = sale.isReturn ? sale.title : "Receipt \(sale.writtenNumber)"
        let layout = shop.site.layout(
            title: heading, section: .sales, crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)])
        self = style.write {
            ReceiptPage(
                sale, on: paper ?? style.paper, shop, details, style, heading: heading, layout)
        }
    }

    private init(
        _ sale: SaleValues, on paper: Paper, _ shop: Shop, _ details: ShopDetails,
        _ style: PaperStyle, heading: String, _ layout: LayoutPage
    ) {
        let (links, texts) = (shop.links, style.texts)
        let (sums, sumsBelow) = (
            sale.sumsBeforeTotal(in: shop.currency, texts),
            sale.sumsAfterTotal(in: shop.currency, texts)
        )
        let note = sale.returnOf.map {
            texts.text(
                .returnOf, ["number": $0.writtenNumber, "day": DayText.short($0.day)])
        }
        let footer = details.footer(in: texts)
        self.init(
            layout: layout, heading: heading, language: style.tag, labels: texts.labels,
            letterhead: Letterhead(details, in: texts),
            title: texts.text(
                sale.isReturn ? .return : .receipt, ["number": sale.writtenNumber]),
            isVoid: sale.isVoid, day: DayText.long(sale.day), dayISO: sale.day.description,
            time: sale.time?.text ?? "",
            customer: sale.customer?.name ?? "",
            lines: sale.lines.map { SaleLineRow($0, isReturn: sale.isReturn, shop, texts) },
            total: shop.money(sale.total), sums: sums, sumsBelow: sumsBelow, remark: sale.note,
            note: note ?? "",
            footer: footer.joined(separator: "\n"),
            page: paper.pageName(
                lines: sale.lines.count,
                others: details.address.count + footer.count - 1
                    + sums.count + sumsBelow.count + sale.lines.count { $0.discount != nil }
                    + (details.taxNumber.isEmpty ? 0 : 1) + sale.note.count / 30),
            papers: Paper.allCases.map {
                ChoiceLink(
                    label: $0.label, path: links(.saleReceipt(sale.recordNumber, on: $0)),
                    isCurrent: $0 == paper)
            }, salePath: links(.sale(sale.recordNumber)),
            newPath: links(sale.customer.map { .newCustomerSale($0.recordNumber) } ?? .newSale))
    }
}

extension SitePath {
    /// The receipt on a paper size.
    fileprivate static func saleReceipt(_ id: Int64, on paper: Paper) -> SitePath {
        saleReceipt(id).query([("paper", paper.rawValue)])
    }
}

/// The receipt of a payment to print.
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
    /// `Paid: Cash`, with its reference.
    var text: String
    var amount: String
    /// The total of the sale, and its unpaid amount.
    var sums: [SumRow]
    var footer: String
    /// The page of the style sheet: `a4`, `letter`, `roll-180`.
    var page: String
    var papers: [ChoiceLink]
    var salePath: String
}

extension PaymentReceiptPage {
    /// - Parameters:
    ///   - paper: the paper size; nil for that of the region.
    ///   - details: the texts above and below.
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
                others: details.address.count + footer.count - 1),
            papers: Paper.allCases.map {
                ChoiceLink(
                    label: $0.label,
                    path: links(
                        SitePath.paymentReceipt(payment.recordNumber)
                            .query([("paper", $0.rawValue)])), isCurrent: $0 == paper)
            }, salePath: links(.sale(sale.recordNumber)))
    }
}
