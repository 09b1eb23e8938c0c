import Domain
import Hummingbird

/// The finished imports, and their undo.
struct ImportUndoController: RouteProvider {
    let site: Site
    let place: ImportPlace
    let jobs: ImportJobs

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(place.done("{token}"), by: place.access, use: show)
        routes.get(place.done("{token}").json, by: place.access, use: show)
        routes.post(place.undo("{token}"), by: place.access, use: undo)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response
    {
        let token: String = try context.parameter("token")
        if let job = try jobs.running(token, at: place), try record(token) != nil {
            return try ImportController(site: site, place: place, jobs: jobs).show(
                job.state, job.name, token, at: place.done(token), request, context)
        }
        // The obstacles of an undo are shown once.
        if try record(token) != nil,
            case .undone(.refused(let record, let obstacles))? = try ended(token)
        {
            return try answer(.refused(record, obstacles: obstacles), request, context)
        }
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

    @Sendable private func undo(_ request: Request, _ context: SiteContext) async throws -> Response
    {
        let id: String = try context.parameter("token")
        _ = try await site.form(of: request)
        return try await undo(id, request, context)
    }

    private func undo(
        _ id: String, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        guard let record = try record(id) else { throw Self.gone }
        let author = context.viewer.author(by: "import taken back")
        let household = site.household
        while try jobs.running(id, at: place) != nil {
            // The undo is already running.
            guard request.wantsJSON else {
                return site.redirect(to: place.done(id), after: request)
            }
            try await jobs.end(of: id, at: place)
        }
        let job: ImportJobs.Job
        do {
            job = try jobs.begin(id, at: place, named: record.fileName) { progress in
                .undone(
                    try await Author.$name.withValue(author) {
                        try await household.undoImport(id, progress: progress)
                    })
            }
        } catch is ImportJobs.AlreadyRunning {
            // Another request just started the undo.
            try await Task.sleep(for: ImportJobs.retryPause)
            return try await undo(id, request, context)
        } catch is ImportJobs.Busy { throw SiteError.busy(retryAfterSeconds: 10) }
        let limit = request.wantsJSON ? nil : site.longestImport
        do {
            if case .undone(let result)? = try await jobs.wait(for: job, of: id, atMost: limit) {
                return try answer(result, request, context)
            }
        } catch let error as CancellationError {
            // If the client disconnected, the undo goes on; otherwise it was cancelled.
            if Task.isCancelled { throw error }
        }
        return site.redirect(to: place.done(id), after: request)
    }

    /// The result of an undo; nil if it is unknown or was cancelled.
    private func ended(_ id: String) throws -> ImportJobs.Outcome? {
        do {
            return try jobs.take(id, at: place)
        } catch is CancellationError { return nil }
    }

    /// The response with the result of an undo.
    func answer(
        _ result: Household.UndoResult, _ request: Request, _ context: SiteContext
    ) throws -> Response {
        switch result {
        case .gone: throw Self.gone
        case .done(let record):
            if request.wantsJSON { return .json(record.json(site.links, place)) }
            return site.redirect(to: place.done(record.id), after: request)
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

    /// The record of an import that belongs to this page.
    private func record(_ id: String) throws -> ImportRecord? {
        try site.household.imports.record(id).flatMap { place.kinds.contains($0.kind) ? $0 : nil }
    }

    private static var gone: SiteError {
        SiteError(
            status: .notFound, title: "There is no such import",
            detail: "Imports can be undone for thirty days.")
    }
}
