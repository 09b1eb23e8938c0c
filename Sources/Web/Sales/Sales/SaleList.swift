import Domain
import Foundation
import Hummingbird
import Persistence

/// The sales of a view of the list, with all that the page about them says: as rows, or with all that
/// programs are told of each.
struct SaleList<Row: ShownSale>: Sendable {
    let request: SaleListRequest
    /// The sales of the page.
    let sales: [Row]
    /// How many sales the view selects.
    let total: Int
    /// The totals of the sales that the view selects; voided ones count nowhere.
    let totals: SalesTotals
    /// What is still to be paid, in a view of sales of which something is; nil in others.
    let owed: Decimal?
    /// How many sales there are, whatever the view.
    let wholeCount: Int
    /// What the customer and the product are called that the view names by their numbers.
    let filterNames: [String: String]

    /// Reads a page of the list.
    ///
    /// - Parameter read: reads the sales of a request, in its order.
    fileprivate init(
        _ request: SaleListRequest, _ household: Household, in context: ManagedObjectContext,
        reading read: (FetchRequest<Sale>) throws -> [Row]
    ) throws {
        self.request = request
        filterNames = try request.query.names(SaleListRequest.parameters, in: context)
        let query = request.sales
        var fetch = try query.fetchRequest(context.coordinator)
        total = try context.count(for: fetch)
        totals = try household.salesFigures.totals(of: query, in: context)
        owed = query.isOwed == true ? try query.owed(in: context) : nil
        wholeCount =
            total > 0 || !request.query.isFiltered
            ? total : try context.count(for: FetchRequest<Sale>())
        // Beyond the end there is nothing to look for.
        guard request.query.offset < total else {
            sales = []
            return
        }
        fetch.fetchOffset = request.query.offset
        fetch.fetchLimit = request.query.perPage
        sales = try read(fetch)
    }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) {
            links($0.address(of: request.address))
        }
    }
}

extension SaleList<ListedSale> {
    /// Reads what the page of the list shows.
    init(
        listed request: SaleListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        try self.init(request, household, in: context) {
            try ListedSale.fetch($0, in: context)
        }
    }
}

extension SaleList<SaleValues> {
    /// Reads a page of the list with all that programs are told.
    init(
        _ request: SaleListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        try self.init(request, household, in: context) { fetch in
            var fetch = fetch
            fetch.relationshipKeyPathsForPrefetching = SaleValues.relationships
            return try context.fetch(fetch).map(SaleValues.init)
        }
    }

    /// The page for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        var sums: [(name: String, value: JSONValue)] = [
            ("total", .string(Money.plainText(totals.amount))),
            ("quantity", .decimal(totals.quantity)),
            ("saleCount", .int(totals.saleCount)),
            ("returnCount", .int(totals.returnCount)),
        ]
        if let owed { sums.append(("owed", .string(Money.plainText(owed)))) }
        return ListDocument.json(
            sales.map { $0.json(links) }, request.query, total: total, totals: sums)
    }
}

extension SaleList<SaleValues> {
    /// What a window shows of the page.
    func liveState(_ links: SiteLinks) -> LiveState {
        LiveState(
            rows: sales.map { $0.liveRow(links) },
            totals: [("total", .int(total)), ("totals", .object(totals.jsonMembers()))])
    }
}

extension SaleValues {
    /// What a window shows of the sale: whatever programs are told of it.
    func liveRow(_ links: SiteLinks) -> LiveState.Row {
        LiveState.Row(id: recordNumber, showing: json(links))
    }
}

/// The sales of a query as a table for spreadsheets, written as they are read.
struct SaleTable: Sendable {
    private let query: SaleQuery
    private let shop: Shop

    init(_ query: SaleQuery, _ shop: Shop) {
        self.query = query
        self.shop = shop
    }

    /// The answer. Which sales it has, and in which order, is decided before its first byte.
    func response(fileName: String = "sales") async throws -> Response {
        let ids = try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            context in
            try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        }
        return RecordTable(
            container: shop.household.container, columns: SaleValues.csvColumns,
            prefetching: SaleValues.relationships
        ) { (sales: [Sale], table, _) in
            for sale in sales { table.append(SaleValues(sale).csvCells) }
        }.response(ids, fileName: fileName)
    }
}

/// The view of the list of sales that an address asks for.
struct SaleListRequest: ViewRequest {
    /// The view as the address says it.
    let list: ListRequest
    /// The sales of the view.
    let sales: SaleQuery
    /// The list that is viewed: all sales, or those of a customer.
    let address: SitePath
    /// The customer whose sales alone are viewed; nil for all.
    let customer: Int64?

    var query: ListQuery { list.query }
    var faults: [FormFault] { list.faults }

    /// Which sales a list shows by their state.
    enum State: String, CaseIterable {
        /// Sales that count.
        case sold
        /// Returns that count.
        case returned
        /// Sales and returns that count nowhere.
        case void
        /// Sales of which something is still to be paid.
        case owed
    }

    /// What the list understands.
    static let parameters = ListParameters(
        sortKeys: ["number", "date", "customer", "customer.name", "total"],
        filters: [
            .init(name: "from", label: "From", kind: .day),
            .init(name: "to", label: "To", kind: .day),
            .init(
                name: "customer", label: "Customer", kind: .idOrNone, namedEntity: .customer),
            .init(name: "product", label: "Product", kind: .id, namedEntity: .product),
            .init(name: "state", label: "State", kind: .choice(State.allCases.map(\.rawValue))),
        ])

    /// Reads the address of a request.
    ///
    /// - Parameter customer: the customer in the path, whose sales alone are listed.
    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text.
    init(_ request: Request, _ layout: ModelLayout, customer: Int64? = nil) throws {
        var parameters = Self.parameters
        if customer != nil { parameters.filters.removeAll { $0.name == "customer" } }
        list = try ListRequest(request, parameters, entity: "Sale", layout)
        self.customer = customer
        address = customer.map { .customerSales($0) } ?? .sales
        sales = Self.sales(list, customer: customer)
    }

    private init(_ list: ListRequest, like other: SaleListRequest) {
        self.list = list
        customer = other.customer
        address = other.address
        sales = other.sales
    }

    /// The same view with a fault that its predicate showed when the records were read.
    func refused(_ fault: FormFault) -> SaleListRequest {
        SaleListRequest(list.refused(fault), like: self)
    }

    private static func sales(_ list: ListRequest, customer: Int64?) -> SaleQuery {
        let query = list.query
        var sales = SaleQuery()
        sales.search = query.search
        sales.from = query.day("from")
        sales.through = query.day("to")
        sales.product = query.number("product").map(Int64.init)
        sales.customer = customer
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
        if let sort = query.sort, sort.attribute == "total" {
            sales.isTotalAscending = sort.isAscending
        } else {
            sales.sortDescriptors = query.sort.map { [descriptor($0)] } ?? []
        }
        return sales
    }

    private static func descriptor(_ sort: SortOrder) -> FetchSortDescriptor {
        switch sort.attribute {
        case "customer", "customer.name":
            FetchSortDescriptor(
                "customer.name", ascending: sort.isAscending, comparison: .localizedStandard)
        default: FetchSortDescriptor(sort.attribute, ascending: sort.isAscending)
        }
    }
}
