import Domain

/// The question before a sale is made void.
struct SaleVoidPage: TemplatePage {
    static let template = "sales/void"

    var layout: LayoutPage
    /// `Sale 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    /// What follows, a sentence each.
    var consequences: [String]
    /// Where the form is posted.
    var path: String
    var cancelPath: String
    /// The version that the page was made of.
    var version: String
    var summary = FaultSummary()
    var reason = FormField()
}

extension SaleVoidPage {
    /// The question about a sale.
    init(_ sale: SaleValues, _ shop: Shop) {
        let links = shop.links
        self.init(
            layout: shop.site.layout(
                title: "Make \(sale.title.lowercased()) void?", section: .sales,
                crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)]),
            title: sale.title, details: sale.detailsText,
            consequences: Self.consequences(sale),
            path: links(.voidSale(sale.recordNumber)),
            cancelPath: links(.sale(sale.recordNumber)), version: String(sale.rowVersion))
    }

    private static func consequences(_ sale: SaleValues) -> [String] {
        var sentences = [
            "It stays in the list with its number, and counts in no total.",
            "This cannot be taken back; sell again instead.",
        ]
        if sale.lines.contains(where: { $0.itemKey != nil }) {
            sentences.append(
                sale.isReturn
                    ? "The items of the inventory that came back count as sold again."
                    : "The items of the inventory that were sold are yours again.")
        }
        return sentences
    }
}

extension SaleValues {
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var detailsText: String {
        [customerText, DayText.short(day), Money.text(total)].joined(separator: " · ")
    }
}
