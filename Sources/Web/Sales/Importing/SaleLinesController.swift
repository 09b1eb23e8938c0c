import Domain
import Hummingbird

/// The lines of all sales as a table, which can be imported again.
struct SaleLinesController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(SitePath.saleLines.csv, by: .readers(of: .sales), use: indexCSV)
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try request.checkParameters([])
        return try await SaleLineTable(shop).response()
    }
}
