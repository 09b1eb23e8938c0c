import Domain
import Hummingbird
import Persistence

/// The report: what there is, or was on a day.
struct ReportController: RouteProvider {
    let inventory: Inventory

    private var site: Site { inventory.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.report, by: .readers(of: .inventory), use: show)
        routes.get(SitePath.report.json, by: .readers(of: .inventory), use: showJSON)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ReportRequest(request)
        guard asked.faults.isEmpty else { return try await refuse(asked, asked.faults, context) }
        do {
            return try await site.page(
                for: request, context, of: EntityName.itemLists, given: "\(CalendarDay.today())"
            ) { records in
                ReportPage(
                    try InventoryReport(asked, inventory, in: records), asked, inventory,
                    try inventory.names(in: records))
            }
        } catch let error as SiteError where error.status == .unprocessableContent {
            return try await refuse(asked, error.faults, context)
        }
    }

    private func refuse(
        _ asked: ReportRequest, _ faults: [FormFault], _ context: SiteContext
    ) async throws -> Response {
        var page = ReportPage(asked, inventory, try await inventory.names())
        page.refuse(faults)
        return try site.renderer.response(page, status: .unprocessableContent, context: context)
    }

    @Sendable
    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ReportRequest(request)
        guard asked.faults.isEmpty else {
            throw SiteError.unprocessable("There is no such report", faults: asked.faults)
        }
        return try await site.json(for: request, context, of: EntityName.itemLists) { records in
            try InventoryReport(asked, inventory, in: records).json(inventory.links)
        }
    }
}
