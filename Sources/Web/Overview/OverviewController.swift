import Domain
import Hummingbird
import Persistence

/// The first page.
struct OverviewController: RouteProvider {
    let inventory: Inventory
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.overview, use: show)
        routes.get(SitePath.overview.events, use: showEvents)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await inventory.site.page(for: request, context) { try page(in: $0) }
    }

    @Sendable
    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await inventory.site.events(for: request) { try page(in: $0).liveState }
    }

    private func page(in records: ManagedObjectContext) throws -> OverviewPage {
        var page = try OverviewPage(inventory, in: records)
        try page.add(shop, in: records)
        try page.add(sectionsOf: inventory.site, in: records)
        return page
    }
}
