import Domain
import Foundation
import Persistence

extension Products {
    /// The page of a product with its buyers.
    func show(
        _ record: Product, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let product = try values(record, in: context)
        let number = product.recordNumber
        let bought = try SalesSummary.by(
            .customer, of: SalesPeriod(product: number), in: context)
        let labels = SitePath.productLabels.query([("id", String(number))])
        let retirement = SitePath.product(number).retirement
        var page = try showPage(
            record, product, notices: notices, summary: "\(shop.money(product.price ?? 0)) each",
            actions: [RecordAction("Labels", at: links(labels))],
            facts: facts(
                of: product, shopRate: ShopProfile.current(in: context)?.taxRate))
        page.changes = [
            product.isRetired
                ? .posting("Offer it again", to: links(retirement.deletion))
                : .posting("Retire", to: links(retirement))
        ]
        page.figures = figures(product, buyers: bought.count)
        page.parts = [
            bought.isEmpty
                ? RecordPart(
                    icon: "i-tag", blank: "Not sold yet", note: "Buyers will be listed here.")
                : try .buyers(bought, shop, in: context)
        ]
        return page
    }

    /// The details of a product besides its name and price.
    ///
    /// - Parameter shopRate: the default tax rate; nil for none.
    /// - Throws: errors of the store.
    private func facts(of product: ProductValues, shopRate: TaxRate?) throws -> [RecordFact] {
        let usualTax = shopRate.map { "\($0.title), as the shop’s default" } ?? "None"
        let names = ["sku", "barcode", "category", "unit", "taxRate", "cost"]
        let shown =
            names.compactMap { RecordDescription.field($0, of: "Product") }
            + ProductValues.furtherTexts
        let facts = try shown.map { field in
            var fact = try field.fact(of: product.record, in: currency, links)
            if field.name == "taxRate", fact.text.isEmpty { fact.text = usualTax }
            return fact
        }
        var stock = RecordFact(
            plain: "Stock", product.stockText.isEmpty ? "Track stock" : product.stockText,
            path: links(.productStock(product.recordNumber)))
        stock.pill = product.isLow ? "running low" : ""
        let retired = product.retiredAt.map {
            RecordFact(plain: "Retired", DateText.long($0), time: ISO8601Text.utc($0))
        }
        return [retired].compactMap(\.self) + facts.filter { !$0.text.isEmpty } + [stock]
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

extension RecordPart {
    /// The number of customers shown.
    private static let shownBuyers = 100

    /// The purchases of a customer, by the record number of the product, largest total first.
    ///
    /// - Throws: errors of the store.
    static func products(
        _ bought: [Int64: SalesSummary], _ shop: Shop, in context: ManagedObjectContext
    ) throws -> RecordPart {
        let names = try RecordNames.names(of: Array(bought.keys), "Product", in: context)
        let rows = sorted(bought).map { number, summary in
            ListRow(
                names[number] ?? "", summary, unit: " sold", path: shop.links(.product(number)),
                shop)
        }
        return trade("products", "Products bought", "Product", rows)
    }

    /// The buyers of a product, by the record number of the customer, largest total first.
    ///
    /// - Throws: errors of the store.
    fileprivate static func buyers(
        _ bought: [Int64: SalesSummary], _ shop: Shop, in context: ManagedObjectContext
    ) throws -> RecordPart {
        let shown = sorted(bought).prefix(shownBuyers)
        let names = try RecordNames.names(
            of: shown.map(\.key).filter { $0 > 0 }, "Customer", in: context)
        let rows = shown.map { number, summary in
            let path = names[number].map { _ in shop.links(.customer(number)) }
            return ListRow(
                names[number] ?? "No customer", summary, unit: " bought", path: path ?? "", shop)
        }
        var part = trade("buyers", "Who bought it", "Customer", rows)
        let others = bought.count - shown.count
        if others > 0 { part.note = "And \(ItemCount.text(others, "other", "others"))" }
        return part
    }

    private static func trade(
        _ id: String, _ title: String, _ subject: String, _ rows: [ListRow]
    ) -> RecordPart {
        var table = ListTable(
            caption: title, style: ListTable.Style.purchases.rawValue,
            heads: [
                ListHead(subject, .name), ListHead("Last time", .day),
                ListHead("Quantity", .count), ListHead("Total", .value),
            ])
        table.fill(rows)
        return RecordPart(id: id, heading: title, table: table)
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
