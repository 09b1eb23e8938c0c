import Backup
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
        // Made by a command of its own, it is no change of a record.
        let backup = try LastBackup.read(in: inventory.household.directory)
        let state = backup.map { "\($0.made)" } ?? ""
        return try await inventory.site.page(for: request, context, and: state) { records in
            var page = try OverviewPage(inventory, in: records)
            try page.add(shop, in: records)
            try page.add(sectionsOf: inventory.site, in: records)
            page.add(backup, inventory.links)
            return page
        }
    }
}
