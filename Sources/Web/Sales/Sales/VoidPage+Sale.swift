import Domain
import Foundation

extension VoidPage {
    /// The question about a sale.
    ///
    /// - Throws: errors of the store.
    init(_ record: Sale, _ shop: Shop) throws {
        let (sale, links) = (SaleValues(record), shop.links)
        self.init(
            layout: shop.site.layout(
                title: "Make \(sale.titleWithin) void?", section: .sales,
                crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)]),
            title: sale.title, details: sale.detailsText(in: shop.currency),
            consequences: Self.consequences(sale, shop),
            path: links(.voidSale(sale.recordNumber)),
            cancelPath: links(.sale(sale.recordNumber)), version: String(sale.rowVersion))
        if record.netAmount != sale.total {
            net = "\(shop.money(record.netAmount)) without returns"
        }
        obstacles = try record.voidingFaults().map(\.description)
        ways = sale.returns.filter { !$0.isVoid }.map { PathLink(return: $0, links) }
    }

    private static func consequences(_ sale: SaleValues, _ shop: Shop) -> [String] {
        var sentences = [
            "It stays in the list with its number, and no longer counts in the totals.",
            "This cannot be undone.",
        ]
        let paid = sale.payments.filter { !$0.isVoid }
        if !paid.isEmpty {
            sentences.append(
                "\(paid.count == 1 ? "Its payment" : "Its \(paid.count) payments") of "
                    + "\(shop.money(sale.paid)) \(paid.count == 1 ? "is" : "are") void with it.")
        }
        if sale.lines.contains(where: { $0.itemKey != nil }) {
            sentences.append(
                sale.isReturn
                    ? "The returned items of the inventory count as sold again."
                    : "The items of the inventory that were sold are yours again.")
        }
        return sentences
    }
}

extension SaleValues {
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    func detailsText(in currency: Currency) -> String {
        [customerText, DayText.short(day), currency.text(total)].joined(separator: " · ")
    }
}
