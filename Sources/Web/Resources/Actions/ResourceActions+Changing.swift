import Domain
import Hummingbird
import Persistence

/// The actions that change something, each in one transaction.
extension ResourceActions where R: Resource {
    /// Reads the form of a record, with amounts in the currency of the resource.
    private func form(of request: Request) async throws -> FormData {
        var form = try await site.form(of: request)
        form.currency = resource.currency
        return form
    }

    @Sendable
    func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = PostedForm(try await form(of: request))
        do {
            let values = try await site.once(posted.typed, at: resource.fields[0].name) {
                try await site.change { records in
                    let record = try resource.make(in: records)
                    var decoder = posted.decoder
                    try take(&decoder, to: record, isNew: true, in: records)
                    return try save(record, in: records)
                }
            }
            return site.changed(
                resource.json(values), status: .created, at: resource.path(of: values),
                after: request, announcing: resource.announcements.added)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else {
                throw refusal.error("The \(words.one) was not added")
            }
            let form = RecordForm(new: resource, options: try await options(), posted, refusal)
            return try site.refused(RecordFormPage(new: form, resource), refusal, context)
        }
    }

    @Sendable
    func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = PostedForm(try await form(of: request))
        do {
            let values = try await site.change { records in
                try update(resource.existing(number, in: records), posted, in: records)
            }
            return site.changed(
                resource.json(values), at: resource.path(of: values), after: request,
                announcing: resource.announcements.saved)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else {
                throw refusal.error("The \(words.one) was not saved")
            }
            let state = try await site.household.container.read { records in
                try resource.state(of: resource.existing(number, in: records), in: records)
            }
            let form = RecordForm(state, posted, refusal, resource)
            return try site.refused(
                RecordFormPage(state.values, form, resource), refusal, context)
        } catch let conflict as EditConflict<R.Values> {
            guard !request.wantsJSON else {
                throw conflict.error(resource.json(conflict.saved.values))
            }
            return try site.renderer.response(
                RecordConflictPage(conflict, posted, resource), status: .conflict,
                context: context)
        } catch let gone as SiteError where gone.status == .notFound {
            guard !request.wantsJSON, !posted.typed.fields.isEmpty else { throw gone }
            let form = RecordForm(new: resource, options: try await options(), posted)
            return try site.gone(RecordFormPage(new: form, resource), words.one, context)
        }
    }

    @Sendable
    func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        let logger = context.logger
        do {
            let (values, token) = try await site.change { records in
                let record = try resource.existing(number, in: records)
                let values = try resource.values(record, in: records)
                let deleted = try DeletedRecords(record)
                let question = try resource.deletion(of: record, in: records)
                if let refusal = question.refusal { throw FormRefusal(faults: [refusal.fault]) }
                let choice = try question.choice?.value(in: form)
                try resource.delete(record, choosing: choice, in: records)
                try site.household.save(records)
                return (values, deleted.flatMap { site.deletions.keep($0, logger) })
            }
            return site.changed(
                resource.json(values), at: resource.list(after: values), after: request,
                announcing: resource.announcements.deleted, token: token)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else {
                throw refusal.error("The \(words.one) was not deleted")
            }
            var page = try await site.household.container.read { records in
                try deletePage(number, in: records)
            }
            page.summary = refusal.summary
            return try site.refused(page, refusal, context)
        }
    }

    /// Makes again what a deletion took away, unless something else has its place by now.
    @Sendable
    func undoDeletion(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        let values = try await site.undo(site.deletions, context, orElse: .deletedForGood) {
            deleted, records -> R.Values? in
            guard let record = try deleted.make(in: records) as? R.Record else { return nil }
            try resource.check(
                record, orRefuse: "The \(words.one) cannot be brought back", in: records)
            return try save(record, in: records)
        }
        return site.changed(
            resource.json(values), at: resource.path(of: values), after: request,
            announcing: resource.announcements.restored)
    }

    /// Changes a record in a way that its form does not have, and answers with it.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    func change(
        _ request: Request, _ context: SiteContext, announcing announcement: Announcement,
        _ body: @escaping @Sendable (R.Record) throws -> Void
    ) async throws -> Response {
        let number = try context.recordNumber
        let values = try await site.change { records in
            let record = try resource.existing(number, in: records)
            try body(record)
            return try save(record, in: records)
        }
        return site.changed(
            resource.json(values), at: resource.path(of: values), after: request,
            announcing: announcement)
    }

    private func update(
        _ record: R.Record, _ posted: PostedForm, in context: ManagedObjectContext
    ) throws -> R.Values {
        var decoder = posted.decoder
        let version = posted.version(&decoder)
        let texts = try resource.texts(of: record)
        if posted.isStale(version, record.rowVersion, texts) {
            throw EditConflict(saved: try resource.state(of: record, in: context))
        }
        try take(&decoder, to: record, isNew: false, in: context)
        return try save(record, in: context)
    }

    /// Gives a record what was posted.
    private func take(
        _ decoder: inout FormDecoder, to record: R.Record, isNew: Bool,
        in context: ManagedObjectContext
    ) throws {
        for field in resource.fields { try field.take(&decoder, to: record, isNew: isNew) }
        try resource.check(record, &decoder, in: context)
        var faults = FaultList(decoder.faults)
        try faults.add(valuesOf: record, resource.fields.map(\.name))
        try faults.check()
    }

    private func save(
        _ record: R.Record, in context: ManagedObjectContext
    ) throws -> R.Values {
        try site.household.save(context)
        return try resource.values(record, in: context)
    }
}
