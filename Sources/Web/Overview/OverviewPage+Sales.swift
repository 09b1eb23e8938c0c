import Domain
import Persistence

extension OverviewPage {
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
    }
}
