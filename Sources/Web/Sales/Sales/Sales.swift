import Domain
import Foundation
import Hummingbird
import Persistence

/// The sales of the shop, or those to one customer.
struct Sales: ShownResource {
    let shop: Shop
    /// The customer whose sales are listed; nil for all sales.
    let customer: Buyer?
    /// A page shows the items of the inventory in its lines.
    private(set) var entities: Set<EntityName>? = EntityName.sales
    /// The address of the server, for commands to copy.
    private(set) var server = ""
    /// Whether the last request added the sale that is shown.
    private(set) var isAdded = false

    var site: Site { shop.site }
    let paths: ResourcePaths
    let place = ResourcePlace(section: .sales, subsection: .sales)
    let words: ResourceWords
    let hasForm = true

    init(shop: Shop, customer: Buyer? = nil) {
        self.shop = shop
        self.customer = customer
        paths =
            customer.map {
                ResourcePaths(
                    .customerSales($0.recordNumber), records: .sales,
                    fileName: "sales-\($0.recordNumber)")
            } ?? ResourcePaths(.sales)
        words = ResourceWords(
            one: "sale", many: "sales", title: customer.map { "Sales to \($0.name)" },
            icon: "i-receipt", searched: "its number, customer or products",
            emptyHeading: "What you sold, and to whom",
            emptyText: "A sale has a customer, a day and its lines. Each keeps the price of that "
                + "day, whatever the product costs later.")
    }

    var list: ListDescription {
        ListDescription(
            parameters: ListParameters(
                sortKeys: ["number", "date", "customer", "customer.name", "total"],
                filters: Self.filters.filter { customer == nil || $0.name != "customer" }),
            example: "lines.@count > 2 AND customer.name BEGINSWITH \"A\"",
            orders: [
                ("Highest number first", SortOrder("number", ascending: false)),
                ("Lowest number first", SortOrder("number")),
                ("Latest first", SortOrder("date", ascending: false)),
                ("Earliest first", SortOrder("date")), ("By customer", SortOrder("customer")),
                ("Greatest first", SortOrder("total", ascending: false)),
                ("Smallest first", SortOrder("total")),
            ], columns: Self.columns,
            columnPaths: [
                "customerName": "customer.name", "returnOf": "returnOf.number",
                "time": "minuteOfDay",
            ], hasPeriod: true)
    }

    /// The states to filter by.
    private enum State: String, CaseIterable {
        /// Sales that are not void.
        case sold
        /// Returns that are not void.
        case returned
        /// Void sales and returns.
        case void
        /// Unpaid sales.
        case owed
    }

    private static let filters: [ListParameters.Filter] = [
        .init(name: "from", label: "From", kind: .day), .init(name: "to", label: "To", kind: .day),
        .init(name: "customer", label: "Customer", kind: .idOrNone, namedEntity: .customer),
        .init(name: "product", label: "Product", kind: .id, namedEntity: .product),
        .init(name: "state", label: "State", kind: .choice(State.allCases.map(\.rawValue))),
    ]

    static let columns = [
        ListColumn(
            label: "Number", kind: .name, sort: "number", isDescendingFirst: true, isDefault: true),
        ListColumn(label: "Customer", kind: .detail, sort: "customer"),
        ListColumn(label: "Date", kind: .day, sort: "date", isDescendingFirst: true),
        ListColumn(label: "Total", kind: .value, sort: "total", isDescendingFirst: true),
    ]
}

// MARK: - The list

extension Sales {
    var otherForms: [PathLink] { [PathLink(label: "Day sheet", path: links(.salesDay))] }

    func request(_ list: ListRequest) throws -> FetchRequest<Sale> {
        try sales(list).fetchRequest(site.household.container.coordinator)
    }

    private func sales(_ list: ListRequest) -> SaleQuery {
        let query = list.query
        var sales = SaleQuery()
        sales.search = query.search
        sales.from = query.day("from")
        sales.through = query.day("to")
        sales.product = query.number("product").map(Int64.init)
        sales.customer = customer?.recordNumber
        sales.predicate = list.predicate
        switch query.reference("customer") {
        case .id(let number): sales.customer = Int64(number)
        case .some(.none): sales.hasCustomer = false
        case nil: break
        }
        switch query.filter("state").flatMap(State.init) {
        case .sold: (sales.isVoid, sales.isReturn) = (false, false)
        case .returned: (sales.isVoid, sales.isReturn) = (false, true)
        case .void: sales.isVoid = true
        case .owed: sales.isOwed = true
        case nil: break
        }
        switch query.sort?.attribute {
        case "total": sales.isTotalAscending = query.sort?.isAscending
        case "customer", "customer.name":
            sales.sortDescriptors = [
                FetchSortDescriptor(
                    "customer.name", ascending: query.sort?.isAscending ?? true,
                    comparison: .localizedStandard)
            ]
        default: sales.sortDescriptors = sortDescriptors(of: list)
        }
        return sales
    }

    var prefetching: [String] { Sale.relationships }

    func values(_ records: [Sale], in context: ManagedObjectContext) -> [Sale] { records }

    func rows(of list: ListRequest, in context: ManagedObjectContext) throws -> [ListRow]? {
        var request = try request(list)
        request.fetchOffset = list.query.offset
        request.fetchLimit = list.query.perPage
        return try ListedSale.fetch(request, in: context).map { ListRow($0, shop) }
    }

    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        let sales = sales(list)
        let totals = try site.household.salesFigures.totals(of: sales, in: context)
        let owed = sales.isOwed == true ? try sales.owed(in: context) : nil
        let parts = [
            totals.countText, shop.money(totals.amount),
            owed.map { "\(shop.money($0)) still to be paid" },
        ]
        var sums = ListSums(
            summary: parts.compactMap(\.self).joined(separator: ", "),
            label: "Total of \(totals.countText)",
            cells: [ListCell(""), ListCell(""), ListCell(shop.money(totals.amount))],
            json: [
                ("total", .money(totals.amount)), ("quantity", .decimal(totals.quantity)),
                ("saleCount", .int(totals.saleCount)), ("returnCount", .int(totals.returnCount)),
            ])
        if let owed { sums.json.append(("owed", .money(owed))) }
        return sums
    }

    func chips(
        _ list: ListRequest, wholeCount: Int, in context: ManagedObjectContext
    ) throws -> [FilterChip] {
        guard wholeCount > 0 else { return [] }
        let (query, today) = (list.query, CalendarDay.today())
        let lastMonth = today.firstOfMonth.adding(days: -1)
        let days = [
            ("Today", today, today), ("This month", today.firstOfMonth, today.lastOfMonth),
            ("Last month", lastMonth.firstOfMonth, lastMonth),
        ].map { label, first, last in
            let isCurrent = query.day("from") == first && query.day("to") == last
            let other = query.filtered("from", by: isCurrent ? nil : first.description)
                .filtered("to", by: isCurrent ? nil : last.description)
            return (label, other, isCurrent)
        }
        let states: [(String, State)] = [
            ("Sales", .sold), ("Returns", .returned), ("Void", .void), ("Unpaid", .owed),
        ]
        let others = states.map { label, state in
            let isCurrent = query.filter("state") == state.rawValue
            return (label, query.filtered("state", by: isCurrent ? nil : state.rawValue), isCurrent)
        }
        let all = query.isFiltered ? [("Clear filters", query.unfiltered, false)] : []
        return (days + others + all).map { label, view, isCurrent in
            FilterChip(
                label: label, path: links(view.address(of: paths.list)), isCurrent: isCurrent)
        }
    }

    func index(
        _ page: RecordIndexPage, _ records: [Sale], of list: RecordList,
        in context: ManagedObjectContext
    ) -> RecordIndexPage {
        belowCustomer(page)
    }

    func index(
        refused page: RecordIndexPage, of list: ListRequest, in context: ManagedObjectContext
    ) -> RecordIndexPage {
        belowCustomer(page)
    }

    /// The page with the customer as breadcrumbs instead of the tabs.
    private func belowCustomer(_ page: RecordIndexPage) -> RecordIndexPage {
        guard let customer else { return page }
        var page = page
        page.layout.subsections = []
        page.layout.crumbs = shop.customers.crumbs
        page.layout.crumbs.append(
            PathLink(label: customer.name, path: links(.customer(customer.recordNumber))))
        return page
    }

    var members: [RecordMember<Sale>] { Sale.columns }

    var schema: JSONSchema { Sale.schema }

    func json(_ sale: Sale) throws -> JSONValue { try sale.json(links) }
}

extension ListRow {
    /// The row of a sale, with its day, or with its time on a day sheet.
    init(_ sale: ListedSale, _ shop: Shop, onDaySheet: Bool = false) {
        let (links, time) = (shop.links, sale.time?.description ?? "")
        let customerPath = sale.customer.map { links(.customer($0)) }
        self.init(
            anchor: "sale-\(sale.recordNumber)", path: links(.sale(sale.recordNumber)),
            name: "Sale \(sale.writtenNumber)", isDim: sale.isVoid, pill: sale.stateText,
            small: sale.productsText,
            [
                ListCell(sale.customerText, isNone: customerPath == nil, path: customerPath),
                ListCell(
                    onDaySheet ? time : DayText.short(sale.day),
                    time: [sale.day.description, onDaySheet ? time : ""].filter { !$0.isEmpty }
                        .joined(separator: " "), none: ""),
                ListCell(shop.money(sale.total), isNone: sale.isVoid),
            ])
    }
}

// MARK: - One sale

extension Sales {
    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Sale {
        let id = try context.coordinator.objectID(entityName: entityName, recordNumber: number)
        var request = FetchRequest<Sale>(.evaluatedObject == id)
        // The page needs a few statements, regardless of the number of lines.
        request.relationshipKeyPathsForPrefetching =
            Sale.relationships + [
                "returns.lines", "returns.lines.product", "returnOf.lines", "returnOf.returns",
                "returnOf.returns.lines",
            ]
        guard let sale = try context.fetch(request).first else {
            throw SiteError.notFound("There is no such sale")
        }
        return sale
    }

    func requested(by request: Request, _ viewer: Viewer) -> Sales {
        var sales = self
        if !request.wantsJSON { sales.entities?.insert(.item) }
        sales.server = request.server
        sales.isAdded = request.flash == .saleAdded
        return sales
    }

    /// The page of a sale; after it was added, with a keyboard shortcut for the receipt.
    func show(
        _ sale: Sale, notices: [Notice], in context: ManagedObjectContext
    ) throws -> SaleShowPage {
        var notices = notices
        if isAdded, !notices.isEmpty {
            notices[0].linkPath = links(.saleReceipt(sale.recordNumber))
            notices[0].linkLabel = "Print receipt"
            notices += try shop.untaxedNotice(of: sale, in: context)
        }
        let keys = Set(sale.lines.compactMap(\.itemKey))
        return SaleShowPage(
            sale, shop, items: try Item.existing(keys, in: context), server: server,
            notices: notices)
    }
}

/// The list of sales, that of a customer, the page of a sale, and the lines of all.
struct SalesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let (sales, shop) = (Sales(shop: shop), shop)
        routes.addList(at: .sales, by: .readers(of: .sales), of: sales)
        routes.addList(
            at: .customerSales("{id}"), by: .readers(of: .sales),
            of: Sales(shop: shop, customer: Buyer(recordNumber: 0, name: ""))
        ) {
            Sales(shop: shop, customer: try await shop.buyer($0.recordNumber))
        }
        PageActions(sales).addRoutes(to: &routes)
        routes.addExports(shop.saleLines)
    }
}

extension Sale {
    /// Whether anything of this sale can be returned.
    var hasReturnableLines: Bool {
        !isVoid && !isReturn && returnableLines.contains { $0.quantity > 0 }
    }
}

extension Shop {
    /// The customer in an address, by number and name.
    ///
    /// - Throws: a 404 if there is none.
    func buyer(_ number: Int64) async throws -> Buyer {
        try await household.container.read { try Buyer(customer(number, in: $0)) }
    }
}
