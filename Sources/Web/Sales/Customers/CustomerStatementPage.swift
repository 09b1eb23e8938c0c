import Domain
import Foundation

/// A statement of a customer, to be printed.
struct CustomerStatementPage: TemplatePage {
    static let template = "sales/customers/statement"

    var layout: LayoutPage
    /// The language of the paper, for HTML.
    var language: String
    var labels: PaperLabels
    /// The page of the style sheet: `a4`, `letter`.
    var page: String
    /// The days on the page: `All purchases`.
    var summary: String
    var letterhead: Letterhead
    var customer: String
    var contact: String
    /// `All purchases`, `From Nov 1, 2026 to Nov 30, 2026`, in the language of the paper.
    var period: String
    var from: String
    var to: String
    var path: String
    var rows: [CustomerStatementRow]
    var total: String
    var owed: String
    var customerPath: String
}

/// A sale or a return on a statement.
struct CustomerStatementRow: Sendable {
    /// `Sale 17`.
    var title: String
    /// `Nov 21, 2026`.
    var day: String
    var dayISO: String
    var products: String
    var total: String
    /// What is still to be paid of it; empty for nothing.
    var owed: String
}

extension CustomerStatementPage {
    /// The page of a statement.
    ///
    /// - Parameter details: what the shop says about itself.
    init(
        _ statement: CustomerStatement, _ shop: Shop, _ details: ShopDetails, in style: PaperStyle
    ) {
        let name = statement.customer.name
        let layout = shop.site.layout(
            title: "Statement for \(name)", section: .sales,
            crumbs: [
                shop.customersCrumb,
                PathLink(label: name, path: shop.links(.customer(statement.customer.recordNumber))),
            ])
        let summary = statement.period(in: shop.site.papers.english)
        self = style.write {
            CustomerStatementPage(statement, shop, details, style, summary: summary, layout)
        }
    }

    private init(
        _ statement: CustomerStatement, _ shop: Shop, _ details: ShopDetails, _ style: PaperStyle,
        summary: String, _ layout: LayoutPage
    ) {
        let (links, number) = (shop.links, statement.customer.recordNumber)
        let texts = style.texts
        self.init(
            layout: layout, language: style.tag, labels: texts.labels, page: style.paper.rawValue,
            summary: summary, letterhead: Letterhead(details, in: texts),
            customer: statement.customer.name, contact: statement.contact.joined(separator: "\n"),
            period: statement.period(in: texts),
            from: statement.from?.description ?? "", to: statement.through?.description ?? "",
            path: links(.customerStatement(number)),
            rows: statement.counting.map { sale in
                CustomerStatementRow(
                    title: texts.text(
                        sale.isReturn ? .return : .sale, ["number": String(sale.number)]),
                    day: DayText.short(sale.day), dayISO: sale.day.description,
                    products: sale.productsText, total: shop.money(sale.total),
                    owed: sale.owed > 0 ? shop.money(sale.owed) : "")
            }, total: shop.money(statement.total),
            owed: statement.owed > 0 ? shop.money(statement.owed) : "",
            customerPath: links(.customer(number)))
    }
}

extension CustomerStatement {
    /// `All purchases`, `From Nov 1, 2026 to Nov 30, 2026`.
    fileprivate func period(in texts: PaperTexts) -> String {
        let (first, last) = (from.map { DayText.short($0) }, through.map { DayText.short($0) })
        return switch (first, last) {
        case (let from?, let to?): texts.text(.fromTo, ["from": from, "to": to])
        case (let from?, nil): texts.text(.from, ["from": from])
        case (nil, let to?): texts.text(.to, ["to": to])
        case (nil, nil): texts[.allPurchases]
        }
    }
}
