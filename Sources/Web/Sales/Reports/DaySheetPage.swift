import Domain

/// The day sheet: what was sold on a day.
struct DaySheetPage: TemplatePage {
    static let template = "sales/day"

    var layout: LayoutPage
    /// The name of the shop.
    var shop: String
    var hasShop: Bool
    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    /// `14 sales and 1 return, $1,326.10`.
    var summary: String
    var previousPath: String
    var nextPath: String
    /// Where the form for another day leads, by GET.
    var path: String
    var csvPath: String
    var jsonPath: String
    var newPath: String
    var hasSales: Bool
    var figures: [Figure]
    var rows: [SaleRow]
    /// `Total of 14 sales and 1 return`.
    var totalLabel: String
    var totalAmount: String
    var hasProducts: Bool
    var products: [SalesTotalsRow]
}

extension DaySheetPage {
    /// The page of a day.
    init(_ sheet: DaySheet, _ shop: Shop) {
        let (links, day, totals) = (shop.links, sheet.day, sheet.totals)
        let address = SitePath.salesDay(day)
        let title = DayText.long(day)
        var layout = shop.site.layout(title: title, section: .sales, crumbs: [shop.salesCrumb])
        layout.alternates = [
            AlternateLink(type: "application/json", path: links(address.json)),
            AlternateLink(type: "text/csv", path: links(address.csv)),
            .events(links(address.events)),
        ]
        self.init(
            layout: layout, shop: shop.name, hasShop: !shop.name.isEmpty, day: title,
            dayISO: day.description,
            summary: "\(totals.countText), \(Money.text(totals.amount))",
            previousPath: links(.salesDay(day.adding(days: -1))),
            nextPath: links(.salesDay(day.adding(days: 1))), path: links(.salesDay),
            csvPath: links(address.csv), jsonPath: links(address.json), newPath: links(.newSale),
            hasSales: !sheet.sales.isEmpty, figures: Self.figures(sheet, links),
            rows: sheet.sales.map { SaleRow($0, links) },
            totalLabel: "Total of \(totals.countText)", totalAmount: Money.text(totals.amount),
            hasProducts: !sheet.products.isEmpty,
            products: sheet.products.map { SalesTotalsRow($0, links) })
    }

    private static func figures(_ sheet: DaySheet, _ links: SiteLinks) -> [Figure] {
        func path(_ state: String?) -> String {
            let text = sheet.day.description
            return links(
                ListQuery().filtered("from", by: text).filtered("to", by: text)
                    .filtered("state", by: state).address(of: .sales))
        }
        let totals = sheet.totals
        return [
            Figure(value: Money.text(totals.amount), label: "in all", path: path(nil)),
            Figure(
                value: "\(totals.saleCount, grouped: true)",
                label: totals.saleCount == 1 ? "sale" : "sales", path: path("sold")),
            Figure(
                value: "\(totals.returnCount, grouped: true)",
                label: totals.returnCount == 1 ? "return" : "returns", path: path("returned")),
            Figure(
                value: "\(sheet.voidCount, grouped: true)", label: "void", path: path("void")),
        ]
    }
}
