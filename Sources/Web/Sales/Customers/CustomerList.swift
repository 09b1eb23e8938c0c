import Domain
import Persistence

/// The customers of a view of their list, with what was sold to them.
struct CustomerList: Sendable {
    let request: ListRequest
    /// The customers of the page.
    let customers: [CustomerValues]
    /// How many customers the view selects.
    let total: Int
    /// How many customers there are.
    let wholeCount: Int
    /// The sales to all customers that the view selects.
    let totals: SalesTotals

    /// What the list understands.
    static let parameters = ListParameters(
        sortKeys: ["name", "emailid", "contactno"] + salesKeys.map(\.name),
        filters: [
            .init(name: "product", label: "Product", kind: .number),
            .init(name: "hasCard", label: "Card", kind: .choice(["yes", "no"])),
        ])

    /// The sums that the list is sorted by, under the names that they have for programs.
    private static let salesKeys: [(name: String, key: CustomerSalesOrder.Key)] = [
        ("sales", .saleCount), ("total", .amount), ("firstPurchase", .firstDay),
        ("lastPurchase", .lastDay),
    ]

    /// Reads a page of the list.
    ///
    /// - Throws: errors of the predicate and of the store.
    init(_ request: ListRequest, _ shop: Shop, in context: ManagedObjectContext) throws {
        self.request = request
        let query = request.query
        let index = shop.household.customers
        let page = try index.page(
            of: Self.query(request), offset: query.offset, limit: query.perPage, in: context)
        customers = try Self.values(page.records, in: context)
        total = page.total
        wholeCount =
            query.isFiltered
            ? try index.page(of: CustomerQuery(), limit: 0, in: context).total : page.total
        totals = try Self.totals(request, shop, in: context)
    }

    /// The customers that an address selects.
    static func query(_ request: ListRequest) -> CustomerQuery {
        var customers = CustomerQuery()
        customers.search = request.query.search
        customers.product = request.query.number("product").map(Int64.init)
        customers.hasCard = request.query.flag("hasCard")
        customers.predicate = request.predicate
        if let sort = request.query.sort { customers.sort(by: sort) }
        return customers
    }

    /// The order of what was sold to customers that a sort key names; nil for an attribute.
    fileprivate static func salesOrder(_ sort: SortOrder) -> CustomerSalesOrder? {
        salesKeys.first { $0.name == sort.attribute }.map {
            CustomerSalesOrder($0.key, ascending: sort.isAscending)
        }
    }

    /// Customers with what was sold to them.
    static func values(
        _ customers: [Customer], in context: ManagedObjectContext
    ) throws -> [CustomerValues] {
        guard !customers.isEmpty else { return [] }
        let summaries = try SalesSummary.ofCustomers(customers.map(\.objectID), in: context)
        return customers.map {
            CustomerValues($0, summaries[$0.objectID.recordNumber ?? 0] ?? SalesSummary())
        }
    }

    /// The page for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        ListDocument.json(
            customers.map { $0.json(links) }, request.query, total: total,
            totals: [
                ("sales", .int(totals.saleCount)),
                ("total", .string(Money.plainText(totals.amount))),
            ])
    }

    /// Adds up what was sold to all that the view selects, on whichever page they stand.
    private static func totals(
        _ request: ListRequest, _ shop: Shop, in context: ManagedObjectContext
    ) throws -> SalesTotals {
        let byCustomer = try shop.household.salesFigures.totalsByCustomer(
            of: SalesPeriod(), in: context)
        guard request.query.isFiltered else {
            return byCustomer.reduce(SalesTotals()) { $1.key == 0 ? $0 : $0 + $1.value }
        }
        let numbers = try shop.household.customers.numbers(of: query(request), in: context)
        return numbers.reduce(SalesTotals()) { $0 + (byCustomer[$1] ?? SalesTotals()) }
    }
}

extension CustomerQuery {
    fileprivate mutating func sort(by sort: SortOrder) {
        salesOrder = CustomerList.salesOrder(sort)
        guard salesOrder == nil else { return }
        sortDescriptors = [
            FetchSortDescriptor(
                sort.attribute, ascending: sort.isAscending, comparison: .localizedStandard)
        ]
    }
}
