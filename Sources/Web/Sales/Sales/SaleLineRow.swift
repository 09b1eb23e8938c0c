import Domain
import Mustache

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
    var itemPath = ""
}

extension SaleLineRow {
    /// The row of a line.
    init(_ line: SaleLineValues, _ links: SiteLinks) {
        self.init(
            product: line.productName, path: links(.product(line.productNumber)),
            quantity: "\(line.quantity, grouped: true)", unitPrice: Money.text(line.unitPrice),
            amount: Money.text(line.amount), hasItem: line.itemKey != nil,
            itemPath: line.itemKey.map { links(.item($0)) } ?? "")
    }
}

extension SaleLineRow: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "product": product
        case "path": path
        case "quantity": quantity
        case "unitPrice": unitPrice
        case "amount": amount
        case "hasItem": hasItem
        case "itemPath": itemPath
        default: nil
        }
    }
}
