import HTTPTypes
import Hummingbird

/// Serves the user's guide, to which forms link.
struct GuideController: RouteProvider {
    let renderer: Renderer
    let links: SiteLinks
    /// The layout of a page with a title and breadcrumbs.
    let makeLayout: @Sendable (_ title: String, _ crumbs: [PathLink]) -> LayoutPage

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .guide, by: .everybody, as: .document(.records(.members("id title summary path"))),
            use: index, json: indexJSON)
        routes.get(.wholeGuide, by: .everybody, use: whole)
        routes.get(
            .guidePage("{page}"), by: .everybody,
            as: .document(.members("id title summary path headings html")), use: show,
            json: showJSON)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let title = "Help"
        let page = GuideIndexPage(
            layout: layout(title, .guide), title: title,
            html: html(Guide.contents, for: request, context),
            wholePath: links(.wholeGuide))
        return try renderer.response(page, context: context)
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        .json(.object([("records", .array(Guide.pages.map { .object(members(of: $0)) }))]))
    }

    /// Shows all pages as one, for searching and printing.
    private func whole(_ request: Request, _ context: SiteContext) async throws -> Response {
        let title = "All of the guide"
        let page = GuideWholePage(
            layout: layout(title, nil, [crumb]), title: title,
            parts: Guide.pages.map { page in
                GuideWholePage.Part(
                    id: "page-\(page.name)", title: page.title,
                    html: html(page.html, for: request, context))
            })
        return try renderer.response(page, context: context)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let guidePage = try page(context)
        let page = GuideShowPage(
            guidePage, layout: layout(guidePage.title, .guidePage(guidePage.name), [crumb]),
            html: html(guidePage.html, for: request, context), links)
        return try renderer.response(page, context: context)
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let page = try page(context)
        let headings = page.headings.map { heading in
            JSONValue.object([("id", .string(heading.id)), ("text", .string(heading.text))])
        }
        return .json(
            .object(
                members(of: page) + [
                    ("headings", .array(headings)),
                    ("html", .string(html(page.html, for: request))),
                ]))
    }

    /// - Throws: a 404 if the page does not exist.
    private func page(_ context: SiteContext) throws(SiteError) -> GuidePage {
        let name: String = try context.parameter("page")
        guard let page = Guide.page(named: name) else {
            throw .notFound("The guide has no page “\(name.prefix(100))”")
        }
        return page
    }

    private var crumb: PathLink { PathLink(label: "Help", path: links(.guide)) }

    /// - Parameter path: the address that also exists for programs.
    private func layout(
        _ title: String, _ path: SitePath?, _ crumbs: [PathLink] = []
    ) -> LayoutPage {
        var layout = makeLayout(title, crumbs)
        layout.helpPath = links(.guide)
        layout.alternates = path.map { [AlternateLink.json(links($0.json))] } ?? []
        return layout
    }

    /// - Parameter context: whose viewer gets no link that would be refused. Default: all links.
    private func html(
        _ html: String, for request: Request, _ context: SiteContext? = nil
    ) -> String {
        Guide.html(
            html, server: request.server, basePath: links.basePath.path,
            offering: context?.client.offeredLinks)
    }

    private func members(of page: GuidePage) -> [(name: String, value: JSONValue)] {
        [
            ("id", .string(page.name)), ("title", .string(page.title)),
            ("summary", .string(page.summary)),
            ("path", .string(links(.guidePage(page.name)))),
        ]
    }
}

extension GuideController {
    init(_ site: Site) {
        self.init(
            renderer: site.renderer, links: site.links,
            makeLayout: { site.layout(title: $0, crumbs: $1) })
    }
}
