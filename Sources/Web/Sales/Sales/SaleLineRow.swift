import Domain
import Foundation

/// One line of a sale, on its page and on its receipt.
struct SaleLineRow: Sendable {
    var product: String
    /// The page of the product.
    var path: String
    /// `1,200`.
    var quantity: String
    /// `$12.50`.
    var unitPrice: String
    /// `$37.50`.
    var amount: String
    /// Whether an item of the inventory was sold.
    var hasItem = false
    /// The page of the item; empty if it was deleted.
    var itemPath = ""
    /// `less 10 %`.
    var discount = ""
}

extension SaleLineRow {
    /// The row of a line.
    ///
    /// - Parameters:
    ///   - isReturn: whether it came back, so that its amount is below zero, as the total is.
    ///   - texts: those of the paper on which it stands; nil, the default, for those of pages.
    ///   - items: the keys of the items that have a page.
    init(
        _ line: SaleLineValues, isReturn: Bool, _ shop: Shop, _ texts: PaperTexts? = nil,
        items: Set<UUID> = []
    ) {
        let links = shop.links
        let discount = line.discountText(
            in: shop.currency, texts ?? shop.site.papers.english)
        let item = line.itemKey.flatMap { items.contains($0) ? $0 : nil }
        self.init(
            product: line.productName, path: links(.product(line.productNumber)),
            quantity: "\(line.quantity, grouped: true)", unitPrice: shop.money(line.unitPrice),
            amount: shop.money(isReturn ? -line.shownAmount : line.shownAmount),
            hasItem: line.itemKey != nil,
            itemPath: item.map { links(.item($0)) } ?? "",
            discount: discount)
    }
}
