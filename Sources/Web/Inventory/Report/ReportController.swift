import Domain
import Hummingbird
import Persistence

/// The report: what there is, or was on a day.
struct ReportController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.report, by: .readers(of: .inventory), use: show)
        routes.get(SitePath.report.json, by: .readers(of: .inventory), use: showJSON)
        routes.get(.reportArchive, by: .readers(of: .inventory), isPage: false, use: download)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ReportRequest(request)
        guard asked.faults.isEmpty else { return try await refuse(asked, asked.faults, context) }
        do {
            return try await site.page(
                for: request, context, of: EntityName.itemLists, given: "\(CalendarDay.today())"
            ) { records in
                let names = try inventory.names(in: records)
                return ReportPage(
                    try InventoryReport(asked.scope, names, site.currency, in: records), asked,
                    inventory, names)
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

    /// The report as a folder that opens without any program, in a zip file that is made while it is sent.
    private func download(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ReportRequest(request)
        guard asked.faults.isEmpty else {
            throw SiteError.unprocessable("There is no such report", faults: asked.faults)
        }
        return try await inventory.reportDownloads.response(
            asked.scope, of: inventory.household, context.logger)
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ReportRequest(request)
        guard asked.faults.isEmpty else {
            throw SiteError.unprocessable("There is no such report", faults: asked.faults)
        }
        return try await site.json(for: request, context, of: EntityName.itemLists) { records in
            try InventoryReport(
                asked.scope, inventory.names(in: records), site.currency, in: records
            )
            .json(inventory.links)
        }
    }
}
