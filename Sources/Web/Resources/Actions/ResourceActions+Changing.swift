import Domain
import Hummingbird
import Persistence

/// The actions that change records, each in one transaction.
extension ResourceActions {
    /// Reads the form of a record, with amounts in the currency of the resource.
    func form(of request: Request, _ context: SiteContext) async throws -> PostedForm {
        var form = try await site.form(of: request, fileField: resource.hasPhoto ? "image" : nil)
        form.currency = resource.currency
        var posted = PostedForm(form)
        if resource.hasPhoto {
            posted.photo = try await UploadedPhoto(form, site.household, context)
        }
        return posted
    }

    @Sendable
    func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await form(of: request, context)
        return try await site.answer(
            request, context, orRefuse: "The \(words.one) was not added"
        ) {
            let record = try await site.idempotently(posted.typed, at: resource.fields[0].name) {
                try await site.change { try resource.add(posted, in: $0) }
            }
            return site.changed(
                record.document, status: .created, at: record.path,
                then: posted.typed["next"] == "new" ? record.another : record.next, after: request,
                flash: resource.messages.added)
        } showing: { refusal in
            try await page(ResourceForm(posted: posted, refusal: refusal))
        }
    }

    @Sendable
    func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.recordIdentifier
        let posted = try await form(of: request, context)
        do {
            return try await site.answer(
                request, context, orRefuse: "The \(words.one) was not saved"
            ) {
                try await change(request, flash: resource.messages.saved) {
                    try resource.update(id, posted, in: $0)
                }
            } showing: { refusal in
                let state = try await site.household.container.read {
                    try resource.state(id, in: $0)
                }
                return try await page(
                    ResourceForm(state: state, posted: posted, refusal: refusal))
            }
        } catch let conflict as EditConflict<RecordState> {
            guard !request.wantsJSON else { throw conflict.error }
            let form = ResourceForm(state: conflict.saved, posted: posted, isLate: true)
            return try site.renderer.response(
                try await page(form), status: .conflict, context: context)
        } catch let gone as SiteError where gone.status == .notFound {
            guard !request.wantsJSON, !posted.typed.fields.isEmpty else { throw gone }
            return try site.gone(
                try await page(ResourceForm(posted: posted)), words.one, context)
        }
    }

    @Sendable
    func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.recordIdentifier
        let form = try await site.form(of: request)
        return try await site.answer(
            request, context, orRefuse: "The \(words.one) was not deleted"
        ) {
            let deletion = try await site.change { try resource.delete(id, form, in: $0) }
            return site.changed(
                deletion.document, at: deletion.next, after: request,
                flash: resource.messages.deleted, token: deletion.token)
        } showing: { refusal in
            var page = try await site.household.container.read { records in
                try resource.deletePage(id, in: records)
            }
            page.summary = refusal.summary
            return page
        }
    }

    /// Restores deleted records, unless others have their place now.
    @Sendable
    func undoDeletion(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        let record = try await site.undo(site.deletions, context, orElse: .deletedForGood) {
            try resource.restore($0, in: $1)
        }
        return site.changed(
            record.document, at: record.path, after: request,
            flash: resource.messages.restored)
    }

    /// Changes a record and answers with it.
    ///
    /// - Parameter body: changes the record and saves it.
    /// - Throws: ``ValidationErrors``, and errors of the closure.
    func change(
        _ request: Request, flash: FlashMessage,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> RecordSummary
    ) async throws -> Response {
        let record = try await site.change(body)
        return site.changed(
            record.document, at: record.path, after: request, flash: flash,
            token: record.undoToken)
    }
}
