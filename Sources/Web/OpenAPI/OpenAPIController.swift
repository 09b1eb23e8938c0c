import Hummingbird
import NIOCore
import Synchronization

/// Serves the description of all addresses, for programs and for people.
struct OpenAPIController: RouteProvider {
    let renderer: Renderer
    let links: SiteLinks
    /// The layout of a page with a title and breadcrumbs.
    let makeLayout: @Sendable (_ title: String, _ crumbs: [PathLink]) -> LayoutPage

    func addRoutes(to routes: inout SiteRoutes) {
        let (listing, basePath) = (routes.listing, routes.basePath)
        let made = CachedResponse()
        routes.get(
            .openAPI, by: .people, as: .document(.any).called("All addresses, in OpenAPI 3.1")
        ) { _, _ in
            made.response {
                .json(OpenAPIDocument(entries: listing.entries, basePath: basePath).json)
            }
        }
        routes.get(
            .apiGuide, by: .people, as: RouteDescription(summary: "All addresses, as a page")
        ) { [self] request, context in
            let document = OpenAPIDocument(entries: listing.entries, basePath: basePath)
            let page = APIPage(document, server: request.server, links, makeLayout)
            return try renderer.response(page, context: context)
        }
    }
}

/// A response that is made when it is first asked for, and is the same for everybody.
private final class CachedResponse: Sendable {
    private let made = Mutex<Response?>(nil)

    func response(_ make: () -> Response) -> Response {
        made.withLock { made in
            let response = made ?? make()
            made = response
            return response
        }
    }
}

extension OpenAPIController {
    init(_ site: Site) {
        self.init(
            renderer: site.renderer, links: site.links,
            makeLayout: { site.layout(title: $0, crumbs: $1) })
    }
}

extension SitePath {
    /// The description of all addresses.
    static let openAPI = SitePath("/openapi").json
    /// A page of it.
    static let apiGuide = guide.below("api")
}
