import Domain
import Hummingbird

/// The list of the lines of all sales, which can be imported again.
struct SaleLinesController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(SitePath.saleLines.csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(SitePath.saleLines.json, by: .readers(of: .sales), use: indexJSON)
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await shop.site.csv(for: request, SaleLine.list)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await shop.site.json(for: request, context, of: EntityName.sales, SaleLine.list)
    }
}
