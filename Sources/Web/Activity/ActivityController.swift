import Domain
import Hummingbird
import Persistence

/// The list of changes that the user may read, newest first.
struct ActivityController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .activity, by: .people,
            as: .list(
                ActivityRequest.parameters(site.catalog),
                of: .members("id date author changes total")), use: index, json: indexJSON,
            csv: indexCSV)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let readable = sections(for: context.viewer)
        let names = try await site.accounts.all().map(\.name)
        let asked = try ActivityRequest(request, site.catalog, sections: readable)
        return try await site.pages.answer(
            asked,
            refusing: { asked in
                try site.renderer.response(
                    ActivityPage(site, asked, nil, people: names, readable),
                    status: .unprocessableContent, context: context)
            },
            showing: {
                try await site.pages.page(
                    for: request, context, varyingOn: names.joined(separator: "\n")
                ) { records in
                    let list =
                        asked.isOfNewest
                        ? try ActivityList(newest: asked, site, in: records)
                        : try ActivityList(asked, site, in: records)
                    return ActivityPage(site, asked, list, people: names, readable)
                }
            })
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ActivityRequest(
            request, site.catalog, sections: sections(for: context.viewer))
        try asked.check()
        return try await site.pages.json(for: request, context) { records in
            try ActivityList(asked, site, in: records).json
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ActivityRequest(
            request, site.catalog, sections: sections(for: context.viewer))
        try asked.check()
        let table = try await site.household.container.read(timeLimit: site.longestRead) {
            try ActivityList(asked, isWhole: true, site, in: $0).csv
        }
        return table.response(fileName: "activity")
    }

    private func sections(for viewer: Viewer) -> [Section] {
        site.catalog.choices.filter { viewer.may(.readers(of: $0)) }
    }
}
