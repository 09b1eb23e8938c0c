import Domain
import Persistence

/// The list of sales, or of the sales to one customer.
struct SaleIndexPage: TemplatePage {
    static let template = "sales/index"

    var layout: LayoutPage

    /// `Sales`, `Sales to Amina Diallo`.
    var heading: String
    /// `58 sales, 2 returns, $1,326.10`, for the whole view.
    var summary: String
    var newPath: String
    /// The day sheet of today.
    var dayPath: String
    var csvPath: String
    var jsonPath: String

    // The state of the list; exactly one of these is true.
    /// There are no sales at all.
    var isEmpty = false
    /// No sale matches the filters, or the page is after the last one.
    var isNothingFound = false
    /// The filters are invalid; the answer is 422.
    var isRefused = false
    var nothingFoundText = ""

    // The texts of an empty page, as in other lists.
    var many = "sales"
    var hasForm = true
    var newLabel = "New sale"
    var icon = "i-receipt"
    var emptyHeading = "What you sold, and to whom"
    var emptyText =
        "A sale has a customer, a day and its lines. Each keeps the price of that day, "
        + "whatever the product costs later."
    var firstLabel = "Add your first sale"

    var rows: [SaleRow] = []
    /// `Total of 58 sales and 2 returns`.
    var totalLabel = ""
    /// `$1,326.10`.
    var totalAmount = ""
    var paging = Paging(ListQuery(), total: 0) { _ in "" }

    /// The filters by day and state.
    var chips: [FilterChip] = []
    var search: ListSearch
    var period: PeriodForm
    var filter: PredicateForm
    /// Whether the list is searched or filtered.
    var isFiltered = false
    /// The list without filters, in the same order.
    var clearPath = ""

    /// `Highest number first`, or another order of the list.
    var sortLabel = "Highest number first"
    var sorts: [SortLink] = []
    var numberSort: SortLink
    var daySort: SortLink
    var customerSort: SortLink
    var totalSort: SortLink
}

extension SaleIndexPage {
    /// - Parameter customer: the name of the customer whose sales are listed; nil for all sales.
    init(_ list: SaleList<ListedSale>, _ shop: Shop, customer: String? = nil) {
        self.init(list.request, shop, customer: customer)
        let query = list.request.query
        layout.title = LayoutPage.title(
            query.title(heading, SaleListRequest.parameters, names: list.filterNames))
        summary = Self.summary(list, shop)
        isEmpty = list.wholeCount == 0 && !query.isFiltered
        isNothingFound = list.sales.isEmpty && !isEmpty
        nothingFoundText = query.nothingFoundText(
            total: list.total, one: "sale", many: many,
            searched: "its number, customer or products")
        rows = list.sales.map { SaleRow($0, shop) }
        totalLabel = "Total of \(list.totals.countText)"
        totalAmount = shop.money(list.totals.amount)
        paging = list.paging(shop.links)
    }

    /// The page for an invalid address.
    init(refused request: SaleListRequest, _ shop: Shop, customer: String? = nil) {
        self.init(request, shop, customer: customer)
        summary = "This list cannot be shown"
        isRefused = true
        isFiltered = true
    }

    /// The parts that do not depend on records.
    private init(_ request: SaleListRequest, _ shop: Shop, customer: String?) {
        let (query, address, links) = (request.query, request.address, shop.links)
        let heading = customer.map { "Sales to \($0)" } ?? "Sales"
        self.init(
            layout: Self.layout(heading, request, shop, customer), heading: heading, summary: "",
            newPath: links(request.customer.map { .newCustomerSale($0) } ?? .newSale),
            dayPath: links(.salesDay),
            csvPath: SpreadsheetMark.link(
                to: links(query.at(page: 1).address(of: address.csv))),
            jsonPath: links(query.address(of: address.json)),
            search: ListSearch(query, of: address, "sales", links),
            period: PeriodForm(request.list, of: address, links),
            filter: PredicateForm(
                request.list, of: address,
                example: "lines.@count > 2 AND customer.name BEGINSWITH \"A\"", links),
            numberSort: query.column(
                "Number", "number", isDescendingFirst: true, isDefault: true, of: address, links),
            daySort: query.column("Date", "date", isDescendingFirst: true, of: address, links),
            customerSort: query.column("Customer", "customer", of: address, links),
            totalSort: query.column("Total", "total", isDescendingFirst: true, of: address, links))
        chips = Self.chips(request, links)
        isFiltered = query.isFiltered
        clearPath = links(query.unfiltered.address(of: address))
        sorts = query.sorts(
            [
                ("Highest number first", SortOrder("number", ascending: false)),
                ("Lowest number first", SortOrder("number")),
                ("Latest first", SortOrder("date", ascending: false)),
                ("Earliest first", SortOrder("date")), ("By customer", SortOrder("customer")),
                ("Greatest first", SortOrder("total", ascending: false)),
                ("Smallest first", SortOrder("total")),
            ], of: address, links)
        sortLabel = sorts.first(where: \.isCurrent)?.label ?? "Another order"
    }

    private static func layout(
        _ heading: String, _ request: SaleListRequest, _ shop: Shop, _ customer: String?
    ) -> LayoutPage {
        let (query, links) = (request.query, shop.links)
        var layout = shop.site.layout(
            title: query.title(heading, SaleListRequest.parameters), section: .sales,
            subsection: customer == nil ? .sales : nil,
            notices: request.list.flash.map { [Notice(text: $0.text)] } ?? [])
        if let customer, let number = request.customer {
            layout.crumbs = [
                shop.customersCrumb,
                PathLink(label: customer, path: links(.customer(number))),
            ]
        }
        layout.alternates = query.alternates(of: request.address, links)
        return layout
    }

    private static func chips(_ request: SaleListRequest, _ links: SiteLinks) -> [FilterChip] {
        let query = request.query
        let today = CalendarDay.today()
        let days = [
            ("Today", today, today), ("This month", today.firstOfMonth, today.lastOfMonth),
            (
                "Last month", today.firstOfMonth.adding(days: -1).firstOfMonth,
                today.firstOfMonth.adding(days: -1)
            ),
        ].map { label, first, last in
            let isCurrent = query.day("from") == first && query.day("to") == last
            let other = query.filtered("from", by: isCurrent ? nil : first.description)
                .filtered("to", by: isCurrent ? nil : last.description)
            return FilterChip(
                label: label, path: links(other.address(of: request.address)), isCurrent: isCurrent)
        }
        let states = [
            ("Sales", "sold"), ("Returns", "returned"), ("Void", "void"), ("Unpaid", "owed"),
        ].map {
            label, state in
            let isCurrent = query.filter("state") == state
            return FilterChip(
                label: label,
                path: links(
                    query.filtered("state", by: isCurrent ? nil : state)
                        .address(of: request.address)), isCurrent: isCurrent)
        }
        return days + states
    }

    private static func summary(_ list: SaleList<ListedSale>, _ shop: Shop) -> String {
        guard list.total > 0 else {
            return list.request.query.isFiltered
                ? "0 of \(ItemCount.text(list.wholeCount, "sale", "sales"))" : "No sales"
        }
        let text = "\(list.totals.countText), \(shop.money(list.totals.amount))"
        return list.owed.map { "\(text), \(shop.money($0)) still to be paid" } ?? text
    }
}

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
    /// The name of the customer, or a text instead: `Walk-in`, `Person removed`.
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
    /// The row of a sale on its day sheet, with the time instead of the day.
    static func onDaySheet(_ sale: ListedSale, _ shop: Shop) -> SaleRow {
        var row = SaleRow(sale, shop)
        row.day = sale.time?.description ?? ""
        if !row.day.isEmpty { row.dayISO += " \(row.day)" }
        return row
    }

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
