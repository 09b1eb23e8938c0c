import Domain
import Foundation
import Hummingbird
import Persistence

/// The receipts of sales and payments, which can be printed at any time.
struct ReceiptController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let shop = shop
        add(.saleReceipt("{id}"), to: &routes) { (try shop.sales.existing($0, in: $1), nil) }
        add(.paymentReceipt("{id}"), to: &routes) {
            let payment = try shop.payment($0, in: $1)
            return (try payment.existingSale, payment)
        }
    }

    /// Adds the route of a receipt.
    ///
    /// - Parameter find: the sale in an address, and the payment if it is the receipt of one.
    private func add(
        _ path: SitePath, to routes: inout SiteRoutes,
        _ find: @escaping @Sendable (Int64, ManagedObjectContext) throws -> (Sale, Payment?)
    ) {
        routes.get(path, by: .readers(of: .sales), as: .query("paper")) { request, context in
            let number = try context.recordNumber
            let paper = try request.paper
            return try await site.pages.page(
                for: request, context, dependingOn: EntityName.sales
            ) { records in
                let (sale, payment) = try find(number, records)
                let details = try shop.details(in: records)
                let style = try shop.style(for: sale.customer, in: records)
                return payment.map {
                    ReceiptPage($0, of: sale, on: paper, shop, details, in: style)
                } ?? ReceiptPage(sale, on: paper, shop, details, in: style)
            }
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
    var document: PaperDocument
    var isVoid: Bool
    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    /// `14:05`.
    var time = ""
    /// `Returned from sale 17 of Nov 20, 2026`, `For sale 17 of Nov 21, 2026`; empty for a sale.
    var reference: String
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
            let reference = sale.returnOf.map {
                texts.text(
                    .returnOf, ["number": $0.writtenNumber, "day": DayText.short($0.dayOrFirst)])
            }
            var page = ReceiptPage(
                heading, layout,
                texts.text(
                    sale.isReturn ? .return : .receipt, ["number": sale.writtenNumber]),
                reference ?? "", total: sale.total, isVoid: sale.isVoid,
                at: (sale.dayOrFirst, sale.time), of: sale, on: paper,
                path: .saleReceipt(sale.recordNumber), shop, details, style)
            var document = page.document
            document.lines = sale.lines.map {
                SaleLineRow($0, isReturn: sale.isReturn, in: shop.currency, texts)
            }
            document.sums = sale.sumsBeforeTotal(in: shop.currency, texts)
            document.sumsBelow = sale.sumsAfterTotal(in: shop.currency, texts)
            document.note = sale.note ?? ""
            document.head.page = paper.pageName(
                lines: sale.lines.count,
                others: details.rowsOnReceipt(in: texts)
                    + document.sums.count + document.sumsBelow.count
                    + sale.lines.count { $0.discount != nil }
                    + (details.taxNumber.isEmpty ? 0 : 1) + document.note.count / 30)
            page.document = document
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
                texts.text(sale.isReturn ? .forReturn : .forSale, number),
                total: payment.amount, isVoid: payment.isVoid,
                at: (payment.dayOrFirst, payment.time),
                of: sale, on: paper, path: .paymentReceipt(payment.savedNumber), shop, details,
                style)
            page.document.paid = [texts.text(payment), payment.reference ?? ""]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            page.document.sumsBelow = [
                SumRow(
                    label: texts.text(sale.isReturn ? .returnTotal : .saleTotal, number),
                    amount: shop.money(sale.total))
            ]
            if sale.owed > 0 {
                page.document.sumsBelow.append(
                    SumRow(label: texts[.stillToPay], amount: shop.money(sale.owed)))
            }
            page.document.head.page = paper.pageName(
                lines: 2, others: details.rowsOnReceipt(in: texts))
            return page
        }
    }

    /// The parts that receipts of sales and payments share.
    private init(
        _ heading: String, _ layout: LayoutPage, _ title: String, _ reference: String,
        total: Decimal, isVoid: Bool,
        at moment: (day: CalendarDay, time: TimeOfDay?), of sale: Sale, on paper: Paper,
        path: SitePath, _ shop: Shop, _ details: ShopDetails, _ style: PaperStyle
    ) {
        self.init(
            layout: layout, heading: heading,
            document: PaperDocument(
                head: PaperHead(title, from: details, style), buyerName: sale.customer?.name ?? "",
                total: shop.money(total)),
            isVoid: isVoid,
            day: DayText.long(moment.day), dayISO: moment.day.description,
            time: moment.time?.text ?? "", reference: reference,
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
