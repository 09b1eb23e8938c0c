import Domain
import Foundation
import Persistence

/// One product with its buyers.
struct ProductShowPage: TemplatePage {
    static let template = "sales/products/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `$19.99`.
    var price: String
    /// `November 21, 2026`; empty for a product that is offered.
    var retired = ""
    var retiredISO = ""
    /// Number, barcode, category and other details.
    var facts: [RecordFact] = []
    /// `12 kg`; empty if the stock is not counted.
    var stock = ""
    var isLow = false
    /// The page that explains and changes the stock.
    var stockPath = ""
    var figures: [Figure]
    /// The customers who bought most of it; absent if there are none.
    var buyers: [ListTable]
    /// `And 80 others`.
    var moreBuyers = ""

    /// The labels with its barcode.
    var labelPath = ""
    var retirePath: String
    var unretirePath: String
}

extension ProductValues {
    /// The details of the product besides its name and price.
    ///
    /// - Parameter shopRate: the default tax rate; nil for none.
    /// - Throws: errors of the store.
    fileprivate func facts(
        in currency: Currency, shopRate: TaxRate?, _ links: SiteLinks
    ) throws -> [RecordFact] {
        let usualTax = shopRate.map { "\($0.title), as the shop’s default" } ?? "None"
        let names = ["sku", "barcode", "category", "unit", "taxRate", "cost"]
        let fields = names.compactMap { RecordDescription.field($0, of: "Product") }
        return try (fields + Self.furtherTexts).map {
            var fact = try $0.fact(of: record, in: currency, links)
            if $0.name == "taxRate", fact.text.isEmpty { fact.text = usualTax }
            return fact
        }.filter { !$0.text.isEmpty }
    }
}

extension Products {
    func show(
        _ record: Product, notices: [Notice], in context: ManagedObjectContext
    ) throws -> ProductShowPage {
        let product = try values(record, in: context)
        let number = product.recordNumber
        let bought = try SalesSummary.ofCustomers(whoBought: record, in: context)
        let others = bought.count - ListTable.shownBuyers
        return ProductShowPage(
            layout: layout(product.title, notices: notices), record: head(of: product),
            price: shop.money(product.price ?? 0),
            retired: product.retiredAt.map { DateText.long($0) } ?? "",
            retiredISO: product.retiredAt.map(ISO8601Text.utc) ?? "",
            facts: try product.facts(
                in: shop.currency, shopRate: ShopProfile.current(in: context)?.taxRate, links),
            stock: product.stockText,
            isLow: product.isLow,
            stockPath: links(.productStock(number)),
            figures: figures(product, buyers: bought.count),
            buyers: bought.isEmpty ? [] : [try .buyers(bought, shop, in: context)],
            moreBuyers: others > 0 ? "And \(ItemCount.text(others, "other", "others"))" : "",
            labelPath: links(SitePath.productLabels.query([("id", String(number))])),
            retirePath: product.retiredAt == nil ? links(.product(number).retirement) : "",
            unretirePath: product.retiredAt == nil
                ? "" : links(.product(number).retirement.deletion))
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

extension ListTable {
    /// The number of customers shown.
    static let shownBuyers = 100

    /// The purchases of a customer, by the record number of the product, largest total first.
    ///
    /// - Throws: errors of the store.
    static func products(
        _ bought: [Int64: SalesSummary], _ shop: Shop, in context: ManagedObjectContext
    ) throws -> ListTable {
        let names = try RecordNames.names(of: Array(bought.keys), "Product", in: context)
        return trade("Products bought", "Product") {
            sorted(bought).map { number, summary in
                ListRow(
                    names[number] ?? "", summary, unit: " sold",
                    path: shop.links(.product(number)), shop)
            }
        }
    }

    /// The buyers of a product, by the record number of the customer, largest total first.
    ///
    /// - Throws: errors of the store.
    static func buyers(
        _ bought: [Int64: SalesSummary], _ shop: Shop, in context: ManagedObjectContext
    ) throws -> ListTable {
        let shown = sorted(bought).prefix(shownBuyers)
        let names = try RecordNames.names(
            of: shown.map(\.key).filter { $0 > 0 }, "Customer", in: context)
        return trade("Who bought it", "Customer") {
            shown.map { number, summary in
                let path = names[number].map { _ in shop.links(.customer(number)) }
                return ListRow(
                    names[number] ?? "No customer", summary, unit: " bought", path: path ?? "",
                    shop)
            }
        }
    }

    private static func trade(
        _ title: String, _ subject: String, _ rows: () -> [ListRow]
    ) -> ListTable {
        var table = ListTable(
            caption: title, isTitled: true, style: Style.purchases.rawValue,
            heads: [
                ListHead(subject, .name), ListHead("Last time", .day),
                ListHead("Quantity", .count), ListHead("Total", .value),
            ])
        table.fill(rows())
        return table
    }

    private static func sorted(
        _ bought: [Int64: SalesSummary]
    ) -> [(key: Int64, value: SalesSummary)] {
        bought.sorted { first, second in
            let (one, other) = (first.value.totals.amount, second.value.totals.amount)
            return one == other ? first.key < second.key : one > other
        }
    }
}

extension ListRow {
    /// The purchases of a product by a customer: of one of the two, under the name of the other.
    fileprivate init(
        _ name: String, _ summary: SalesSummary, unit: String, path: String, _ shop: Shop
    ) {
        let (totals, last) = (summary.totals, summary.days?.upperBound)
        self.init(
            anchor: "", path: path, name: name, isDim: path.isEmpty,
            [
                ListCell(day: last),
                ListCell("\(totals.quantity, grouped: true)", unit: unit),
                ListCell(shop.money(totals.amount)),
            ])
    }
}
