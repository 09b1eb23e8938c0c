import Domain
import Mustache

/// One sale in a list.
struct SaleRow: Sendable {
    static let template = "sales/_row"

    /// The `id` of the row: `sale-17`.
    var anchor: String
    var number: String
    var path: String
    /// `Nov 21, 2026`.
    var day: String
    /// `2026-11-21`.
    var dayISO: String
    var hasCustomer = false
    /// Or what stands in the place of one: `Walk-in`, `Person removed`.
    var customer = "Person removed"
    var customerPath = ""
    /// `3 × Lamp, Chair`.
    var products: String
    /// `$59.97`.
    var total: String
    /// Whether it is anything but a sale that counts.
    var hasState = false
    /// `Return`, `Void`.
    var state = ""
    var isVoid = false
}

extension SaleRow: FramedFragment {
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&anchor)
        visit(&number)
        visit(&path)
        visit(&day)
        visit(&dayISO)
        visit(&customer)
        visit(&customerPath)
        visit(&products)
        visit(&total)
        visit(&state)
    }

    func child(named name: String) -> Any? {
        switch name {
        case "anchor": anchor
        case "number": number
        case "path": path
        case "day": day
        case "dayISO": dayISO
        case "hasCustomer": hasCustomer
        case "customer": customer
        case "customerPath": customerPath
        case "products": products
        case "total": total
        case "hasState": hasState
        case "state": state
        case "isVoid": isVoid
        default: nil
        }
    }
}

extension SaleRow {
    /// The row of a sale on the sheet of its day, which has the time in the place of the day.
    static func onDaySheet(_ sale: ListedSale, _ shop: Shop) -> SaleRow {
        var row = SaleRow(sale, shop)
        row.day = sale.time?.description ?? ""
        if !row.day.isEmpty { row.dayISO += " \(row.day)" }
        return row
    }

    /// The row of a sale.
    init(_ sale: ListedSale, _ shop: Shop) {
        let links = shop.links
        self.init(
            anchor: "sale-\(sale.recordNumber)", number: sale.writtenNumber,
            path: links(.sale(sale.recordNumber)), day: DayText.short(sale.day),
            dayISO: sale.day.description, hasCustomer: sale.customer != nil,
            customer: sale.customerText,
            customerPath: sale.customer.map { links(.customer($0)) } ?? "",
            products: sale.productsText, total: shop.money(sale.total),
            hasState: !sale.stateText.isEmpty, state: sale.stateText, isVoid: sale.isVoid)
    }
}
