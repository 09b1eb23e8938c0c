import Domain
import Persistence

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
                ListCell(
                    last.map { DayText.short($0) } ?? "", time: last?.description, none: ""),
                ListCell("\(totals.quantity, grouped: true)", unit: unit),
                ListCell(shop.money(totals.amount)),
            ])
    }
}
