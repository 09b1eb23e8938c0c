import Domain
import Hummingbird

/// Imports that were done, and taking them back.
struct ImportUndoController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.salesImportDone("{token}"), use: show)
        routes.get(SitePath.salesImportDone("{token}").json, use: show)
        routes.post(.undoSalesImport("{token}"), use: undo)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let record = try shop.household.imports.record(context.parameter("token")) else {
            throw Self.gone
        }
        if request.wantsJSON { return .json(record.json(shop.links)) }
        return try site.renderer.response(ImportDonePage(record, shop), context: context)
    }

    @Sendable
    private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id: String = try context.parameter("token")
        _ = try await site.form(of: request)
        switch try await shop.household.undoImport(id) {
        case .gone: throw Self.gone
        case .done(let record):
            if request.wantsJSON { return .json(record.json(shop.links)) }
            return site.redirect(to: .salesImportDone(id), after: request)
        case .refused(let record, let obstacles):
            if request.wantsJSON {
                return .json(record.json(obstacles: obstacles, shop.links), status: .conflict)
            }
            return try site.renderer.response(
                ImportDonePage(record, obstacles: obstacles, shop), status: .conflict,
                context: context)
        }
    }

    private static var gone: SiteError {
        SiteError(
            status: .notFound, title: "There is no such import",
            detail: "What is needed to take imports back is kept for thirty days.")
    }
}
