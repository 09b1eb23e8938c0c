import Domain

extension SalesTotalsPage {
    /// The page of a list of totals.
    init(_ list: SalesTotalsList, _ shop: Shop) {
        self.init(list.request, shop)
        let query = list.request.query
        summary = "\(list.whole.countText), \(Money.text(list.whole.amount))"
        rows = list.page.map { SalesTotalsRow($0, shop.links, of: query) }
        hasRows = !rows.isEmpty
        isNothingFound = rows.isEmpty
        chart =
            list.request.grouping == .month
            ? SalesChart(months: list.entries)
            : SalesChart(rows: list.chartEntries, by: list.request.grouping)
        totalCount = list.whole.rowText
        totalCountText = list.whole.countText
        totalQuantity = list.whole.quantityText
        totalAmount = Money.text(list.whole.amount)
        paging = Paging(query, total: list.entries.count) {
            shop.links($0.address(of: .salesTotals))
        }
    }

    /// The page of an address that cannot be read.
    init(refused request: SalesTotalsRequest, _ shop: Shop) {
        self.init(request, shop)
        summary = "These totals cannot be shown"
        isRefused = true
    }

    private init(_ request: SalesTotalsRequest, _ shop: Shop) {
        let (query, links, list) = (request.query, shop.links, SitePath.salesTotals)
        let isByMonth = request.grouping == .month
        let (csv, json) = (
            links(query.at(page: 1).address(of: list.csv)), links(query.address(of: list.json))
        )
        let heading = "Sales by \(request.grouping.rawValue)"
        var layout = shop.site.layout(
            title: query.filtered("by", by: nil).at(page: query.page).title(
                heading, SalesTotalsRequest.parameters), section: .sales,
            subsection: .salesTotals)
        layout.alternates = [
            AlternateLink(type: "application/json", path: json),
            AlternateLink(type: "text/csv", path: csv),
            .events(links(query.address(of: list.events))),
        ]
        self.init(
            layout: layout, heading: heading, summary: "",
            groupings: SalesTotalsRequest.Grouping.allCases.map {
                ChoiceLink(
                    label: "By \($0.rawValue)", path: links(request.address(by: $0)),
                    isCurrent: $0 == request.grouping)
            }, days: SalePeriodForm(request.list, of: list, links),
            filter: PredicateForm(
                request.list, of: list, example: "lines.@count > 2 AND customer == nil", links),
            csvPath: csv, jsonPath: json,
            clearPath: links(ListQuery().filtered("by", by: query.filter("by")).address(of: list)),
            chart: SalesChart(months: []),
            nameSort: query.column(
                request.grouping.label, isByMonth ? "month" : "name",
                isDescendingFirst: isByMonth, isDefault: isByMonth, of: list, links),
            countSort: query.column("Sales", "saleCount", isDescendingFirst: true, of: list, links),
            quantitySort: query.column(
                "Pieces", "quantity", isDescendingFirst: true, of: list, links),
            totalSort: query.column(
                "Total", "total", isDescendingFirst: true, isDefault: !isByMonth, of: list, links))
    }
}

extension SalesTotalsList {
    /// Those with the greatest totals, as far as the list shows them at its beginning.
    var chartEntries: [SalesTotalsEntry] { Array(entries.prefix(SalesChart.mostRows)) }
}

extension SalesTotalsRow {
    /// The row of totals.
    ///
    /// - Parameter query: the view whose totals they are, as far as the row leads to sales.
    init(_ entry: SalesTotalsEntry, _ links: SiteLinks, of query: ListQuery = ListQuery()) {
        var isNobody = false
        if case .nobody = entry.subject { isNobody = true }
        self.init(
            name: entry.name, path: links(entry.address(in: query)), isNobody: isNobody,
            count: entry.totals.rowText, countText: entry.totals.countText,
            quantity: entry.totals.quantityText,
            total: Money.text(entry.totals.amount))
    }
}

extension SalesTotals {
    /// `58 sales and 2 returns`.
    var countText: String {
        let sales = ItemCount.text(saleCount, "sale", "sales")
        guard returnCount > 0 else { return sales }
        return "\(sales) and \(ItemCount.text(returnCount, "return", "returns"))"
    }

    /// `1,284`; below zero `−3`, if more came back than was sold.
    var quantityText: String {
        (quantity < 0 ? "−" : "") + "\(Int(quantity.magnitude), grouped: true)"
    }

    /// `58`, `58, 2 back`.
    var rowText: String {
        let sales = "\(saleCount, grouped: true)"
        return returnCount > 0 ? "\(sales), \(returnCount) back" : sales
    }
}
