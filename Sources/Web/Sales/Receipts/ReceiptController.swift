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
        let shop = shop
        addPage(
            at: path, to: &routes, as: .query("paper"),
            about: { (number: try $1.recordNumber, paper: try $0.paper) }
        ) { subject, _, records in
            let (sale, payment) = try find(subject.number, records)
            let style = try shop.style(for: sale.customer, in: records)
            return ReceiptPage(
                sale, payment, on: subject.paper ?? style.paper, shop,
                try shop.details(in: records), in: style)
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
    /// The receipt of a sale, or of one of its payments.
    ///
    /// - Parameters:
    ///   - payment: nil for the receipt of the whole sale.
    ///   - details: the texts above and below the lines.
    init(
        _ sale: Sale, _ payment: Payment?, on paper: Paper, _ shop: Shop, _ details: ShopDetails,
        in style: PaperStyle
    ) {
        let links = shop.links
        let heading =
            payment.map { "Payment \($0.number)" }
            ?? (sale.isReturn ? sale.title : "Receipt \(sale.writtenNumber)")
        let layout = shop.layout(heading, of: sale)
        let path =
            payment.map { SitePath.paymentReceipt($0.savedNumber) }
            ?? .saleReceipt(sale.recordNumber)
        self = style.write {
            let day = payment?.dayOrFirst ?? sale.dayOrFirst
            let time = payment == nil ? sale.time : payment?.time
            return ReceiptPage(
                layout: layout, heading: heading,
                document: payment.map {
                    PaperDocument($0, of: sale, on: paper, shop, details, style)
                } ?? PaperDocument(sale, on: paper, shop, details, style),
                isVoid: payment?.isVoid ?? sale.isVoid, day: DayText.long(day),
                dayISO: day.description, time: time?.text ?? "",
                reference: sale.reference(of: payment, style.texts),
                footer: details.footer(in: style.texts).joined(separator: "\n"),
                papers: Paper.allCases.map {
                    ChoiceLink(
                        label: $0.label, path: links(path.query([("paper", $0.rawValue)])),
                        isCurrent: $0 == paper)
                }, salePath: links(.sale(sale.recordNumber)))
        }
        guard payment == nil else { return }
        newPath = links(sale.customer.map { .newCustomerSale($0.savedNumber) } ?? .newSale)
    }
}

extension Sale {
    /// The number and the day of a sale in a reference.
    fileprivate var numberAndDay: [String: String] {
        ["number": writtenNumber, "day": DayText.short(dayOrFirst)]
    }

    /// What the receipt of a payment or of a return refers to; empty for that of a sale.
    fileprivate func reference(of payment: Payment?, _ texts: PaperTexts) -> String {
        if payment != nil { return texts.text(isReturn ? .forReturn : .forSale, numberAndDay) }
        return returnOf.map { texts.text(.returnOf, $0.numberAndDay) } ?? ""
    }
}

extension PaperDocument {
    /// The document of a sale.
    fileprivate init(
        _ sale: Sale, on paper: Paper, _ shop: Shop, _ details: ShopDetails, _ style: PaperStyle
    ) {
        let (texts, currency) = (style.texts, shop.currency)
        let title = texts.text(
            sale.isReturn ? .return : .receipt, ["number": sale.writtenNumber])
        self.init(
            head: PaperHead(title, from: details, style), buyerName: sale.customer?.name ?? "",
            lines: sale.lines.map {
                SaleLineRow($0, isReturn: sale.isReturn, in: currency, texts)
            }, sums: sale.sumsBeforeTotal(in: currency, texts), total: shop.money(sale.total),
            sumsBelow: sale.sumsAfterTotal(in: currency, texts), note: sale.note ?? "")
        head.page = paper.pageName(
            lines: lines.count,
            others: details.rowsOnReceipt(in: texts) + sums.count + sumsBelow.count
                + sale.lines.count { $0.discount != nil }
                + (details.taxNumber.isEmpty ? 0 : 1) + note.count / 30)
    }

    /// The document of a payment.
    fileprivate init(
        _ payment: Payment, of sale: Sale, on paper: Paper, _ shop: Shop, _ details: ShopDetails,
        _ style: PaperStyle
    ) {
        let texts = style.texts
        let title = texts.text(.payment, ["number": String(payment.number)])
        self.init(
            head: PaperHead(title, from: details, style), buyerName: sale.customer?.name ?? "",
            paid: [texts.text(payment), payment.reference ?? ""].filter { !$0.isEmpty }
                .joined(separator: ", "), total: shop.money(payment.amount),
            sumsBelow: [
                SumRow(
                    label: texts.text(
                        sale.isReturn ? .returnTotal : .saleTotal, sale.numberAndDay),
                    amount: shop.money(sale.total))
            ])
        if sale.owed > 0 {
            sumsBelow.append(
                SumRow(label: texts[.stillToPay], amount: shop.money(sale.owed)))
        }
        head.page = paper.pageName(lines: 2, others: details.rowsOnReceipt(in: texts))
    }
}

extension ShopDetails {
    /// The number of lines of the address and the footer, beyond one.
    fileprivate func rowsOnReceipt(in texts: PaperTexts) -> Int {
        address.count + footer(in: texts).count - 1
    }
}
