import Domain
import Foundation
import Hummingbird
import Persistence

/// The sales of a view with everything that its page shows, with rows for the page or for JSON.
struct SaleList<Row: ShownSale> {
    let request: SaleListRequest
    /// The sales of the current page.
    let sales: [Row]
    /// The number of sales in the view.
    let total: Int
    /// The totals of the sales in the view, without void ones.
    let totals: SalesTotals
    /// The unpaid amount, in a view of unpaid sales; nil in others.
    let owed: Decimal?
    /// The number of all sales.
    let wholeCount: Int
    /// The names of the customer and the product in the view's filters.
    let filterNames: [String: String]

    /// Reads a page of the list.
    ///
    /// - Throws: errors of the predicate and of the store.
    init(
        _ request: SaleListRequest, _ household: Household, in context: ManagedObjectContext
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
        // After the last page there is nothing to fetch.
        guard request.query.offset < total else {
            sales = []
            return
        }
        fetch.fetchOffset = request.query.offset
        fetch.fetchLimit = request.query.perPage
        sales = try Row.fetch(fetch, in: context)
    }

    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) {
            links($0.address(of: request.address))
        }
    }
}

extension SaleList<Sale> {
    func json(_ links: SiteLinks) -> JSONValue {
        var sums: [(name: String, value: JSONValue)] = [
            ("total", .money(totals.amount)), ("quantity", .decimal(totals.quantity)),
            ("saleCount", .int(totals.saleCount)), ("returnCount", .int(totals.returnCount)),
        ]
        if let owed { sums.append(("owed", .money(owed))) }
        return ListDocument.json(
            sales.map { $0.json(links) }, request.query, total: total, totals: sums)
    }

    /// The state of the page for live updates.
    func liveState(_ links: SiteLinks) -> LiveState {
        LiveState(
            rows: sales.map { $0.liveRow(links) },
            totals: [("total", .int(total)), ("totals", .object(totals.jsonMembers()))])
    }
}

extension Sale {
    /// The row of the sale for live updates, as in JSON.
    func liveRow(_ links: SiteLinks) -> LiveState.Row {
        LiveState.Row(id: recordNumber, showing: json(links))
    }
}

extension Shop {
    /// The sales of a query as CSV, sent while they are read. They and their order are fixed before
    /// the first byte is sent.
    func table(_ query: SaleQuery, fileName: String) async throws -> Response {
        let ids = try await household.container.read(timeLimit: site.longestRead) { context in
            try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        }
        return RecordTable(
            container: household.container, columns: Sale.csvColumns,
            prefetching: Sale.relationships
        ) { (sales: [Sale], table, _) in
            for sale in sales { table.append(sale.csvCells) }
        }.response(ids, fileName: fileName)
    }
}

/// The view of the list of sales in an address.
struct SaleListRequest: ViewRequest {
    /// The view as the address has it.
    let list: ListRequest
    /// The query for the sales of the view.
    let sales: SaleQuery
    /// The address of the list: all sales, or those of a customer.
    let address: SitePath
    /// The customer of the list; nil for all sales.
    let customer: Int64?

    var query: ListQuery { list.query }
    var faults: [FieldError] { list.faults }

    /// The states to filter by.
    enum State: String, CaseIterable {
        /// Sales that are not void.
        case sold
        /// Returns that are not void.
        case returned
        /// Void sales and returns.
        case void
        /// Unpaid sales.
        case owed
    }

    /// The parameters of the list.
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

    /// The parameters of the list of a customer's sales.
    static var parametersOfCustomer: ListParameters {
        var parameters = parameters
        parameters.filters.removeAll { $0.name == "customer" }
        return parameters
    }

    /// Reads the address of a request.
    ///
    /// - Parameter customer: the customer in the path; nil for all sales.
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(_ request: Request, _ layout: ModelLayout, customer: Int64? = nil) throws {
        let parameters = customer == nil ? Self.parameters : Self.parametersOfCustomer
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

    /// The same view with a fault of its predicate that the fetch reported.
    func refused(_ fault: FieldError) -> SaleListRequest {
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
