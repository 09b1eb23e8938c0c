import Domain
import Hummingbird

/// The search in all sections.
struct SearchController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .search, by: .people, as: .query("q").called("Search everything"), use: show,
            json: showJSON)
    }

    private static let parameters = ListParameters(sortKeys: [], filters: [])

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try ListQueryReader.read(request, Self.parameters).search
        return try await site.pages.page(for: request, context) { records in
            SearchPage(
                try SearchResults(text, site, for: context.viewer, in: records), site)
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try ListQueryReader.read(request, Self.parameters).search
        return try await site.pages.json(for: request, context) { records in
            try SearchResults(text, site, for: context.viewer, in: records).json(site.links)
        }
    }
}

/// The results of a search in all sections.
struct SearchPage: TemplatePage {
    static let template = "search/show"

    var layout: LayoutPage
    /// `12 hits for “lamp”`.
    var summary: String
    var jsonPath: String
    var hasText: Bool
    var hasHits: Bool
    var groups: [Group]

    /// The results from one entity.
    struct Group: Sendable {
        var title: String
        var count: String
        var hits: [Hit]
        /// `Show all 120`.
        var more: String
        var morePath: String
    }

    /// A record in the results.
    struct Hit: Sendable {
        var label: String
        var detail: String
        /// Its worth or price: `€499.99`; empty for neither.
        var value = ""
        var thumbnailPath = ""
        var path: String
    }
}

extension SearchPage {
    init(_ results: SearchResults, _ site: Site) {
        let (links, text) = (site.links, results.text)
        let json = links(SitePath.search.json.query([("q", text)]))
        var layout = site.layout(
            title: text.isEmpty ? "Search" : "“\(text)” · Search", section: .overview,
            topic: .finding)
        layout.alternates = [.json(json)]
        layout.searchText = text
        layout.hasSearchFocus = true
        self.init(
            layout: layout,
            summary: text.isEmpty
                ? "Items, customers, products, groceries, books and photos."
                : "\(ItemCount.text(results.total, "hit", "hits")) for “\(text)”",
            jsonPath: json, hasText: !text.isEmpty,
            hasHits: results.total > 0, groups: results.groups.map { Group($0, text, site) })
    }
}

extension SearchPage.Group {
    fileprivate init(_ group: SearchResults.Group, _ text: String, _ site: Site) {
        let links = site.links
        let list = group.source.list
        self.init(
            title: group.source.title, count: "\(group.total, grouped: true)",
            hits: group.hits.map { SearchPage.Hit($0.record, site) },
            more: list != nil && group.total > group.hits.count ? "Show all \(group.total)" : "",
            morePath: list.map { links($0.query([("q", text)])) } ?? "")
    }
}

extension SearchPage.Hit {
    init(_ hit: SearchHit, _ site: Site) {
        self.init(
            label: hit.label, detail: hit.detail,
            value: hit.amount.map(site.currency.shortText) ?? "",
            thumbnailPath: hit.thumbnail.map { site.links($0) } ?? "", path: site.links(hit.path))
    }
}
