import Domain
import Foundation

/// A statement of a customer, to be printed.
struct CustomerStatementPage: TemplatePage {
    static let template = "sales/customers/statement"

    var layout: LayoutPage
    /// The name of the shop.
    var shop: String
    var hasShop: Bool
    /// The lines of its address.
    var address: String
    var hasAddress: Bool
    var taxNumber: String
    var hasTaxNumber: Bool
    var customer: String
    var contact: String
    var hasContact: Bool
    /// `All purchases`, `From Nov 1, 2026 to Nov 30, 2026`.
    var period: String
    var from: String
    var to: String
    var path: String
    var rows: [CustomerStatementRow]
    var hasRows: Bool
    var total: String
    var owed: String
    var hasOwed: Bool
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
    init(_ statement: CustomerStatement, _ shop: Shop, _ details: ShopDetails) {
        let (links, number) = (shop.links, statement.customer.recordNumber)
        let customerPath = links(.customer(number))
        self.init(
            layout: shop.site.layout(
                title: "Statement for \(statement.customer.name)", section: .sales,
                crumbs: [
                    shop.customersCrumb,
                    PathLink(label: statement.customer.name, path: customerPath),
                ]),
            shop: details.name, hasShop: !details.name.isEmpty,
            address: details.addressLines.joined(separator: "\n"),
            hasAddress: !details.addressLines.isEmpty, taxNumber: details.taxNumberText,
            hasTaxNumber: !details.taxNumber.isEmpty, customer: statement.customer.name,
            contact: statement.contact.joined(separator: "\n"),
            hasContact: !statement.contact.isEmpty, period: statement.periodText,
            from: statement.from?.description ?? "", to: statement.through?.description ?? "",
            path: links(.customerStatement(number)),
            rows: statement.counting.map { sale in
                CustomerStatementRow(
                    title: sale.title, day: DayText.short(sale.day), dayISO: sale.day.description,
                    products: sale.productsText, total: shop.money(sale.total),
                    owed: sale.owed > 0 ? shop.money(sale.owed) : "")
            }, hasRows: !statement.counting.isEmpty, total: shop.money(statement.total),
            owed: shop.money(statement.owed), hasOwed: statement.owed > 0,
            customerPath: customerPath)
    }
}

extension CustomerStatement {
    /// `All purchases`, `From Nov 1, 2026 to Nov 30, 2026`.
    fileprivate var periodText: String {
        let days = [
            from.map { "from \(DayText.short($0))" }, through.map { "to \(DayText.short($0))" },
        ].compactMap(\.self)
        return days.isEmpty
            ? "All purchases" : FormText.capitalized(days.joined(separator: " "))
    }
}
