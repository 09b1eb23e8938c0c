import Domain
import HTTPTypes
import Hummingbird

/// Importing a file: choosing it, looking at what it would do, saying yes.
struct ImportController: RouteProvider {
    let site: Site
    let place: ImportPlace

    var household: Household { site.household }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(place.root, by: place.access, use: new)
        routes.post(place.root, by: place.access, use: create)
        routes.post(place.waiting("{token}"), by: place.access, use: confirm)
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
        try site.renderer.response(try page(request), context: context)
    }

    private func page(_ request: Request) throws -> ImportNewPage {
        let server = request.server
        return ImportNewPage(
            try household.imports.records(),
            command: "curl -F file=@\(place == .sales ? "lines" : "items").csv "
                + "-H 'Accept: application/json' " + server + site.links(place.root), site, place)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request)
        try form.checkForSecurityCodes()
        do {
            let (reading, upload) = try choice(form)
            let looked = try await inTurn {
                try await look(at: upload.path, named: upload.fileName, reading)
            }
            let token = try await keep(looked, reading, upload)
            return try await answer(looked, token: token, request, context)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The file was not read") }
            var page = try page(request)
            page.show(form, refusal)
            return try site.refused(page, refusal, context)
        }
    }

    /// Keeps a file that was chosen under an address of its own, as it came where its columns can be
    /// said to go elsewhere; nil for one that is not kept.
    private func keep(
        _ looked: LookedFile, _ reading: ImportReading, _ upload: UploadedFile
    ) async throws -> String? {
        guard !looked.hasCardNumber else {
            // What came with the number of a card does not stay on the disk, not even as a rest.
            try ErasedFile.remove(upload.path)
            return nil
        }
        if place == .everything {
            try await upload.waitUntilWritten()
            return try household.imports.keepSource(
                at: upload.path, named: upload.fileName, reading: reading)
        }
        guard case .plan(let file, let plan) = looked, plan.isApplicable else { return nil }
        return try household.imports.keep(file)
    }

    @Sendable
    private func map(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        let form = try await site.form(of: request)
        guard let source = try household.imports.source(for: token) else { throw Self.gone }
        do {
            var decoder = FormDecoder(form)
            let reading = try decoder.importReading()
            guard decoder.faults.isEmpty else { throw FormRefusal(faults: decoder.faults) }
            let looked = try await inTurn {
                try await look(at: source.path, named: source.name, reading)
            }
            guard !looked.hasCardNumber else {
                try household.imports.forget(token)
                return try await answer(looked, token: nil, request, context)
            }
            try household.imports.read(token, as: reading)
            return try await answer(looked, token: token, request, context)
        } catch let refusal as FormRefusal {
            throw refusal.error("The file was not read")
        }
    }

    // MARK: - Looking, and saying yes

    /// A file that can be imported waits under its token; of any other one the page says what is wrong.
    private func answer(
        _ looked: LookedFile, token: String?, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        switch looked {
        case .unclear(let fault, let outline):
            if let token { try household.imports.keep(nil, as: token) }
            return try ask(fault, outline, token: token, request, context)
        case .plan(let file, let plan):
            let isWaiting = plan.isApplicable && token != nil
            if place == .everything, let token {
                try household.imports.keep(isWaiting ? file : nil, as: token)
            }
            guard isWaiting, let token else {
                let status: HTTPResponse.Status =
                    plan.counts.refused > 0 ? .unprocessableContent : .ok
                return try await show(
                    file, plan, token: nil, source: token, status, request, context)
            }
            guard request.wantsJSON else {
                return site.redirect(to: place.waiting(token), after: request)
            }
            let mapping = place == .everything ? site.links(.importMapping(token)) : nil
            var response = Response.json(
                plan.json(file, token: token, mapping: mapping, site.links, place))
            response.headers[.location] = site.links(place.waiting(token))
            return response
        }
    }

    @Sendable
    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        if let file = try household.imports.file(for: token) {
            let plan = try await inTurn { try await household.plan(file) }
            return try await show(
                file, plan, token: token, source: token, .ok, request, context)
        }
        guard place == .everything, let source = try household.imports.source(for: token) else {
            throw Self.gone
        }
        let looked = try await inTurn {
            try await look(at: source.path, named: source.name, source.reading)
        }
        switch looked {
        case .unclear(let fault, let outline):
            return try ask(fault, outline, token: token, request, context)
        case .plan(let file, let plan):
            return try await show(file, plan, token: nil, source: token, .ok, request, context)
        }
    }

    @Sendable
    private func confirm(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        let form = try await site.form(of: request)
        let result = try await Author.$name.withValue(context.viewer.author(by: "import")) {
            try await household.confirmImport(token, digest: form["plan"])
        }
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

    /// - Parameters:
    ///   - token: what stands for the file, if it can be imported.
    ///   - source: what stands for it as it came.
    private func show(
        _ file: ImportFile, _ plan: ImportPlan, token: String?, source: String?,
        _ status: HTTPResponse.Status, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let mapping = try await mappingForm(source, isOpen: !file.ignoredColumns.isEmpty)
        guard !request.wantsJSON else {
            return .json(
                plan.json(file, token: token, mapping: mapping?.path, site.links, place),
                status: status)
        }
        var page = ImportPlanPage(file, plan, token: token, site, place)
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
