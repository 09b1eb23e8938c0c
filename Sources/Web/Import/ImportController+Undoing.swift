import Domain
import HTTPTypes
import Hummingbird

/// The finished imports, and their undo.
extension ImportController {
    @Sendable func showDone(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let token = try token(context)
        guard let record = try record(token) else {
            if place == .everything,
                try jobs.knows(token, at: place) || place.waits(token, in: household.imports)
            {
                return try await show(request, context)
            }
            throw try missing(token)
        }
        if let job = try jobs.running(token, at: place) {
            return try show(job.state, job.name, token, at: place.done(token), request, context)
        }
        // The obstacles of an undo are shown once.
        if case .undone(.refused(let record, let obstacles))? = try ended(token) {
            return try answer(.refused(record, obstacles: obstacles), request, context)
        }
        return try answer(.done(record), request, context, isShown: true)
    }

    @Sendable func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        _ = try await site.form(of: request)
        let author = context.viewer.author(by: "import taken back")
        return try await run(token, isUndo: true, request, context) {
            guard let record = try record(token) else { throw try missing(token) }
            return .named(record.fileName)
        } as: { [household] progress in
            .undone(
                try await Author.$name.withValue(author) {
                    try await household.undoImport(token, progress: progress)
                })
        }
    }

    /// The response with the result of an undo, or with the import itself.
    ///
    /// - Parameter isShown: whether its page is answered instead of a redirect to that. Default: false.
    func answer(
        _ result: Household.UndoResult, _ request: Request, _ context: SiteContext,
        isShown: Bool = false
    ) throws -> Response {
        let (record, obstacles): (ImportRecord, [String])
        switch result {
        case .gone: throw Self.noImport
        case .done(let done): (record, obstacles) = (done, [])
        case .refused(let refused, let reasons): (record, obstacles) = (refused, reasons)
        }
        var status = HTTPResponse.Status.ok
        if case .refused = result { status = .conflict }
        if request.wantsJSON {
            return .json(record.json(obstacles: obstacles, site.links, place), status: status)
        }
        guard isShown || status == .conflict else {
            return site.redirect(to: place.done(record.id), after: request)
        }
        return try site.renderer.response(
            ImportDonePage(record, obstacles: obstacles, site, place), status: status,
            context: context)
    }

    /// The error for an import without a readable record.
    private func missing(_ token: String) throws -> SiteError {
        guard place == .everything,
            try household.unreadableImports().contains(where: { $0.id == token })
        else { return Self.noImport }
        return SiteError(
            status: .notFound, title: "This import cannot be read",
            detail: "A newer version of the program has made it, or its record is damaged. "
                + "This version cannot undo it.")
    }

    private static var noImport: SiteError {
        SiteError(
            status: .notFound, title: "There is no such import",
            detail: "Imports can be undone for thirty days.")
    }
}
