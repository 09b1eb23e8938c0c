import Domain
import Hummingbird

/// Imports that were done, and taking them back.
struct ImportUndoController: RouteProvider {
    let site: Site
    let place: ImportPlace
    let jobs: ImportJobs

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(place.done("{token}"), by: place.access, use: show)
        routes.get(place.done("{token}").json, by: place.access, use: show)
        routes.post(place.undo("{token}"), by: place.access, use: undo)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token: String = try context.parameter("token")
        guard let record = try record(token) else {
            let isKnown =
                try jobs.knows(token, at: place) || place.waits(token, in: site.household.imports)
            guard place == .everything, isKnown else { throw Self.gone }
            return try await ImportController(site: site, place: place, jobs: jobs).show(
                request, context)
        }
        if request.wantsJSON { return .json(record.json(site.links, place)) }
        return try site.renderer.response(ImportDonePage(record, site, place), context: context)
    }

    @Sendable
    private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id: String = try context.parameter("token")
        _ = try await site.form(of: request)
        guard try record(id) != nil else { throw Self.gone }
        let author = context.viewer.author(by: "import taken back")
        let result = try await Author.$name.withValue(author) {
            try await site.household.undoImport(id)
        }
        switch result {
        case .gone: throw Self.gone
        case .done(let record):
            if request.wantsJSON { return .json(record.json(site.links, place)) }
            return site.redirect(to: place.done(id), after: request)
        case .refused(let record, let obstacles):
            if request.wantsJSON {
                return .json(
                    record.json(obstacles: obstacles, site.links, place), status: .conflict)
            }
            return try site.renderer.response(
                ImportDonePage(record, obstacles: obstacles, site, place), status: .conflict,
                context: context)
        }
    }

    /// The record of an import that can be looked at and taken back here.
    private func record(_ id: String) throws -> ImportRecord? {
        try site.household.imports.record(id).flatMap { place.kinds.contains($0.kind) ? $0 : nil }
    }

    private static var gone: SiteError {
        SiteError(
            status: .notFound, title: "There is no such import",
            detail: "What is needed to take imports back is kept for thirty days.")
    }
}
