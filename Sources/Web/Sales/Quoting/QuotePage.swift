import Domain
import Foundation

/// A quote, to be printed on A4.
struct QuotePage: TemplatePage {
    static let template = "sales/quotes/show"

    var layout: LayoutPage
    var title: String
    /// `Withdrawn since Nov 21, 2026`, `Its prices held until Nov 21, 2026`; empty for neither.
    var stateText: String
    var document: PaperDocument
    /// Whether it can become a sale.
    var canSell: Bool
    /// Where it can be changed until then.
    var editPath: String
    /// Where it becomes one.
    var salePath: String
    var withdrawalPath: String
    /// The sale that it became: `Sale 17, Nov 21, 2026`.
    var sale: [PathLink]
    var listPath: String
    var jsonPath: String
}

extension QuotePage {
    /// The page of a quote.
    ///
    /// - Parameter details: what the shop says about itself.
    init(
        _ quote: QuoteValues, _ shop: Shop, _ details: ShopDetails, in style: PaperStyle,
        notices: [Notice] = []
    ) {
        let (links, state) = (shop.links, quote.state())
        let stateText = quote.stateText
        let jsonPath = links(SitePath.quote(quote.recordNumber).json)
        let layout = shop.site.layout(
            title: quote.title, section: .sales, topic: .quotes,
            crumbs: [PathLink(label: "Quotes", path: links(.quotes))]
                + (quote.customer.map {
                    [PathLink(label: $0.name, path: links(.customer($0.recordNumber)))]
                } ?? []),
            notices: notices)
        let document = style.write {
            PaperDocument(
                style.texts.text(.quote, ["number": quote.writtenNumber]), of: quote,
                in: shop.currency, style, from: details, to: (quote.buyerName, quote.buyerAddress),
                facts: quote.facts(style.texts),
                below: quote.includedTaxes(in: shop.currency, style.texts), note: quote.note)
        }
        self.init(
            layout: layout, title: quote.title, stateText: stateText,
            document: document,
            canSell: state == .open || state == .expired,
            editPath: links(.editQuote(quote.recordNumber)),
            salePath: links(.quoteSale(quote.recordNumber)),
            withdrawalPath: links(.quoteWithdrawal(quote.recordNumber)),
            sale: quote.sale.map { [PathLink(sale: $0, links)] } ?? [],
            listPath: links(.quotes), jsonPath: jsonPath)
    }
}

extension QuoteValues {
    /// Number and days; empty for what nobody said.
    fileprivate func facts(_ texts: PaperTexts) -> [SumRow] {
        [
            (texts[.number], writtenNumber), (texts.labels.day, DayText.long(day)),
            (texts[.validUntil], lastDay.map { DayText.long($0) } ?? ""),
        ].map { SumRow(label: $0.0, amount: $0.1) }
    }

    fileprivate var stateText: String {
        switch state() {
        case .open, .sold: ""
        case .expired:
            "Its prices held until \(lastDay.map { DayText.short($0) } ?? ""); "
                + "it can still become a sale."
        case .withdrawn: "Withdrawn since \(withdrawnAt.map { DateText.short($0) } ?? "")."
        }
    }
}
