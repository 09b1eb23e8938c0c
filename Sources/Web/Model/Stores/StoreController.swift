import Hummingbird
import Persistence

/// Serves the start page and the search of a store.
struct StoreController: RouteProvider {
    let browser: ModelBrowser

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.overview, by: .readers(of: .overview)) { _, _ in
            Response.redirect(to: browser.links(.model), type: .normal)
        }
        routes.get(.search, by: .readers(of: .overview), use: show)
        routes.get(SitePath.search.json, by: .readers(of: .overview), use: showJSON)
    }

    private static let parameters = ListParameters(sortKeys: [], filters: [])

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try ListQueryReader.read(request, Self.parameters).search
        return try await browser.pages.page(for: request, context) { records in
            SearchPage(try StoreSearch(text, browser, in: records), browser)
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try ListQueryReader.read(request, Self.parameters).search
        return try await browser.pages.json(for: request, context) { records in
            try StoreSearch(text, browser, in: records).json(browser.links)
        }
    }
}
