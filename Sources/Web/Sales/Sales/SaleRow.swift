import Domain

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
    /// Or what stands in the place of one: `Walk-in`, `Person removed`.
    var customer = "Person removed"
    var customerPath = ""
    /// `3 × Lamp, Chair`.
    var products: String
    /// `$59.97`.
    var total: String
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
            dayISO: sale.day.description,
            customer: sale.customerText,
            customerPath: sale.customer.map { links(.customer($0)) } ?? "",
            products: sale.productsText, total: shop.money(sale.total),
            state: sale.stateText, isVoid: sale.isVoid)
    }
}
