import Domain
import HTTPTypes
import Hummingbird
import NIOPosix

/// Importing a file: choosing it, looking at what it would do, saying yes.
struct ImportController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.salesImport, use: new)
        routes.post(.salesImport, use: create)
        routes.get(.salesImport("{token}"), use: show)
        routes.get(SitePath.salesImport("{token}").json, use: show)
        routes.post(.salesImport("{token}"), use: confirm)
    }

    // MARK: - Choosing a file

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(try page(request), context: context)
    }

    private func page(_ request: Request) throws -> ImportNewPage {
        let server = "http://" + (request.head.authority ?? "localhost")
        return ImportNewPage(
            try shop.household.imports.records(),
            command: "curl -F file=@lines.csv -H 'Accept: application/json' "
                + server + shop.links(.salesImport), shop)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request)
        try form.checkForSecurityCodes()
        do {
            let (file, plan) = try await inTurn {
                let file = try await read(form)
                return (file, try await shop.household.plan(file))
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
        let token = try shop.household.imports.keep(file)
        guard request.wantsJSON else {
            return site.redirect(to: .salesImport(token), after: request)
        }
        var response = Response.json(plan.json(file, token: token, shop.links))
        response.headers[.location] = shop.links(.salesImport(token))
        return response
    }

    private func read(_ form: FormData) async throws -> ImportFile {
        var decoder = FormDecoder(form)
        let kind = decoder.choice("kind", label: "What it holds", of: ImportKind.self).value
        let upload = form.file("file")
        if upload == nil {
            decoder.fail("file", "File", "choose one (curl: -F file=@customers.csv)")
        }
        guard decoder.faults.isEmpty, let upload else {
            throw FormRefusal(faults: decoder.faults)
        }
        do {
            let file = try await NIOThreadPool.singleton.runIfActive {
                try ImportFile(contentsOf: upload.path, named: upload.fileName, kind: kind)
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
        }
    }

    private static func refusal(_ message: String) -> FormRefusal {
        FormRefusal(faults: [FormFault(field: "file", label: "File", message: message)])
    }

    // MARK: - Looking, and saying yes

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        let (file, plan) = try await inTurn {
            guard let file = try shop.household.imports.file(for: token) else { throw Self.gone }
            return (file, try await shop.household.plan(file))
        }
        return try show(file, plan, token: token, .ok, request, context)
    }

    @Sendable
    private func confirm(_ request: Request, _ context: SiteContext) async throws -> Response {
        let token = try token(context)
        let form = try await site.form(of: request)
        switch try await shop.household.confirmImport(token, digest: form["plan"]) {
        case .gone: throw Self.gone
        case .changed(let file, let plan):
            return try show(file, plan, token: token, .conflict, request, context)
        case .done(let record):
            guard request.wantsJSON else {
                return site.redirect(to: .salesImportDone(record.id), after: request)
            }
            var response = Response.json(record.json(shop.links), status: .created)
            response.headers[.location] = shop.links(.salesImportDone(record.id))
            return response
        }
    }

    private func show(
        _ file: ImportFile, _ plan: ImportPlan, token: String?, _ status: HTTPResponse.Status,
        _ request: Request, _ context: SiteContext
    ) throws -> Response {
        guard !request.wantsJSON else {
            return .json(plan.json(file, token: token, shop.links), status: status)
        }
        var page = ImportPlanPage(file, plan, token: token, shop)
        page.isStale = status == .conflict
        var response = try site.renderer.response(page, status: status, context: context)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func inTurn<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await shop.household.importQueue.run(body)
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
