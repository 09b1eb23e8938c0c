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
        return try await shop.site.pages.page(for: request, context, dependingOn: EntityName.sales)
        {
            records in
            let sale = try shop.sales.existing(number, in: records)
            return ReceiptPage(
                sale, on: paper, shop, try shop.details(in: records),
                in: try shop.style(for: sale.customer, in: records))
        }
    }

    private func showPayment(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let paper = try request.paper
        return try await shop.site.pages.page(for: request, context, dependingOn: EntityName.sales)
        {
            records in
            let payment = try shop.payment(number, in: records)
            guard let sale = payment.sale else {
                throw SiteError.notFound("The payment has no sale")
            }
            return ReceiptPage(
                payment, of: sale, on: paper, shop,
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

/// The receipt of a sale or of a payment, to print.
struct ReceiptPage: TemplatePage {
    static let template = "sales/receipt"

    var layout: LayoutPage
    /// `Receipt 17`, `Return 18`, `Payment 5`: the heading of the page.
    var heading: String
    var head: PaperHead
    var isVoid: Bool
    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    /// `14:05`.
    var time = ""
    var customer: String
    /// `Returned from sale 17 of Nov 20, 2026`, `For sale 17 of Nov 21, 2026`; empty for a sale.
    var note: String
    /// `Paid: Cash`, with the reference of the payment; empty for a sale.
    var paid = ""
    var lines: [SaleLineRow] = []
    var total: String
    /// The rows between the lines and the total, and those under it.
    var sums: [SumRow] = []
    var sumsBelow: [SumRow] = []
    /// The note of the sale.
    var remark = ""
    /// The lines at the end.
    var footer: String
    var papers: [ChoiceLink]
    var salePath: String
    /// The form of the next sale to the same customer; empty for a payment.
    var newPath = ""
}

extension ReceiptPage {
    /// The receipt of a sale.
    ///
    /// - Parameters:
    ///   - paper: the paper size; nil for that of the region.
    ///   - details: the texts above and below the lines.
    init(
        _ sale: Sale, on paper: Paper?, _ shop: Shop, _ details: ShopDetails,
        in style: PaperStyle
    ) {
        let (paper, texts, links) = (paper ?? style.paper, style.texts, shop.links)
        let heading = sale.isReturn ? sale.title : "Receipt \(sale.writtenNumber)"
        let layout = shop.layout(heading, of: sale)
        self = style.write {
            let note = sale.returnOf.map {
                texts.text(
                    .returnOf, ["number": $0.writtenNumber, "day": DayText.short($0.dayOrFirst)])
            }
            var page = ReceiptPage(
                heading, layout,
                texts.text(
                    sale.isReturn ? .return : .receipt, ["number": sale.writtenNumber]),
                note: note ?? "", total: sale.total, isVoid: sale.isVoid,
                at: (sale.dayOrFirst, sale.time), of: sale, on: paper,
                path: .saleReceipt(sale.recordNumber), shop, details, style)
            page.lines = sale.lines.map {
                SaleLineRow($0, isReturn: sale.isReturn, in: shop.currency, texts)
            }
            page.sums = sale.sumsBeforeTotal(in: shop.currency, texts)
            page.sumsBelow = sale.sumsAfterTotal(in: shop.currency, texts)
            page.remark = sale.note ?? ""
            page.head.page = paper.pageName(
                lines: sale.lines.count,
                others: details.rowsOnReceipt(in: texts)
                    + page.sums.count + page.sumsBelow.count
                    + sale.lines.count { $0.discount != nil }
                    + (details.taxNumber.isEmpty ? 0 : 1) + page.remark.count / 30)
            page.newPath = links(
                sale.customer.map { .newCustomerSale($0.savedNumber) } ?? .newSale)
            return page
        }
    }

    /// The receipt of a payment.
    ///
    /// - Parameters:
    ///   - paper: the paper size; nil for that of the region.
    ///   - details: the texts above and below.
    init(
        _ payment: Payment, of sale: Sale, on paper: Paper?, _ shop: Shop,
        _ details: ShopDetails, in style: PaperStyle
    ) {
        let (paper, texts) = (paper ?? style.paper, style.texts)
        let heading = "Payment \(payment.number)"
        let layout = shop.layout(heading, of: sale)
        self = style.write {
            let number = ["number": sale.writtenNumber, "day": DayText.short(sale.dayOrFirst)]
            var page = ReceiptPage(
                heading, layout,
                texts.text(.payment, ["number": String(payment.number)]),
                note: texts.text(sale.isReturn ? .forReturn : .forSale, number),
                total: payment.amount, isVoid: payment.isVoid,
                at: (payment.dayOrFirst, payment.time),
                of: sale, on: paper, path: .paymentReceipt(payment.savedNumber), shop, details,
                style)
            page.paid = [texts.text(payment), payment.reference ?? ""].filter { !$0.isEmpty }
                .joined(separator: ", ")
            page.sumsBelow = [
                SumRow(
                    label: texts.text(sale.isReturn ? .returnTotal : .saleTotal, number),
                    amount: shop.money(sale.total))
            ]
            if sale.owed > 0 {
                page.sumsBelow.append(
                    SumRow(label: texts[.stillToPay], amount: shop.money(sale.owed)))
            }
            page.head.page = paper.pageName(lines: 2, others: details.rowsOnReceipt(in: texts))
            return page
        }
    }

    /// The parts that receipts of sales and payments share.
    private init(
        _ heading: String, _ layout: LayoutPage, _ title: String, note: String, total: Decimal,
        isVoid: Bool,
        at moment: (day: CalendarDay, time: TimeOfDay?), of sale: Sale, on paper: Paper,
        path: SitePath, _ shop: Shop, _ details: ShopDetails, _ style: PaperStyle
    ) {
        self.init(
            layout: layout, heading: heading, head: PaperHead(title, from: details, style),
            isVoid: isVoid,
            day: DayText.long(moment.day), dayISO: moment.day.description,
            time: moment.time?.text ?? "", customer: sale.customer?.name ?? "", note: note,
            total: shop.money(total),
            footer: details.footer(in: style.texts).joined(separator: "\n"),
            papers: Paper.allCases.map {
                ChoiceLink(
                    label: $0.label, path: shop.links(path.query([("paper", $0.rawValue)])),
                    isCurrent: $0 == paper)
            }, salePath: shop.links(.sale(sale.recordNumber)))
    }
}

extension ShopDetails {
    /// The number of lines of the address and the footer, beyond one.
    fileprivate func rowsOnReceipt(in texts: PaperTexts) -> Int {
        address.count + footer(in: texts).count - 1
    }
}
