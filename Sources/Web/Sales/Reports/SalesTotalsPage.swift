import Domain
import Foundation

/// The totals by month, product, customer and so on, as a chart and as a table.
struct SalesTotalsPage: TemplatePage {
    static let template = "sales/totals"

    var layout: LayoutPage
    /// `Sales by month`.
    var heading: String
    /// `58 sales and 2 returns, $1,326.10`.
    var summary: String
    /// The possible groupings.
    var groupings: [ChoiceLink]
    var days: PeriodForm
    var filter: PredicateForm
    var csvPath = ""
    var jsonPath = ""
    var isRefused = false
    var isNothingFound = false
    var clearPath = ""

    var chart: SalesChart
    /// `Month`, `Product`, `Customer`.
    var nameSort: SortLink
    var countSort: SortLink
    var quantitySort: SortLink
    var totalSort: SortLink
    var rows: [SalesTotalsRow] = []
    var totalCount = ""
    var totalCountText = ""
    var totalQuantity = ""
    var totalAmount = ""
    // The columns that only some tables have.
    var hasTax = false
    var hasCost = false
    var hasBefore = false
    var totalNet = ""
    var totalTax = ""
    var totalCost = ""
    var totalMargin = ""
    /// Whether the cost of some sold products is unknown, while that of others is known.
    var hasUnknownCost = false
    var totalUnknownCost = ""
    /// The part that the total margin leaves out, as a sentence.
    var unknownCostText = ""
    var totalBefore = ""
    var paging = Paging(ListQuery(), total: 0) { _ in "" }
}

/// A row of the table of totals.
struct SalesTotalsRow: Sendable {
    static let template = "sales/_total"

    var name: String
    var path: String
    var isNobody = false
    /// `14`, `14, 2 returns`.
    var count: String
    /// `14 sales and 2 returns`, if there is no column for it.
    var countText: String
    var quantity: String
    var total: String
    /// Whether the table has these columns, which can be empty.
    var hasCost = false
    var hasBefore = false
    var net = ""
    var tax = ""
    /// The cost, as far as it is known; `–` if none is known.
    var cost = ""
    /// The margin of the products with a known cost; `–` for none.
    var margin = ""
    /// The quantity and the sum without a known cost: `2 for $9.00`; `none`.
    var unknownCost = ""
    /// The total of the previous period.
    var before = ""
}

extension SalesTotalsRow: FramedFragment {
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&name)
        visit(&path)
        visit(&count)
        visit(&countText)
        visit(&quantity)
        visit(&total)
        visit(&net)
        visit(&tax)
        visit(&cost)
        visit(&margin)
        visit(&unknownCost)
        visit(&before)
    }
}

extension SalesTotalsPage {
    init(_ list: SalesTotalsList, _ shop: Shop) {
        self.init(list.request, shop)
        let query = list.request.query
        summary = list.summary(in: shop.currency)
        hasBefore = list.page.contains { $0.before != nil }
        hasTax = list.whole.tax != 0 || list.isTaxed
        hasCost = list.whole.hasKnownCost
        hasUnknownCost = hasCost && list.whole.hasUnknownCost
        let (hasTax, hasCost, hasBefore) = (hasTax, hasCost, hasBefore)
        let hasUnknownCost = hasUnknownCost
        rows = list.inWeek(list.page).map {
            var row = SalesTotalsRow($0, shop, of: query)
            if hasTax { row.showTax($0.totals, shop) }
            if hasCost { row.showCost($0.totals, shop) }
            if hasUnknownCost { row.showUnknownCost($0.totals, shop) }
            if hasBefore { row.showBefore($0.before, shop) }
            return row
        }
        totalBefore = list.before.map(shop.money) ?? ""
        totalNet = shop.money(list.whole.net)
        totalTax = shop.money(list.whole.tax)
        totalCost = list.whole.costText(in: shop.currency)
        totalMargin = list.whole.marginText(in: shop.currency)
        totalUnknownCost = list.whole.unknownCostText(in: shop.currency)
        if hasUnknownCost {
            let pieces = list.whole.quantityWithoutCost == 1 ? "piece has" : "pieces have"
            unknownCostText =
                "\(list.whole.unknownQuantityText) \(pieces) no cost price, sold for "
                + "\(shop.money(list.whole.netWithoutCost)) without tax: not in cost and margin."
        }
        isNothingFound = rows.isEmpty
        chart =
            list.request.grouping == .month
            ? SalesChart(months: list.entries, in: shop.currency)
            : SalesChart(
                rows: list.inWeek(list.leading), by: list.request.grouping, in: shop.currency)
        totalCount = list.whole.rowText
        totalCountText = list.whole.countText
        totalQuantity = list.whole.quantityText
        totalAmount = shop.money(list.whole.amount)
        paging = Paging(query, total: list.count) {
            shop.links($0.address(of: .salesTotals))
        }
    }

    /// The page for an invalid address.
    init(refused request: SalesTotalsRequest, _ shop: Shop) {
        self.init(request, shop)
        summary = "These totals cannot be shown"
        isRefused = true
    }

    private init(_ request: SalesTotalsRequest, _ shop: Shop) {
        let (query, links, list) = (request.query, shop.links, SitePath.salesTotals)
        let isByMonth = request.grouping == .month
        let isInTime = request.grouping.isInTime
        let (csv, json) = (
            links(query.at(page: 1).address(of: list.csv)), links(query.address(of: list.json))
        )
        let heading =
            "\(request.grouping == .payment ? "Payments" : "Sales") by \(request.grouping.noun)"
        var layout = shop.site.layout(
            title: query.filtered("by", by: nil).at(page: query.page).title(
                heading, SalesTotalsRequest.parameters), section: .sales,
            subsection: .salesTotals)
        layout.alternates = query.alternates(of: list, links)
        self.init(
            layout: layout, heading: heading, summary: "",
            groupings: SalesGrouping.allCases.map {
                ChoiceLink(
                    label: "By \($0.noun)", path: links(request.address(by: $0)),
                    isCurrent: $0 == request.grouping)
            }, days: PeriodForm(request.list, of: list, links),
            filter: PredicateForm(
                request.list, of: list, example: "lines.@count > 2 AND customer == nil", links),
            csvPath: SpreadsheetMark.link(to: csv), jsonPath: json,
            clearPath: links(ListQuery().filtered("by", by: query.filter("by")).address(of: list)),
            chart: SalesChart(months: [], in: shop.currency),
            nameSort: query.column(
                request.grouping.label, isInTime ? "month" : "name",
                isDescendingFirst: isByMonth, isDefault: isInTime, of: list, links),
            countSort: query.column(
                request.grouping == .payment ? "Payments" : "Sales", "saleCount",
                isDescendingFirst: true, of: list, links),
            quantitySort: query.column(
                "Pieces", "quantity", isDescendingFirst: true, of: list, links),
            totalSort: query.column(
                "Total", "total", isDescendingFirst: true, isDefault: !isInTime, of: list, links))
    }
}

extension SalesTotalsList {
    /// `58 sales and 2 returns, $1,326.10, $20.00 more than in the days before`.
    fileprivate func summary(in currency: Currency) -> String {
        let amount = currency.text(whole.amount)
        let text =
            request.grouping == .payment
            ? "\(ItemCount.text(whole.saleCount, "payment", "payments")), \(amount)"
            : "\(whole.countText), \(amount)"
        guard let before else { return text }
        let more = whole.amount - before
        if more == 0 { return "\(text), as much as in the days before" }
        let word = more > 0 ? "more" : "less"
        return "\(text), \(currency.text(abs(more))) \(word) than in the days before"
    }
}

extension SalesTotalsRow {
    /// The row of totals, without the columns that only some tables have.
    ///
    /// - Parameter query: the view of the totals, for links to its sales.
    init(_ entry: SalesTotalsEntry, _ shop: Shop, of query: ListQuery = ListQuery()) {
        let (links, isOfPayments) = (shop.links, entry.isOfPayments)
        let count = entry.totals.saleCount
        self.init(
            name: entry.name, path: links(entry.address(in: query)), isNobody: entry.isNothing,
            count: entry.totals.rowText,
            countText: isOfPayments
                ? ItemCount.text(count, "payment", "payments") : entry.totals.countText,
            quantity: isOfPayments ? "" : entry.totals.quantityText,
            total: shop.money(entry.totals.amount))
    }

    fileprivate mutating func showTax(_ totals: SalesTotals, _ shop: Shop) {
        (net, tax) = (shop.money(totals.net), shop.money(totals.tax))
    }

    fileprivate mutating func showCost(_ totals: SalesTotals, _ shop: Shop) {
        hasCost = true
        cost = totals.costText(in: shop.currency)
        margin = totals.marginText(in: shop.currency)
    }

    fileprivate mutating func showUnknownCost(_ totals: SalesTotals, _ shop: Shop) {
        unknownCost = totals.unknownCostText(in: shop.currency)
    }

    fileprivate mutating func showBefore(_ amount: Decimal?, _ shop: Shop) {
        hasBefore = true
        before = amount.map { shop.money($0) } ?? ""
    }
}

extension SalesTotals {
    /// `58 sales and 2 returns`.
    var countText: String {
        let sales = ItemCount.text(saleCount, "sale", "sales")
        guard returnCount > 0 else { return sales }
        return "\(sales) and \(ItemCount.text(returnCount, "return", "returns"))"
    }

    /// `1,284`; negative, as `−3`, if more was returned than sold.
    var quantityText: String { Self.text(quantity) }

    /// The quantity without a known cost.
    fileprivate var unknownQuantityText: String { Self.text(quantityWithoutCost) }

    /// The cost; `–` if none is known.
    fileprivate func costText(in currency: Currency) -> String {
        isMarginKnown ? currency.text(cost) : "–"
    }

    /// The margin; `–` if no cost is known.
    fileprivate func marginText(in currency: Currency) -> String {
        margin.map(currency.text) ?? "–"
    }

    /// The quantity and the net sum without a known cost: `2 for $9.00`; `none`.
    fileprivate func unknownCostText(in currency: Currency) -> String {
        hasUnknownCost ? "\(unknownQuantityText) for \(currency.text(netWithoutCost))" : "none"
    }

    private static func text(_ pieces: Decimal) -> String {
        "\(pieces, grouped: true)"
    }

    /// `58`, `58, 2 back`.
    var rowText: String {
        let sales = "\(saleCount, grouped: true)"
        return returnCount > 0 ? "\(sales), \(returnCount) back" : sales
    }
}

extension SalesTotalsList {
    /// The weekdays from the region's first day of the week, unless the view has an order; other
    /// groups unchanged.
    fileprivate func inWeek(_ entries: [SalesTotalsEntry]) -> [SalesTotalsEntry] {
        guard request.grouping == .weekday, request.query.sort == nil else { return entries }
        let first = Int64(Region.current.firstWeekday)
        return entries.filter { $0.number >= first } + entries.filter { $0.number < first }
    }
}
