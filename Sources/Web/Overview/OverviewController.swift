import Domain
import Hummingbird
import Persistence

/// The first page.
struct OverviewController: RouteProvider {
    let inventory: Inventory
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.overview, use: show)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await inventory.site.page(for: request, context) { records in
            var page = try OverviewPage(inventory, in: records)
            try page.add(shop, in: records)
            try page.add(sectionsOf: inventory.site, in: records)
            return page
        }
    }
}
