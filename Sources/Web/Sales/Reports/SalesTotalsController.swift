import Domain
import Hummingbird
import Persistence

/// Totals by month, product and customer.
struct SalesTotalsController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }
    private var layout: ModelLayout { shop.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.salesTotals, by: .readers(of: .sales), use: index)
        routes.get(SitePath.salesTotals.json, by: .readers(of: .sales), use: indexJSON)
        routes.get(SitePath.salesTotals.csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(SitePath.salesTotals.events, by: .readers(of: .sales), use: indexEvents)
    }

    @Sendable
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        return try await site.answer(totals, refusing: { try refuse($0, context) }) {
            try await site.page(for: request, context, of: EntityName.sales) { records in
                SalesTotalsPage(try SalesTotalsList(totals, shop.household, in: records), shop)
            }
        }
    }

    private func refuse(
        _ totals: SalesTotalsRequest, _ context: SiteContext
    ) throws -> Response {
        try site.renderer.response(
            SalesTotalsPage(refused: totals, shop), status: .unprocessableContent, context: context)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        try totals.check()
        return try await site.json(for: request, context, of: EntityName.sales) { records in
            try SalesTotalsList(totals, shop.household, in: records).json
        }
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        try totals.check()
        let table = try await shop.household.container.read(timeLimit: site.longestRead) {
            try SalesTotalsList(totals, shop.household, isWhole: true, in: $0).csv
        }
        return table.response(fileName: "sales-by-\(totals.grouping.rawValue)")
    }

    @Sendable
    private func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        try totals.check()
        return try await site.events(for: request, madeOf: EntityName.sales) { records in
            try SalesTotalsList(totals, shop.household, in: records).liveState
        }
    }
}
