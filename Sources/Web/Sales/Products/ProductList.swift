import Domain
import Persistence

/// The products of a view of their list, with what was sold of them.
struct ProductList: Sendable {
    let request: ListRequest
    /// The products of the page.
    let products: [ProductValues]
    /// How many products the view selects.
    let total: Int
    /// How many products there are.
    let wholeCount: Int
    /// How many of them are retired.
    let retiredCount: Int
    /// The sales of all products that the view selects.
    let totals: SalesTotals

    /// What the list understands.
    static let parameters = ListParameters(
        sortKeys: ["name", "price", "retiredAt"] + ProductSalesOrder.Key.allCases.map(\.rawValue),
        filters: [.init(name: "retired", label: "Retired", kind: .choice(["yes", "no"]))])

    /// Reads a page of the list.
    ///
    /// - Throws: errors of the predicate and of the store.
    init(_ request: ListRequest, _ shop: Shop, in context: ManagedObjectContext) throws {
        self.request = request
        total = try context.count(for: Self.query(request).fetchRequest)
        products =
            request.query.offset < total
            ? try Self.values(Self.page(request, shop, in: context), in: context) : []
        var retired = ProductQuery()
        retired.isRetired = true
        retiredCount = try context.count(for: retired.fetchRequest)
        wholeCount = try context.count(for: ProductQuery().fetchRequest)
        totals = try Self.totals(request, shop, in: context)
    }

    private static func page(
        _ request: ListRequest, _ shop: Shop, in context: ManagedObjectContext
    ) throws -> [Product] {
        if let order = ProductSalesOrder(request.query.sort) {
            let ids = try order.products(of: query(request), shop, in: context)
            return try ProductSalesOrder.fetch(
                ids.dropFirst(request.query.offset).prefix(request.query.perPage), in: context)
        }
        var fetch = query(request).fetchRequest
        fetch.fetchOffset = request.query.offset
        fetch.fetchLimit = request.query.perPage
        return try context.fetch(fetch)
    }

    /// All products that an address selects, in its order.
    ///
    /// - Throws: errors of the predicate and of the store.
    static func all(
        _ request: ListRequest, _ shop: Shop, in context: ManagedObjectContext
    ) throws -> [Product] {
        let products = try context.fetch(query(request).fetchRequest)
        guard let order = ProductSalesOrder(request.query.sort) else { return products }
        let ids = try order.products(of: query(request), shop, in: context)
        let byID = Dictionary(products.map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
        return ids.compactMap { byID[$0] }
    }

    /// The products that an address selects.
    static func query(_ request: ListRequest) -> ProductQuery {
        var products = ProductQuery()
        products.search = request.query.search
        products.isRetired = request.query.flag("retired")
        products.predicate = request.predicate
        if ProductSalesOrder(request.query.sort) == nil {
            products.sortDescriptors = request.query.sort.map { [descriptor($0)] } ?? []
        }
        return products
    }

    /// Products with what was sold of them.
    static func values(
        _ products: [Product], in context: ManagedObjectContext
    ) throws -> [ProductValues] {
        let ids = products.map(\.objectID)
        let summaries = try SalesSummary.ofProducts(ids, in: context)
        let lineCounts = try SalesSummary.lineCounts(ofProducts: ids, in: context)
        return products.map { product in
            let number = product.objectID.recordNumber ?? 0
            return ProductValues(
                product, summaries[number] ?? SalesSummary(), lineCount: lineCounts[number] ?? 0)
        }
    }

    /// The page for programs.
    var json: JSONValue {
        ListDocument.json(
            products.map(\.json), request.query, total: total,
            totals: [
                ("quantity", .int(Int(totals.quantity))),
                ("total", .string(Money.plainText(totals.amount))),
            ])
    }

    private static func descriptor(_ sort: SortOrder) -> FetchSortDescriptor {
        sort.attribute == "name"
            ? FetchSortDescriptor(
                "name", ascending: sort.isAscending, comparison: .localizedStandard)
            : FetchSortDescriptor(sort.attribute, ascending: sort.isAscending)
    }

    private static func totals(
        _ request: ListRequest, _ shop: Shop, in context: ManagedObjectContext
    ) throws -> SalesTotals {
        let byProduct = try shop.household.salesFigures.totalsByProduct(
            of: SalesPeriod(), in: context)
        guard request.query.isFiltered else {
            return byProduct.values.reduce(SalesTotals(), +)
        }
        return try context.fetchObjectIDs(query(request).fetchRequest).reduce(SalesTotals()) {
            $0 + (byProduct[$1.recordNumber ?? 0] ?? SalesTotals())
        }
    }
}
