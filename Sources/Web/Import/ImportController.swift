import Domain
import HTTPTypes
import Hummingbird
import Logging

/// Imports a file: choosing it, previewing its effects, confirming, undoing.
struct ImportController: RouteProvider {
    let site: Site
    let place: ImportPlace
    let jobs: ImportJobs

    var household: Household { site.household }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(place.root, by: place.access, use: new)
        routes.post(
            place.root, by: place.access,
            as: .form(
                .file("file"), "section", "kind", "entity", "encoding", .several("map"), gives: .any
            ).adding, use: create)
        routes.post(
            place.waiting("{token}"), by: place.access,
            as: .form("plan").adding.answering(202, 410), use: confirm)
        routes.post(place.cancel("{token}"), by: place.access, use: cancel)
        routes.post(
            place.mapping("{token}"), by: place.access,
            as: .form("kind", "section", "encoding", .several("map")), use: map)
        let list = RouteDescription(query: ImportPlanPage.parameters.described)
        // A waiting file and a finished import have the same address there.
        let done = place == .everything ? list : RouteDescription()
        routes.get(place.done("{token}"), by: place.access, as: done, use: showDone)
        routes.get(place.done("{token}").json, by: place.access, use: showDone)
        routes.post(place.undo("{token}"), by: place.access, use: undo)
        switch place {
        case .sales:
            routes.get(place.waiting("{token}"), by: place.access, as: list, use: show)
            routes.get(place.waiting("{token}").json, by: place.access, use: show)
        case .everything:
            // Only items have pictures.
            routes.get(
                place.picture("{token}", "{index}"), by: place.access, isPage: false,
                use: showPicture)
        }
    }

    // MARK: - Choosing a file

    @Sendable private func new(_ request: Request, _ context: SiteContext) async throws -> Response
    { try site.renderer.response(try page(request), context: context) }

    private func page(_ request: Request) throws -> ImportNewPage {
        let server = request.server
        // The page of a running job is unknown elsewhere, where its file would be previewed again.
        let records = try household.importRecords().filter {
            try $0.work == nil || jobs.running($0.id, at: place) != nil
        }
        return ImportNewPage(
            records, unreadable: try household.unreadableImports(),
            command: "curl -F file=@\(place == .sales ? "lines" : "items").csv "
                + "-H 'Accept: application/json' " + server + site.links(place.root), site, place)
    }

    @Sendable private func create(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let form = try await site.form(of: request, fileField: "file")
        try form.checkForSecurityCodes()
        return try await site.answer(request, context, orRefuse: "The file was not read") {
            let (reading, upload) = try choice(form)
            try await upload.waitUntilWritten()
            let token = try household.imports.keepSource(
                at: upload.path, named: upload.fileName, reading: reading, page: place.rawValue)
            return try await preview(at: token, request, context)
        } showing: { refusal in
            var page = try page(request)
            page.show(form, refusal)
            return page
        }
    }

    /// The response with the result of a job.
    func answer(
        _ outcome: ImportJobs.Outcome, _ token: String, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        switch outcome {
        case .imported(let result): return try await answer(result, token, request, context)
        case .undone(let result): return try answer(result, request, context)
        case .changed:
            // A job of another server cannot be awaited.
            return site.redirect(to: place.waiting(token), after: request)
        case .previewed(let preview):
            return try await answer(preview, token, request, context)
        }
    }

    @Sendable private func map(_ request: Request, _ context: SiteContext) async throws -> Response
    {
        let token = try token(context)
        let form = try await site.form(of: request)
        do {
            var decoder = FormDecoder(form)
            let former = try place.source(of: token, in: household.imports)?.reading
            var reading = try decoder.importReading(
                at: place, after: former ?? ImportReading(household.importKinds))
            // The form has the names in the former encoding.
            if let encoding = former?.encoding, encoding != reading.encoding {
                reading.mapping.forgetEncodedNames()
            }
            guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
            return try await preview(at: token, as: reading, request, context)
        } catch let refusal as ValidationErrors { throw refusal.error("The file was not read") }
    }

    @Sendable private func cancel(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let token = try token(context)
        _ = try await site.form(of: request)
        var isCancelled = false
        while true {
            if let job = try jobs.running(token, at: place) {
                let isDone = try household.importRecord(token) != nil
                guard try job.cancel() else {
                    // The import is being saved and can be undone afterwards, or the undo itself is
                    // running.
                    return site.redirect(
                        to: isDone ? place.done(token) : place.waiting(token), after: request)
                }
                isCancelled = true
                try await jobs.end(of: token, at: place)
            }
            do {
                return try jobs.alone(with: token, at: place) {
                    try forget(token, isCancelled: isCancelled, request)
                }
            } catch is ImportJobs.AlreadyRunning {
                // Another request has started on the file.
                try await Task.sleep(for: ImportJobs.retryPause)
            }
        }
    }

    /// Deletes a file without a job that waits for a confirmation or for choices.
    ///
    /// - Parameter isCancelled: whether a cancelled job had it.
    private func forget(_ token: String, isCancelled: Bool, _ request: Request) throws -> Response {
        // It may have been imported nevertheless, or its import was being undone.
        guard try record(token) == nil else {
            return site.redirect(to: place.done(token), after: request)
        }
        guard try place.waits(token, in: household.imports) || isCancelled else {
            return try gone(token, request)
        }
        try household.imports.forget(token)
        jobs.forgetShown(token)
        return site.redirect(to: place.root, after: request)
    }

    // MARK: - Previewing and confirming

    /// The response for a previewed file: an importable file waits under its token, and others are
    /// answered with their faults.
    private func answer(
        _ preview: ImportPreview, _ token: String, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        guard case .plan(let file, let plan) = preview else {
            return try ask(preview, token, request, context)
        }
        guard plan.isApplicable, !preview.hasCardNumber else {
            return try show(
                file, plan, token, canBeConfirmed: false,
                plan.counts.refused > 0 ? .unprocessableContent : .ok, request, context)
        }
        guard request.wantsJSON else {
            return site.redirect(to: place.waiting(token), after: request)
        }
        let mapping = place == .everything ? site.links(place.mapping(token)) : nil
        var response = plan.response(file, token: token, mapping: mapping, site.links, place)
        response.headers[.location] = site.links(place.waiting(token))
        return response
    }

    @Sendable func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        do {
            return try await show(token, request, context)
        } catch let error where household.imports.hasLost(token, error) {
            // Meanwhile it was imported, cancelled or read again, or deleted with a person.
            jobs.forgetShown(token)
            return try await show(token, request, context)
        }
    }

    private func show(
        _ token: String, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        try check(request)
        if let job = try jobs.running(token, at: place) {
            return try show(job.state, job.name, token, at: place.waiting(token), request, context)
        }
        // The search, the filters and the pages are about the plan that was shown.
        if request.uri.query?.isEmpty == false, let shown = jobs.shownPlan(of: token),
            try place.waits(token, in: household.imports)
        {
            return try show(
                shown.file, shown.plan, token, canBeConfirmed: shown.canBeConfirmed, .ok, request,
                context)
        }
        switch try ended(token) {
        case .previewed(.plan(let file, let plan)) where household.imports.isWaiting(token):
            return try show(file, plan, token, .ok, request, context)
        case .imported(let result): return try await answer(result, token, request, context)
        // The file is not stored, so its faults can only be shown now.
        case .previewed(let preview) where preview.hasCardNumber:
            return try await answer(preview, token, request, context)
        case .changed: return try await preview(token, .conflict, request, context)
        case .previewed, .undone, nil: return try await preview(token, .ok, request, context)
        }
    }

    /// Refuses an invalid query before the file is previewed again. A document has all rows.
    private func check(_ request: Request) throws {
        let query = try ListQueryReader.read(request, ImportPlanPage.parameters)
        guard request.wantsJSON, query.isFiltered || query.page > 1 else { return }
        throw SiteError.unprocessable(
            "This preview cannot be shown",
            faults: [
                FieldError(
                    field: "q", label: "Search",
                    message: "the document has all rows; leave out search, filter and page")
            ])
    }

    /// The preview of a file, made again, since others may save in the meantime.
    private func preview(
        _ token: String, _ status: HTTPResponse.Status, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        if let done = try imported(token, request) { return done }
        if let file = try household.imports.file(for: token), place.takes(file.kind) {
            let plan = try await inTurn { try await household.plan(file) }
            return try show(file, plan, token, status, request, context)
        }
        guard let preview = try await self.preview(atSourceOf: token, for: context.viewer) else {
            return try gone(token, request)
        }
        guard case .plan(let file, let plan) = preview else {
            return try ask(preview, token, request, context)
        }
        return try show(file, plan, token, canBeConfirmed: false, .ok, request, context)
    }

    /// The result of a file's job; nil if it had none, or was cancelled.
    func ended(_ token: String) throws -> ImportJobs.Outcome? {
        do {
            return try jobs.take(token, at: place)
        } catch let refusal as ValidationErrors {
            throw refusal.error("The file was not read")
        } catch is CancellationError { return nil }
    }

    @Sendable private func confirm(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let token = try token(context)
        let form = try await site.form(of: request)
        let (digest, author) = (form["plan"], context.viewer.author(by: "import"))
        return try await run(token, request, context) {
            // An earlier request may have imported it.
            if let done = try imported(token, request) { return .answered(done) }
            guard let kind = try household.imports.waitingKind(token), place.takes(kind)
            else { return .answered(try gone(token, request)) }
            return .named(try place.source(of: token, in: household.imports)?.name ?? "")
        } as: { [household] progress in
            try await household.forgetting(token) {
                .imported(
                    try await Author.$name.withValue(author) {
                        try await household.confirmImport(token, digest: digest, progress: progress)
                    })
            }
        }
    }

    /// A redirect to a finished import; nil if the file was not imported.
    private func imported(_ token: String, _ request: Request) throws -> Response? {
        guard let record = try record(token) else { return nil }
        guard request.wantsJSON else { return site.redirect(to: place.done(token), after: request) }
        return .json(record.json(site.links, place))
    }

    /// The response for a file that is no longer stored: its import, if that just finished.
    func gone(_ token: String, _ request: Request) throws -> Response {
        guard let done = try imported(token, request) else {
            throw SiteError(
                status: .notFound, title: "This file is no longer kept",
                detail: "Files wait for a day, and no longer than until a person is removed. "
                    + "Choose the file again; nothing was imported.")
        }
        return done
    }

    private func answer(
        _ result: Household.ImportResult, _ token: String, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        switch result {
        case .gone: return try gone(token, request)
        case .changed(let file, let plan):
            return try show(file, plan, token, .conflict, request, context)
        case .done(let record):
            guard request.wantsJSON else {
                return site.redirect(to: place.done(record.id), after: request)
            }
            var response = Response.json(record.json(site.links, place), status: .created)
            response.headers[.location] = site.links(place.done(record.id))
            return response
        }
    }

    /// The progress page of an import or of its undo.
    ///
    /// - Parameter path: the address of the progress page.
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
        // The page also reloads without scripts.
        response.headers[.refresh] = "1"
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// - Parameter canBeConfirmed: whether the file waits. Default: true.
    private func show(
        _ file: ImportFile, _ plan: ImportPlan, _ token: String, canBeConfirmed: Bool = true,
        _ status: HTTPResponse.Status, _ request: Request, _ context: SiteContext
    ) throws -> Response {
        let mapping = try mappingForm(token, of: file, plan)
        let list = place.waiting(token)
        let shownToken = canBeConfirmed ? token : nil
        guard !request.wantsJSON else {
            return plan.response(
                file, token: shownToken, mapping: mapping?.path, site.links, place, status: status)
        }
        // A file that is not stored has no other pages.
        let isKept = try !file.rows.hasCardNumber && place.waits(token, in: household.imports)
        var query = isKept ? ListQuery() : ListQuery().onOnePage
        if request.method == .get, isKept {
            query = try ListQueryReader.read(request, ImportPlanPage.parameters)
        }
        if isKept {
            jobs.keepShown(
                ImportJobs.ShownPlan(file: file, plan: plan, canBeConfirmed: canBeConfirmed),
                of: token)
        }
        var page = try ImportPlanPage(
            file, plan, query, token: shownToken, at: list, site, place)
        page.mapping = mapping.map { [$0] } ?? []
        page.isStale = status == .conflict
        if !isKept {
            page.hasFilters = false
            if plan.rows.count > query.perPage {
                page.facts.append("Only the first \(query.perPage, grouped: true) rows are shown.")
            }
        }
        var response = try site.renderer.response(page, status: status, context: context)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    func inTurn<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        do {
            return try await household.importWork.queue.run(body)
        } catch is WorkQueue.Busy {
            throw SiteError.busy(retryAfterSeconds: 10)
        }
    }

    /// The record of an import that belongs to this page; nil for none.
    func record(_ id: String) throws -> ImportRecord? {
        try household.importRecord(id).flatMap { place.takes($0.kind) ? $0 : nil }
    }

    func token(_ context: SiteContext) throws -> String { try context.parameter("token") }
}
