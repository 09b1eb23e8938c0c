import Domain
import Foundation

/// The receipt of a sale, to be printed.
struct ReceiptPage: TemplatePage {
    static let template = "sales/receipt"

    var layout: LayoutPage
    /// `Receipt 17`, `Return 18`: the heading of the page.
    var heading: String
    /// The language of the paper, for HTML.
    var language: String
    var labels: PaperLabels
    var letterhead: Letterhead
    /// `Receipt 17`, `Return 18`, in the language of the paper.
    var title: String
    var isVoid: Bool
    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    /// `14:05`.
    var time = ""
    var customer: String
    var lines: [SaleLineRow]
    var total: String
    /// What stands between the lines and the total, and below it.
    var sums: [SumRow] = []
    var sumsBelow: [SumRow] = []
    /// What was noted about the sale.
    var remark = ""
    /// `Returned from sale 17 of Nov 20, 2026`; empty for a sale.
    var note: String
    /// The lines at the end.
    var footer: String
    /// The page of the style sheet: `a4`, `letter`, `roll-180`.
    var page: String
    var papers: [ChoiceLink]
    var salePath: String
    /// The next sale to the same customer.
    var newPath: String
}

extension ReceiptPage {
    /// The receipt of a sale.
    ///
    /// - Parameters:
    ///   - paper: on what it is printed; nil for what the region prints on.
    ///   - details: what stands above and below the lines.
    init(
        _ sale: SaleValues, on paper: Paper?, _ shop: Shop, _ details: ShopDetails,
        in style: PaperStyle
    ) {
        let heading = sale.isReturn ? sale.title : "Receipt \(sale.writtenNumber)"
        let layout = shop.site.layout(
            title: heading, section: .sales, crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)])
        self = style.write {
            ReceiptPage(
                sale, on: paper ?? style.paper, shop, details, style, heading: heading, layout)
        }
    }

    private init(
        _ sale: SaleValues, on paper: Paper, _ shop: Shop, _ details: ShopDetails,
        _ style: PaperStyle, heading: String, _ layout: LayoutPage
    ) {
        let (links, texts) = (shop.links, style.texts)
        let (sums, sumsBelow) = (
            sale.sumsBeforeTotal(in: shop.currency, texts),
            sale.sumsAfterTotal(in: shop.currency, texts)
        )
        let note = sale.returnOf.map {
            texts.text(
                .returnOf, ["number": $0.writtenNumber, "day": DayText.short($0.day)])
        }
        let footer = details.footer(in: texts)
        self.init(
            layout: layout, heading: heading, language: style.tag, labels: texts.labels,
            letterhead: Letterhead(details, in: texts),
            title: texts.text(
                sale.isReturn ? .return : .receipt, ["number": sale.writtenNumber]),
            isVoid: sale.isVoid, day: DayText.long(sale.day), dayISO: sale.day.description,
            time: sale.time?.text ?? "",
            customer: sale.customer?.name ?? "",
            lines: sale.lines.map { SaleLineRow($0, isReturn: sale.isReturn, shop, texts) },
            total: shop.money(sale.total), sums: sums, sumsBelow: sumsBelow, remark: sale.note,
            note: note ?? "",
            footer: footer.joined(separator: "\n"),
            page: paper.pageName(
                lines: sale.lines.count,
                others: details.addressLines.count + footer.count - 1
                    + sums.count + sumsBelow.count + sale.lines.count { $0.discount != nil }
                    + (details.taxNumber.isEmpty ? 0 : 1) + sale.note.count / 30),
            papers: Paper.allCases.map {
                ChoiceLink(
                    label: $0.label, path: links(.saleReceipt(sale.recordNumber, on: $0)),
                    isCurrent: $0 == paper)
            }, salePath: links(.sale(sale.recordNumber)),
            newPath: links(sale.customer.map { .newCustomerSale($0.recordNumber) } ?? .newSale))
    }
}

extension SitePath {
    /// A receipt on some paper.
    fileprivate static func saleReceipt(_ id: Int64, on paper: Paper) -> SitePath {
        saleReceipt(id).query([("paper", paper.rawValue)])
    }
}
