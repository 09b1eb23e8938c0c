import Domain
import HTTPTypes
import Hummingbird
import NIOPosix
import Persistence

/// Importing a file: choosing it, looking at what it would do, saying yes.
struct ImportController: RouteProvider {
    let site: Site
    let place: ImportPlace

    private var household: Household { site.household }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(place.root, use: new)
        routes.post(place.root, use: create)
        routes.post(place.waiting("{token}"), use: confirm)
        // Elsewhere a file that waits and an import that was done have one address.
        guard place == .sales else { return }
        routes.get(place.waiting("{token}"), use: show)
        routes.get(place.waiting("{token}").json, use: show)
    }

    // MARK: - Choosing a file

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(try page(request), context: context)
    }

    private func page(_ request: Request) throws -> ImportNewPage {
        let server = "http://" + (request.head.authority ?? "localhost")
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
            let (file, plan) = try await inTurn {
                let file = try await read(form)
                return (file, try await household.plan(file))
            }
            return try answer(file, plan, request, context)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The file was not read") }
            var page = try page(request)
            page.show(form, refusal)
            return try site.refused(page, refusal, context)
        }
    }

    /// A file that can be imported waits under an address of its own; any other one is not kept.
    private func answer(
        _ file: ImportFile, _ plan: ImportPlan, _ request: Request, _ context: SiteContext
    ) throws -> Response {
        guard plan.isApplicable else {
            let status: HTTPResponse.Status =
                plan.counts.refused > 0 ? .unprocessableContent : .ok
            return try show(file, plan, token: nil, status, request, context)
        }
        let token = try household.imports.keep(file)
        guard request.wantsJSON else {
            return site.redirect(to: place.waiting(token), after: request)
        }
        var response = Response.json(plan.json(file, token: token, site.links, place))
        response.headers[.location] = site.links(place.waiting(token))
        return response
    }

    private func read(_ form: FormData) async throws -> ImportFile {
        var decoder = FormDecoder(form)
        let field = form["section"] == nil ? "kind" : "section"
        let kind = decoder.choice(field, label: "What it holds", of: ImportKind.self).value
        let renaming: ColumnRenaming
        do {
            renaming = try ColumnRenaming(form["renaming"] ?? "")
        } catch {
            throw FormRefusal(faults: [
                FormFault(field: "renaming", label: "Other names", message: error.description)
            ])
        }
        let upload = form.file("file")
        if upload == nil {
            decoder.fail("file", "File", "choose one (curl: -F file=@customers.csv)")
        }
        guard decoder.faults.isEmpty, let upload else {
            throw FormRefusal(faults: decoder.faults)
        }
        do {
            let file = try await NIOThreadPool.singleton.runIfActive {
                try read(upload.path, upload.fileName, kind, renaming)
            }
            // What came with the number of a card does not stay on the disk, not even as a rest.
            if file.hasCardNumber { try ErasedFile.remove(upload.path) }
            return file
        } catch let fault as CSVFault {
            var refusal = Self.refusal(fault.description)
            if case .largeFile(let size, let limit) = fault {
                refusal.status = .contentTooLarge
                refusal.members = [("limit", .int(limit)), ("size", .int(size))]
            }
            throw refusal
        } catch let fault as ImportFault {
            throw Self.refusal(fault.description)
        } catch let error as PersistenceError {
            throw Self.refusal("The store cannot be read: \(error)")
        }
    }

    /// Reads a table, or, where everything is imported, a store.
    private func read(
        _ path: String, _ name: String, _ kind: ImportKind?, _ renaming: ColumnRenaming
    ) throws -> ImportFile {
        guard place == .everything, try ImportFile.isStore(path) else {
            return try ImportFile(
                contentsOf: path, named: name, kind: kind, renaming: renaming)
        }
        return try ImportFile(storeAt: path, named: name, kind: kind, renaming: renaming)
    }

    private static func refusal(_ message: String) -> FormRefusal {
        FormRefusal(faults: [FormFault(field: "file", label: "File", message: message)])
    }

    // MARK: - Looking, and saying yes

    @Sendable
    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        let (file, plan) = try await inTurn {
            guard let file = try household.imports.file(for: token) else { throw Self.gone }
            return (file, try await household.plan(file))
        }
        return try show(file, plan, token: token, .ok, request, context)
    }

    @Sendable
    private func confirm(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        let form = try await site.form(of: request)
        switch try await household.confirmImport(token, digest: form["plan"]) {
        case .gone: throw Self.gone
        case .changed(let file, let plan):
            return try show(file, plan, token: token, .conflict, request, context)
        case .done(let record):
            guard request.wantsJSON else {
                return site.redirect(to: place.done(record.id), after: request)
            }
            var response = Response.json(record.json(site.links, place), status: .created)
            response.headers[.location] = site.links(place.done(record.id))
            return response
        }
    }

    private func show(
        _ file: ImportFile, _ plan: ImportPlan, token: String?, _ status: HTTPResponse.Status,
        _ request: Request, _ context: SiteContext
    ) throws -> Response {
        guard !request.wantsJSON else {
            return .json(plan.json(file, token: token, site.links, place), status: status)
        }
        var page = ImportPlanPage(file, plan, token: token, site, place)
        page.isStale = status == .conflict
        var response = try site.renderer.response(page, status: status, context: context)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func inTurn<Value: Sendable>(
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
