import Domain
import Hummingbird

/// The search over everything.
struct SearchController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.search, by: .people, use: show)
        routes.get(SitePath.search.json, by: .people, use: showJSON)
    }

    private static let parameters = ListParameters(sortKeys: [], filters: [])

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try ListQueryReader.read(request, Self.parameters).search
        return try await site.page(for: request, context) { records in
            SearchPage(
                try SearchResults(text, site, for: context.viewer, in: records), site)
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try ListQueryReader.read(request, Self.parameters).search
        return try await site.json(for: request, context) { records in
            try SearchResults(text, site, for: context.viewer, in: records).json(site.links)
        }
    }
}
