import Domain
import Mustache

/// One product in the list.
struct ProductRow: Sendable, MustacheParent {
    /// The `id` of the row.
    var anchor: String
    var name: String
    var isRetired = false
    /// `$19.99`.
    var price: String
    /// `12`.
    var quantity: String
    /// `$239.88`.
    var total: String
    var hasLast = false
    /// `Nov 19, 2026`.
    var last = ""
    var lastISO = ""
    var path: String

    func child(named name: String) -> Any? {
        switch name {
        case "anchor": anchor
        case "name": self.name
        case "isRetired": isRetired
        case "price": price
        case "quantity": quantity
        case "total": total
        case "hasLast": hasLast
        case "last": last
        case "lastISO": lastISO
        case "path": path
        default: nil
        }
    }
}

extension ProductRow {
    /// The row of a product.
    init(_ product: ProductValues, _ links: SiteLinks) {
        let days = product.summary.days
        self.init(
            anchor: product.anchor, name: product.name, isRetired: product.isRetired,
            price: Money.text(product.price),
            quantity: "\(Int(product.summary.totals.quantity), grouped: true)",
            total: Money.text(product.summary.totals.amount), hasLast: days != nil,
            last: days.map { DayText.short($0.upperBound) } ?? "",
            lastISO: days?.upperBound.description ?? "",
            path: links(.product(product.recordNumber)))
    }
}
