import Domain
import Hummingbird
import Persistence

/// Who changed what: everything that one may read, the last changes first.
struct ActivityController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.activity, by: .people, use: index)
        routes.get(SitePath.activity.json, by: .people, use: indexJSON)
    }

    @Sendable
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let readable = sections(for: context.viewer)
        let asked = try ActivityRequest(request, sections: readable)
        let names = try await site.accounts.all().map(\.name)
        guard asked.faults.isEmpty else {
            let refusal = FormRefusal(faults: asked.faults)
            return try site.refused(
                ActivityPage(site, asked, nil, people: names, readable, refusal), refusal, context)
        }
        return try await site.page(
            for: request, context, given: names.joined(separator: "\n")
        ) { records in
            let list = try ActivityList(asked.query, site, in: records)
            return ActivityPage(site, asked, list, people: names, readable, nil)
        }
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ActivityRequest(request, sections: sections(for: context.viewer))
        guard asked.faults.isEmpty else {
            throw SiteError.unprocessable("The changes were not looked for", faults: asked.faults)
        }
        return try await site.json(for: request, context) { records in
            try ActivityList(asked.query, site, in: records).json
        }
    }

    private func sections(for viewer: Viewer) -> [Section] {
        Section.choices.filter { viewer.may(.readers(of: $0)) }
    }
}
