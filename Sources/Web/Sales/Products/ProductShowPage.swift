import Domain
import Foundation
import Persistence

/// One product, with those who bought it.
struct ProductShowPage: TemplatePage {
    static let template = "sales/products/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `$19.99`.
    var price: String
    var isRetired = false
    /// `November 21, 2026`.
    var retired = ""
    var retiredISO = ""
    /// Number, barcode, category and what else is known of it.
    var facts: [RecordFact] = []
    /// `12 kg`; empty if they are not counted.
    var stock = ""
    var isLow = false
    /// Where the stock is counted, and explained.
    var stockPath = ""
    /// Counts and totals.
    var figures: [Figure]
    /// Who bought most of it.
    var hasBuyers: Bool
    var buyers: TradeTable

    /// Its labels, with its barcode.
    var labelPath = ""
    var retirePath: String
    var unretirePath: String
}

extension ProductValues {
    /// What is known of the product beside its name and price.
    ///
    /// - Parameter shopRate: the tax of products without one of their own; nil for none.
    fileprivate func facts(in currency: Currency, shopRate: TaxRate?) -> [RecordFact] {
        let usualTax = shopRate.map { "\($0.title), as the shop’s default" } ?? "None"
        let facts = [
            ("Number", sku), ("Barcode", barcode), ("Category", category), ("Unit", unit),
            ("Tax", taxRate.isEmpty ? usualTax : taxRate), ("Cost", cost.map(currency.text) ?? ""),
        ]
        return (facts + further.facts(in: currency)).filter { !$0.1.isEmpty }.map {
            RecordFact($0.0, $0.1)
        }
    }
}

extension Products {
    func show(
        _ record: Product, notices: [Notice], in context: ManagedObjectContext
    ) throws -> ProductShowPage {
        let product = try values(record, in: context)
        let number = product.recordNumber
        let bought = try SalesSummary.ofCustomers(whoBought: record, in: context)
        return ProductShowPage(
            layout: layout(product.name, notices: notices), record: head(of: product),
            price: shop.money(product.price),
            isRetired: product.isRetired,
            retired: product.retiredAt.map { DateText.long($0) } ?? "",
            retiredISO: product.retiredAt.map(ISO8601Text.utc) ?? "",
            facts: product.facts(
                in: shop.currency, shopRate: try ShopProfile.current(in: context)?.taxRate),
            stock: product.stockText,
            isLow: product.isLow,
            stockPath: links(.productStock(number)),
            figures: figures(product, buyers: bought.count), hasBuyers: !bought.isEmpty,
            buyers: try .customers(bought, shop, in: context),
            labelPath: links(SitePath.productLabels.query([("id", String(number))])),
            retirePath: links(.productRetirement(number)),
            unretirePath: links(.deleteProductRetirement(number)))
    }

    private func figures(_ product: ProductValues, buyers: Int) -> [Figure] {
        let totals = product.summary.totals
        let path = links(path(of: product).at("buyers"))
        return [
            Figure(value: shop.money(totals.amount), label: "in all", path: path),
            Figure(value: "\(totals.quantity, grouped: true)", label: "sold", path: path),
            Figure(
                value: "\(buyers, grouped: true)", label: buyers == 1 ? "buyer" : "buyers",
                path: path),
        ]
    }
}
