import Domain
import Foundation
import Hummingbird
import Persistence

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
    var clearPath = ""

    var chart: SalesChart
    /// The table; absent if nothing was found.
    var table: [ListTable] = []
    /// The part that the total margin leaves out, as a sentence.
    var unknownCostText = ""
    var paging = Paging(ListQuery(), total: 0) { _ in "" }
}

/// A column of a table of totals, after the name of the group.
struct SalesTotalsColumn {
    let head: ListHead
    let cell: (SalesTotalsEntry) -> ListCell
}

extension SalesTotalsPage {
    init(_ list: SalesTotalsList, _ shop: Shop) {
        self.init(list.request, shop)
        let query = list.request.query
        summary = list.summary(in: shop.currency)
        chart =
            list.request.grouping == .month
            ? SalesChart(months: list.entries, in: shop.currency)
            : SalesChart(
                rows: list.inWeek(list.leading), by: list.request.grouping, in: shop.currency)
        paging = Paging(query, total: list.count) {
            shop.links($0.address(of: .salesTotals))
        }
        guard !list.page.isEmpty else { return }
        table = [list.table(heading, shop)]
        if list.hasUnknownCost {
            let pieces = list.whole.quantityWithoutCost == 1 ? "piece has" : "pieces have"
            unknownCostText =
                "\(list.whole.unknownQuantityText) \(pieces) no cost price, sold for "
                + "\(shop.money(list.whole.netWithoutCost)) without tax: not in cost and margin."
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
            chart: SalesChart(months: [], in: shop.currency))
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

extension SalesTotalsList {
    /// Whether the cost of some sold products is unknown, while that of others is known.
    fileprivate var hasUnknownCost: Bool { whole.hasKnownCost && whole.hasUnknownCost }

    fileprivate func table(_ heading: String, _ shop: Shop) -> ListTable {
        let (query, grouping, list) = (request.query, request.grouping, SitePath.salesTotals)
        let isInTime = grouping.isInTime
        func head(
            _ label: String, _ kind: ListColumn.Kind, _ sort: String, isDescending: Bool = true,
            isDefault: Bool = false
        ) -> ListHead {
            let column = ListColumn(
                label: label, kind: kind, sort: sort, isDescendingFirst: isDescending,
                isDefault: isDefault)
            return ListHead(column, query, of: list, shop.links)
        }
        let columns =
            [
                SalesTotalsColumn.count(
                    head(grouping == .payment ? "Payments" : "Sales", .count, "saleCount")),
                .pieces(head("Pieces", .pieces, "quantity")),
            ] + extraColumns(shop) + [
                .total(head("Total", .value, "total", isDefault: !isInTime), shop)
            ]
        var table = ListTable(
            caption: heading, style: ListTable.Style.totals.rawValue,
            heads: [
                head(
                    grouping.label, .name, isInTime ? "month" : "name",
                    isDescending: grouping == .month, isDefault: isInTime)
            ] + columns.map(\.head))
        table.fill(
            inWeek(page).map { ListRow($0, columns, shop, of: query) }, totalLabel: "All sales",
            totals: columns.map { $0.cell(wholeEntry) })
        return table
    }

    /// The columns that only some tables have.
    private func extraColumns(_ shop: Shop) -> [SalesTotalsColumn] {
        let (money, currency) = (shop.money, shop.currency)
        var columns: [SalesTotalsColumn] = []
        if whole.tax != 0 || isTaxed {
            columns.append(.extra("Net") { money($0.totals.net) })
            columns.append(.extra("Tax") { money($0.totals.tax) })
        }
        if whole.hasKnownCost {
            columns.append(.extra("Cost") { $0.totals.costText(in: currency) })
            columns.append(.extra("Margin") { $0.totals.marginText(in: currency) })
        }
        if hasUnknownCost {
            columns.append(
                .extra("Cost unknown", .longExtra) { $0.totals.unknownCostText(in: currency) })
        }
        if page.contains(where: { $0.before != nil }) {
            columns.append(.extra("Before") { $0.before.map(money) ?? "" })
        }
        return columns
    }
}

extension SalesTotalsColumn {
    static func count(_ head: ListHead) -> SalesTotalsColumn {
        SalesTotalsColumn(head: head) { entry in
            let (totals, isOfPayments) = (entry.totals, entry.isOfPayments)
            return ListCell(
                totals.rowText,
                inCard: isOfPayments
                    ? ItemCount.text(totals.saleCount, "payment", "payments") : totals.countText)
        }
    }

    static func pieces(_ head: ListHead) -> SalesTotalsColumn {
        SalesTotalsColumn(head: head) {
            ListCell($0.isOfPayments ? "" : "\($0.totals.quantity, grouped: true)")
        }
    }

    static func total(_ head: ListHead, _ shop: Shop) -> SalesTotalsColumn {
        SalesTotalsColumn(head: head) { ListCell(shop.money($0.totals.amount)) }
    }

    fileprivate static func extra(
        _ label: String, _ kind: ListColumn.Kind = .extra,
        _ text: @escaping (SalesTotalsEntry) -> String
    ) -> SalesTotalsColumn {
        SalesTotalsColumn(head: ListHead(label, kind)) {
            ListCell(text($0), lead: "\(label.lowercased()) ")
        }
    }
}

extension ListRow {
    /// The row of the totals of a group.
    ///
    /// - Parameter query: the view of the totals, for links to its sales.
    init(
        _ entry: SalesTotalsEntry, _ columns: [SalesTotalsColumn], _ shop: Shop,
        of query: ListQuery = ListQuery()
    ) {
        self.init(
            anchor: "", path: shop.links(entry.address(in: query)), name: entry.name,
            isDim: entry.isNothing, columns.map { $0.cell(entry) })
    }
}

extension SalesTotals {
    /// `58 sales and 2 returns`.
    var countText: String {
        let sales = ItemCount.text(saleCount, "sale", "sales")
        guard returnCount > 0 else { return sales }
        return "\(sales) and \(ItemCount.text(returnCount, "return", "returns"))"
    }

    /// The quantity without a known cost.
    fileprivate var unknownQuantityText: String { "\(quantityWithoutCost, grouped: true)" }

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

/// The totals by month, product, customer and so on.
struct SalesTotalsController: SalesRoutes {
    let shop: Shop

    private var layout: ModelLayout { shop.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .salesTotals, by: .readers(of: .sales),
            as: .list(SalesTotalsRequest.parameters, of: .any), use: index, json: indexJSON,
            csv: indexCSV, events: indexEvents)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        return try await site.pages.answer(totals, refusing: { try refuse($0, context) }) {
            try await site.pages.page(for: request, context, dependingOn: EntityName.sales) {
                records in
                SalesTotalsPage(try SalesTotalsList(totals, shop.household, in: records), shop)
            }
        }
    }

    private func refuse(
        _ totals: SalesTotalsRequest, _ context: SiteContext
    ) throws -> Response {
        try site.renderer.response(
            SalesTotalsPage(refused: totals, shop), status: .unprocessableContent, context: context)
    }

    /// The totals in an address.
    ///
    /// - Throws: ``SiteError`` 422 for what cannot be read.
    private func checked(_ request: Request) throws -> SalesTotalsRequest {
        let totals = try SalesTotalsRequest(request, layout)
        try totals.check()
        return totals
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try checked(request)
        return try await site.pages.json(for: request, context, dependingOn: EntityName.sales) {
            records in
            try SalesTotalsList(totals, shop.household, in: records).json
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try checked(request)
        let table = try await shop.household.container.read(timeLimit: site.longestRead) {
            try SalesTotalsList(totals, shop.household, isWhole: true, in: $0).csv
        }
        return table.response(fileName: "sales-by-\(totals.grouping.rawValue)")
    }

    private func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try checked(request)
        return try await site.events(for: request, dependingOn: EntityName.sales) { records in
            try SalesTotalsList(totals, shop.household, in: records).liveState
        }
    }
}

/// The totals in an address: their grouping and their days.
struct SalesTotalsRequest: ViewRequest {
    /// The view as the address has it, with a predicate for the summed sales.
    let list: ListRequest
    let grouping: SalesGrouping
    let period: SalesPeriod

    var query: ListQuery { list.query }
    var faults: [FieldError] { list.faults }

    /// The parameters of the list.
    static let parameters = ListParameters(
        sortKeys: ["month", "name", "saleCount", "quantity", "total"],
        filters: [
            .init(
                name: "by", label: "By", kind: .choice(SalesGrouping.allCases.map(\.rawValue))),
            .init(name: "from", label: "From", kind: .day),
            .init(name: "to", label: "To", kind: .day),
        ])

    /// Reads the address of a request.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(_ request: Request, _ layout: ModelLayout) throws {
        self.init(try ListRequest(request, Self.parameters, entity: "Sale", layout))
    }

    private init(_ list: ListRequest) {
        self.list = list
        grouping = list.query.filter("by").flatMap(SalesGrouping.init) ?? .month
        period = SalesPeriod(from: list.query.day("from"), through: list.query.day("to"))
    }

    /// The same view with a fault of its predicate that the fetch reported.
    func refused(_ fault: FieldError) -> SalesTotalsRequest {
        SalesTotalsRequest(list.refused(fault))
    }

    /// The summed sales of a period.
    func selection(of period: SalesPeriod) -> any SalesSelection {
        guard let predicate = list.predicate else { return period }
        var sales = SaleQuery()
        (sales.from, sales.through) = (period.from, period.through)
        sales.predicate = predicate
        return sales
    }

    /// The address of the same totals with another grouping.
    func address(by grouping: SalesGrouping) -> SitePath {
        query.sorted(by: nil).filtered("by", by: grouping == .month ? nil : grouping.rawValue)
            .address(of: .salesTotals)
    }
}
