import Backup
import Domain
import Hummingbird
import Persistence

/// The overview page.
struct OverviewController: RouteProvider {
    let inventory: Inventory
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.overview, by: .people, use: show)
        routes.get(SitePath.overview.events, by: .readers(of: .overview), use: showEvents)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard context.viewer.may(.readers(of: .overview)) else {
            // The overview of a user who may read only some sections.
            let own =
                inventory.site.catalog.choices.first { context.viewer.may(.readers(of: $0)) }
                ?? .sales
            return Response.redirect(to: inventory.links(own.root), type: .normal)
        }
        // A backup is made by a separate command, so its time is in a file instead of a record.
        let backup = try LastBackup.read(in: inventory.household.directory)
        let made = backup.map { "\($0.made)" } ?? ""
        let region = BrowserRegion(request)
        return try await inventory.site.pages.page(
            for: request, context, varyingOn: "\(made) \(region.code ?? "")"
        ) { records in
            var page = try page(backup, in: records)
            try page.ask(inventory.site, region, in: records)
            return page
        }
    }

    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let backup = try LastBackup.read(in: inventory.household.directory)
        return try await inventory.site.events(for: request) { try page(backup, in: $0).liveState }
    }

    private func page(
        _ backup: LastBackup?, in records: ManagedObjectContext
    ) throws -> OverviewPage {
        var page = try OverviewPage(inventory, in: records)
        try page.add(shop, in: records)
        try page.add(sectionsOf: inventory.site, in: records)
        page.add(backup, inventory.links)
        return page
    }
}
