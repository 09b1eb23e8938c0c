import Domain
import Persistence

/// What the controllers of customers, sales and products share.
struct Shop: Sendable {
    let site: Site

    var household: Household { site.household }
    var links: SiteLinks { site.links }
    /// What people call the shop; empty if nobody said.
    var name: String { site.configuration.shop.name }

    init(_ site: Site) {
        self.site = site
    }

    /// Changes records; what breaks a rule of the model refuses the form.
    ///
    /// - Throws: ``FormRefusal`` for faults of the values, and what the closure throws.
    func change<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        try await site.change(body)
    }

    /// The crumb that leads to the list of sales.
    var salesCrumb: PathLink { PathLink(label: "Sales", path: links(.sales)) }

    /// The crumb that leads to the list of customers.
    var customersCrumb: PathLink { PathLink(label: "Customers", path: links(.customers)) }
}
