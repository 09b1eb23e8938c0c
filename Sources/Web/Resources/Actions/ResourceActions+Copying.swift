import Domain
import Hummingbird
import Persistence

/// Copies a record: a form for new ones with its values, and undo.
extension ResourceActions {
    /// Not cached, because each form has its own idempotency key.
    @Sendable
    func askToCopy(_ request: Request, _ context: SiteContext) async throws -> Response {
        let page = try await copyPage(context.recordNumber)
        return try site.renderer.response(page, context: context)
    }

    private func copyPage(
        _ number: Int64, _ posted: PostedForm? = nil, _ refusal: ValidationErrors? = nil
    ) async throws -> RecordFormPage {
        try await site.household.container.read { records in
            let (record, texts) = try resource.copy(of: number, in: records)
            let form = RecordForm(
                copying: record, resource, options: try resource.options(in: records),
                texts: texts, posted, refusal)
            return RecordFormPage(copying: record, form, resource)
        }
    }

    @Sendable
    func copy(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = PostedForm(try await form(of: request))
        let logger = context.logger
        return try await site.answer(request, context, orRefuse: "Nothing was copied") {
            let (copies, token) = try await site.idempotently(
                posted.typed, at: resource.fields[0].name
            ) {
                try await site.change { records in
                    let copies = try resource.addCopies(of: number, posted, in: records)
                    return (copies.records, site.copies.keep(copies.undo, logger))
                }
            }
            return site.changed(
                .object([("records", .array(copies.map(\.document)))]), status: .created,
                at: copies.count == 1 ? copies[0].path : paths.list, after: request,
                flash: .recordsCopied, token: token)
        } showing: { refusal in
            try await copyPage(number, posted, refusal)
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
            flash: .copiesRemoved)
    }
}
