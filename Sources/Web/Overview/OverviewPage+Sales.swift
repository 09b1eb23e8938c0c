import Domain
import Persistence

extension OverviewPage {
    /// Customers that are named; and sales that are looked at for them, as most may be to nobody in particular.
    private static let shownBuyers = 6
    private static let latestSales = 50

    /// Adds what was sold.
    ///
    /// - Throws: errors of the store.
    mutating func add(_ shop: Shop, in context: ManagedObjectContext) throws {
        let (figures, links) = (shop.household.salesFigures, shop.links)
        let customers = try context.count(for: FetchRequest<Customer>())
        let products = try context.count(for: FetchRequest<Product>())
        let totals = try figures.totals(of: SalesPeriod(), in: context)
        customersPath = links(.customers)
        newCustomerPath = links(.newCustomer)
        let isUsed = customers + products + totals.saleCount > 0
        hasSales = isUsed && shop.site.sections.isShown(.sales)
        isEmpty = isEmpty && !isUsed
        salesFigures = [
            Figure(
                value: shop.money(totals.amount), label: "sold in all", path: links(.salesTotals)),
            Figure(
                value: "\(totals.saleCount, grouped: true)",
                label: totals.saleCount == 1 ? "sale" : "sales", path: links(.sales)),
            Figure(
                value: "\(customers, grouped: true)",
                label: customers == 1 ? "customer" : "customers", path: links(.customers)),
            Figure(
                value: "\(products, grouped: true)",
                label: products == 1 ? "product" : "products", path: links(.products)),
        ]
        buyers = hasSales ? try Self.buyers(links, in: context) : []
    }

    /// The customers of the latest sales, the last one first. What is void, or came back, counts for nothing.
    private static func buyers(
        _ links: SiteLinks, in context: ManagedObjectContext
    ) throws -> [PathLink] {
        var request = try SaleQuery().fetchRequest(context.coordinator)
        request.fetchLimit = latestSales
        request.relationshipKeyPathsForPrefetching = ["customer"]
        let sales = try context.fetch(request).filter { $0.voidedAt == nil && $0.returnOf == nil }
        var buyers: [PathLink] = []
        for customer in sales.compactMap(\.customer) {
            let path = links(.customer(customer.objectID.recordNumber ?? 0))
            guard !buyers.contains(where: { $0.path == path }) else { continue }
            buyers.append(PathLink(label: customer.name ?? "", path: path))
            if buyers.count == shownBuyers { break }
        }
        return buyers
    }
}
