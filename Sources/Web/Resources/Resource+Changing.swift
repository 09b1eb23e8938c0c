import Domain
import Persistence

/// The changes of a resource without its record type, for the actions that all resources share.
extension Resource {
    /// Adds a record.
    ///
    /// - Throws: ``ValidationErrors``; errors of the store.
    func add(_ posted: PostedForm, in context: ManagedObjectContext) throws -> RecordSummary {
        let record = try make(in: context)
        var decoder = posted.decoder
        try take(posted, &decoder, to: record, isNew: true, in: context)
        return try save(record, posted, in: context)
    }

    /// Updates a record with a form.
    ///
    /// - Throws: ``ValidationErrors``, ``EditConflict``, and a 404.
    func update(
        _ id: RecordIdentifier, _ posted: PostedForm, in context: ManagedObjectContext
    ) throws -> RecordSummary {
        let record = try existing(id, in: context)
        var decoder = posted.decoder
        let version = posted.version(&decoder)
        if posted.isStale(version, self.version(of: record), try texts(of: record)) {
            let saved = try state(of: record, in: context)
            throw EditConflict(
                saved, version: saved.record.version,
                try summary(of: record, in: context).document)
        }
        try take(posted, &decoder, to: record, isNew: false, in: context)
        return try save(record, posted, in: context)
    }

    /// Changes a record in a way that its form does not offer.
    ///
    /// - Throws: errors of the closure, and a 404.
    func change(
        _ number: Int64, in context: ManagedObjectContext, _ body: (Record) throws -> Void
    ) throws -> RecordSummary {
        let record = try existing(number, in: context)
        try body(record)
        return try save(record, PostedForm(FormData()), in: context)
    }

    func take(
        _ posted: PostedForm, _ decoder: inout FormDecoder, to record: Record, isNew: Bool,
        in context: ManagedObjectContext
    ) throws {
        try take(fields, &decoder, to: record, isNew: isNew, in: context)
    }

    /// Sets the posted values of some fields.
    ///
    /// - Throws: ``ValidationErrors``, and errors of the store.
    func take(
        _ fields: [FieldDescription], _ decoder: inout FormDecoder, to record: Record,
        isNew: Bool, in context: ManagedObjectContext
    ) throws {
        for field in fields { try field.take(&decoder, to: record, isNew: isNew) }
        try check(record, &decoder, in: context)
        var faults = FaultList(decoder.faults)
        try faults.add(valuesOf: record, fields.filter { $0.spelling == nil }.map(\.name))
        try faults.check()
    }

    private func save(
        _ record: Record, _ posted: PostedForm, in context: ManagedObjectContext
    ) throws -> RecordSummary {
        let token = try save(record, with: posted.photo, in: context)
        var summary = try summary(of: record, in: context)
        summary.undoToken = token
        return summary
    }

    /// The consequences of deleting a record, or the reason why it cannot be deleted.
    ///
    /// - Throws: a 404.
    func deletion(
        _ id: RecordIdentifier, in context: ManagedObjectContext
    ) throws -> (record: RecordSummary, question: DeletionQuestion) {
        let record = try existing(id, in: context)
        return (
            try rowSummary(of: record, in: context), try deletion(of: record, in: context)
        )
    }

    func delete(
        _ id: RecordIdentifier, _ form: FormData, in context: ManagedObjectContext
    ) throws -> RecordDeletion {
        let record = try existing(id, in: context)
        let values = try values(record, in: context)
        let (document, next) = (try json(values), list(after: values))
        let undo = keepsDeletions ? try DeletedRecords(record) : nil
        let question = try deletion(of: record, in: context)
        if let refusal = question.refusal { throw ValidationErrors(faults: [refusal.fault]) }
        let choice = try question.choice?.value(in: form)
        try delete(record, choosing: choice, in: context)
        let token = try undo.map { undo in try site.deletions.keep(in: context) { undo } }
        try site.household.save(context)
        return RecordDeletion(document: document, next: next, token: token)
    }

    /// Restores deleted records; nil if they are of another kind.
    ///
    /// - Throws: ``SiteError`` 422 if others have their place now.
    func restore(
        _ deleted: DeletedRecords, in context: ManagedObjectContext
    ) throws -> RecordSummary? {
        guard let record = try deleted.make(in: context) as? Record else { return nil }
        try check(record, orRefuse: "The \(words.one) cannot be restored", in: context)
        return try save(record, PostedForm(FormData()), in: context)
    }
}
