import Domain

/// The sales that wait.
struct ParkedSalesPage: TemplatePage {
    static let template = "sales/parked"

    var layout: LayoutPage
    var rows: [ParkedSaleRow]
    var newPath: String
    var jsonPath: String
}

/// A sale that waits.
struct ParkedSaleRow: Sendable {
    /// `Amina Diallo`, `Walk-in`.
    var customer: String
    /// `3 × Lamp, Rug`.
    var label: String
    /// `Nov 21, 2026`.
    var date: String
    var dateISO: String
    var path: String
    var deletePath: String
}

extension ParkedSalesPage {
    init(_ parked: [ParkedSaleValues], _ shop: Shop, notices: [Notice]) {
        let links = shop.links
        self.init(
            layout: shop.site.layout(
                title: "Parked sales", section: .sales, crumbs: [shop.salesCrumb],
                notices: notices),
            rows: parked.map { sale in
                ParkedSaleRow(
                    customer: sale.customer?.name ?? "Walk-in", label: sale.label,
                    date: sale.parkedAt.map { DateText.short($0) } ?? "",
                    dateISO: sale.parkedAt.map(ISO8601Text.utc) ?? "",
                    path: links(.parkedSale(sale.recordNumber)),
                    deletePath: links(.deleteParkedSale(sale.recordNumber)))
            }, newPath: links(.newSale),
            jsonPath: links(SitePath.parkedSales.json))
    }
}
