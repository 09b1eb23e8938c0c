import Domain
import HTTPTypes
import Hummingbird
import Logging

/// Importing a file: choosing it, looking at what it would do, saying yes.
struct ImportController: RouteProvider {
    let site: Site
    let place: ImportPlace
    let jobs: ImportJobs

    var household: Household { site.household }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(place.root, by: place.access, use: new)
        routes.post(place.root, by: place.access, use: create)
        routes.post(place.waiting("{token}"), by: place.access, use: confirm)
        routes.post(place.cancel("{token}"), by: place.access, use: cancel)
        guard place == .sales else {
            routes.post(.importMapping("{token}"), by: place.access, use: map)
            return
        }
        // Elsewhere a file that waits and an import that was done have one address.
        routes.get(place.waiting("{token}"), by: place.access, use: show)
        routes.get(place.waiting("{token}").json, by: place.access, use: show)
    }

    // MARK: - Choosing a file

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(try page(request, context), context: context)
    }

    private func page(_ request: Request, _ context: SiteContext) throws -> ImportNewPage {
        let server = request.server
        return ImportNewPage(
            try household.imports.records { id, error in
                context.logger.error(
                    "The record of an import cannot be read",
                    metadata: ["import": "\(id)", "error": "\(error)"])
            },
            command: "curl -F file=@\(place == .sales ? "lines" : "items").csv "
                + "-H 'Accept: application/json' " + server + site.links(place.root), site, place)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request, fileField: "file")
        try form.checkForSecurityCodes()
        do {
            let (reading, upload) = try choice(form)
            try await upload.waitUntilWritten()
            let token = try household.imports.keepSource(
                at: upload.path, named: upload.fileName, reading: reading)
            return try await look(at: token, request, context)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The file was not read") }
            var page = try page(request, context)
            page.show(form, refusal)
            return try site.refused(page, refusal, context)
        }
    }

    /// Looks at a file that is kept as it came, beside the request, which waits for a moment; a program's
    /// waits to the end.
    private func look(
        at token: String, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        guard let source = try household.imports.source(for: token) else { throw Self.gone }
        let viewer = context.viewer
        do {
            try begin(token, named: source.name) { progress in
                let looked = try await inTurn {
                    try await look(
                        at: source.path, named: source.name, source.reading, for: viewer, progress)
                }
                try keep(looked, as: token)
                return .looked(looked)
            }
        } catch is ImportJobs.Taken {
            throw SiteError.busy(retryAfterSeconds: 10)
        }
        return try await answer(token, request, context)
    }

    /// Keeps what was read of a file until somebody says yes, so that nobody has to remember it.
    private func keep(_ looked: LookedFile, as token: String) throws {
        guard !looked.hasCardNumber else {
            // What came with the number of a card does not stay on the disk, not even as a rest.
            return try household.imports.forget(token)
        }
        try household.imports.keep(looked.applicableFile, as: token)
        // Only where columns can be said to go elsewhere is it read again.
        // Another server may be asked what was found, and finds it out by itself.
        if place == .sales, !household.directory.isShared {
            try household.imports.forgetSource(of: token)
        }
    }

    /// Begins with a file, of which nothing stays if it is called off, or cannot be read.
    ///
    /// - Throws: `ImportJobs.Taken`, ``SiteError``, errors of the store and of the file system.
    private func begin(
        _ token: String, named name: String,
        _ work: @escaping @Sendable (ImportProgress) async throws -> ImportJobs.Outcome
    ) throws {
        do {
            try jobs.begin(token, at: place, named: name) { [household] progress in
                do {
                    return try await work(progress)
                } catch let error where error is CancellationError || error is FormRefusal {
                    try household.imports.forget(token)
                    throw error
                }
            }
        } catch is ImportJobs.Busy {
            throw SiteError.busy(retryAfterSeconds: 10)
        }
    }

    /// Answers with the end of a job, or leads to the page that says how far it is.
    private func answer(
        _ token: String, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let limit = request.wantsJSON ? nil : site.longestImport
        do {
            guard let outcome = try await jobs.wait(for: token, at: place, atMost: limit) else {
                return site.redirect(to: place.waiting(token), after: request)
            }
            return try await answer(outcome, token, request, context)
        } catch let error as CancellationError {
            // Whoever asked went away, and the import goes on; or it was called off.
            guard !Task.isCancelled else { throw error }
            throw Self.gone
        }
    }

    private func answer(
        _ outcome: ImportJobs.Outcome, _ token: String, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        switch outcome {
        case .imported(let result):
            return try await answer(result, token, request, context)
        case .undone(let result):
            return try ImportUndoController(site: site, place: place, jobs: jobs)
                .answer(result, request, context)
        case .changed:
            // Nobody waits for what another server does.
            return site.redirect(to: place.waiting(token), after: request)
        case .looked(let looked):
            return try await answer(
                looked, token: looked.hasCardNumber ? nil : token, request, context)
        }
    }

    @Sendable
    private func map(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        let form = try await site.form(of: request)
        guard try household.imports.source(for: token) != nil else { throw Self.gone }
        do {
            var decoder = FormDecoder(form)
            let reading = try decoder.importReading(at: place)
            guard decoder.faults.isEmpty else { throw FormRefusal(faults: decoder.faults) }
            try household.imports.read(token, as: reading)
            return try await look(at: token, request, context)
        } catch let refusal as FormRefusal {
            throw refusal.error("The file was not read")
        }
    }

    @Sendable
    private func cancel(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        _ = try await site.form(of: request)
        guard let job = try jobs.running(token, at: place) else {
            // It is read meanwhile, and waits for a yes, or for somebody who says where columns go.
            guard try place.waits(token, in: household.imports) else { throw Self.gone }
            try household.imports.forget(token)
            return site.redirect(to: place.root, after: request)
        }
        let isDone = try household.imports.record(token) != nil
        guard try job.cancel() else {
            // It is being saved: what it did can be taken back. Or that is what is done.
            return site.redirect(
                to: isDone ? place.done(token) : place.waiting(token), after: request)
        }
        try await jobs.end(of: token, at: place)
        return site.redirect(to: isDone ? place.done(token) : place.root, after: request)
    }

    // MARK: - Looking, and saying yes

    /// A file that can be imported waits under its token; of any other one the page says what is wrong.
    private func answer(
        _ looked: LookedFile, token: String?, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        switch looked {
        case .unclear(let fault, let outline):
            return try ask(fault, outline, token: token, request, context)
        case .plan(let file, let plan):
            guard plan.isApplicable, let token else {
                let status: HTTPResponse.Status =
                    plan.counts.refused > 0 ? .unprocessableContent : .ok
                return try await show(
                    file, plan, token: nil, source: token, status, request, context)
            }
            guard request.wantsJSON else {
                return site.redirect(to: place.waiting(token), after: request)
            }
            let mapping = place == .everything ? site.links(.importMapping(token)) : nil
            var response = plan.response(
                file, token: token, mapping: mapping, site.links, place)
            response.headers[.location] = site.links(place.waiting(token))
            return response
        }
    }

    @Sendable
    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        if let job = try jobs.running(token, at: place) {
            return try show(
                job.state, job.name, token, at: place.waiting(token), request, context)
        }
        var status = HTTPResponse.Status.ok
        switch try ended(token) {
        case .looked(.plan(let file, let plan)) where household.imports.isWaiting(token):
            return try await show(file, plan, token: token, source: token, .ok, request, context)
        case .imported(let result): return try await answer(result, token, request, context)
        case .undone: break
        case .changed: status = .conflict
        // Nothing of it is kept, so this is the only time that it can be said.
        case .looked(let looked) where looked.hasCardNumber:
            return try await answer(looked, token: nil, request, context)
        // What else there is to say of a file is found out anew: others may save meanwhile.
        case .looked, nil: break
        }
        if let record = try household.imports.record(token), place.kinds.contains(record.kind) {
            guard !request.wantsJSON else { return .json(record.json(site.links, place)) }
            return site.redirect(to: place.done(token), after: request)
        }
        if let file = try household.imports.file(for: token), place.kinds.contains(file.kind) {
            let plan = try await inTurn { try await household.plan(file) }
            return try await show(
                file, plan, token: token, source: token, status, request, context)
        }
        guard place == .everything || household.directory.isShared,
            let source = try household.imports.source(for: token)
        else { throw Self.gone }
        let looked = try await inTurn {
            try await look(
                at: source.path, named: source.name, source.reading, for: context.viewer)
        }
        switch looked {
        case .unclear(let fault, let outline):
            return try ask(fault, outline, token: token, request, context)
        case .plan(let file, let plan):
            return try await show(file, plan, token: nil, source: token, .ok, request, context)
        }
    }

    /// How a file's job ended; nil if it had none.
    private func ended(_ token: String) throws -> ImportJobs.Outcome? {
        do {
            return try jobs.take(token, at: place)
        } catch let refusal as FormRefusal {
            throw refusal.error("The file was not read")
        } catch is CancellationError {
            throw Self.gone
        }
    }

    @Sendable
    private func confirm(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        let form = try await site.form(of: request)
        return try await confirm(token, digest: form["plan"], request, context)
    }

    private func confirm(
        _ token: String, digest: String?, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        while try jobs.running(token, at: place) != nil {
            // Somebody said yes already.
            guard request.wantsJSON else {
                return site.redirect(to: place.waiting(token), after: request)
            }
            try await jobs.end(of: token, at: place)
        }
        if let record = try household.imports.record(token), place.kinds.contains(record.kind) {
            // It was done when somebody said yes before.
            guard request.wantsJSON else {
                return site.redirect(to: place.done(token), after: request)
            }
            return .json(record.json(site.links, place))
        }
        let kind = try household.imports.waitingKind(token)
        guard let kind, place.kinds.contains(kind) else { throw Self.gone }
        let name = try household.imports.source(for: token)?.name ?? ""
        let author = context.viewer.author(by: "import")
        do {
            try begin(token, named: name) { [household] progress in
                .imported(
                    try await Author.$name.withValue(author) {
                        try await household.confirmImport(token, digest: digest, progress: progress)
                    })
            }
        } catch is ImportJobs.Taken {
            // Somebody else said yes at the same time.
            try await Task.sleep(for: ImportJobs.takenPause)
            return try await confirm(token, digest: digest, request, context)
        }
        return try await answer(token, request, context)
    }

    private func answer(
        _ result: Household.ImportResult, _ token: String, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        switch result {
        case .gone: throw Self.gone
        case .changed(let file, let plan):
            return try await show(
                file, plan, token: token, source: token, .conflict, request, context)
        case .done(let record):
            guard request.wantsJSON else {
                return site.redirect(to: place.done(record.id), after: request)
            }
            var response = Response.json(record.json(site.links, place), status: .created)
            response.headers[.location] = site.links(place.done(record.id))
            return response
        }
    }

    /// Says how far an import is, or taking it back.
    ///
    /// - Parameter path: the page that says it.
    func show(
        _ state: ImportProgress.State, _ name: String, _ token: String, at path: SitePath,
        _ request: Request, _ context: SiteContext
    ) throws -> Response {
        guard !request.wantsJSON else {
            return .json(
                .object([
                    ("state", .string(state.phase.rawValue)), ("fraction", .double(state.fraction)),
                ]), status: .accepted)
        }
        var response = try site.renderer.response(
            ImportProgressPage(state, named: name, token: token, at: path, site, place),
            context: context)
        // Without a script, too.
        response.headers[.refresh] = "1"
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// - Parameters:
    ///   - token: what stands for the file, if it can be imported.
    ///   - source: what stands for it as it came.
    private func show(
        _ file: ImportFile, _ plan: ImportPlan, token: String?, source: String?,
        _ status: HTTPResponse.Status, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let mapping = try await mappingForm(source, isOpen: !file.ignoredColumns.isEmpty)
        guard !request.wantsJSON else {
            return plan.response(
                file, token: token, mapping: mapping?.path, site.links, place, status: status)
        }
        var page = try ImportPlanPage(file, plan, token: token, site, place)
        page.mapping = mapping.map { [$0] } ?? []
        page.isStale = status == .conflict
        var response = try site.renderer.response(page, status: status, context: context)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func mappingForm(_ token: String?, isOpen: Bool) async throws -> ImportMappingForm? {
        guard place == .everything, let token,
            let source = try household.imports.source(for: token)
        else { return nil }
        let outline = try await outline(source.path, source.name, source.reading)
        guard !outline.columns.isEmpty else { return nil }
        return ImportMappingForm(
            outline, path: site.links(.importMapping(token)), isOpen: isOpen, place)
    }

    func inTurn<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await household.importQueue.run(body)
        } catch is ImportQueue.Busy {
            throw SiteError.busy(retryAfterSeconds: 10)
        }
    }

    private func token(_ context: SiteContext) throws -> String { try context.parameter("token") }

    private static var gone: SiteError {
        SiteError(
            status: .notFound, title: "This file is not kept any more",
            detail: "Files wait for an hour. Choose the file again; nothing was imported.")
    }
}
