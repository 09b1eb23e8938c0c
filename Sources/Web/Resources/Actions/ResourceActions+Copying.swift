import Domain
import Hummingbird
import Persistence

/// Copies a record: a form for new ones with its values, and undo.
extension ResourceActions {
    /// Not cached, because each form has its own idempotency key.
    @Sendable
    func askToCopy(_ request: Request, _ context: SiteContext) async throws -> Response {
        let page = try await copyPage(context.recordIdentifier)
        return try site.renderer.response(page, context: context)
    }

    private func copyPage(
        _ id: RecordIdentifier, _ posted: PostedForm? = nil, _ refusal: ValidationErrors? = nil
    ) async throws -> RecordFormPage {
        try await site.household.container.read {
            try resource.copyPage(id, posted, refusal, in: $0)
        }
    }

    @Sendable
    func copy(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.recordIdentifier
        var form = try await site.form(of: request)
        form.currency = resource.currency
        let posted = PostedForm(form)
        return try await site.answer(request, context, orRefuse: "Nothing was copied") {
            let copies = try await site.idempotently(
                posted.typed, at: resource.fields[0].name
            ) {
                try await site.change { try resource.addCopies(of: id, posted, in: $0) }
            }
            let records = copies.records
            return site.changed(
                .object([("records", .array(records.map(\.document)))]), status: .created,
                at: records.count == 1 ? records[0].path : resource.listOfCopies, after: request,
                flash: .recordsCopied, token: copies.token)
        } showing: { refusal in
            try await copyPage(id, posted, refusal)
        }
    }

    @Sendable
    func undoCopies(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        let count = try await site.undo(site.copies, context, orElse: .copiedForGood) {
            try resource.remove($0, in: $1)
        }
        return site.changed(
            .object([("removed", .int(count))]), at: paths.list, after: request,
            flash: resource.messages.copiesRemoved)
    }
}
