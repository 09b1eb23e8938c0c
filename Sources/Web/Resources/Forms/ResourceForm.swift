import Domain
import Persistence

/// The form of a resource, as its page shows it.
struct ResourceForm: Sendable {
    /// The record; nil for a new one.
    var state: RecordState?
    /// The values for a new record in the address of its form.
    var named = FormData()
    /// The input; nil for a form that is opened.
    var posted: PostedForm?
    var refusal: ValidationErrors?
    /// Whether the record has changed since the form was opened.
    var isLate = false
}

extension Resource {
    func formPage(
        _ form: ResourceForm, in context: ManagedObjectContext
    ) throws -> any TemplatePage {
        guard let state = form.state else {
            let fields = try fields(ofNew: form.posted?.typed ?? form.named, in: context)
            var shown = RecordForm(
                new: self, fields: fields, options: try options(of: fields, in: context),
                texts: form.posted == nil ? try texts(ofNew: form.named, in: context) : [:],
                form.posted ?? PostedForm(form.named), form.refusal)
            try complete(&shown, form, in: context)
            return RecordFormPage(new: shown, self)
        }
        var shown = RecordForm(state, form, self)
        try complete(&shown, form, in: context)
        guard form.isLate, let posted = form.posted else {
            return RecordFormPage(state.record, shown, self)
        }
        return RecordConflictPage(state, posted, shown, self)
    }
}

/// A record with the texts of its form.
struct RecordState: Sendable {
    let record: RecordSummary
    let fields: [FieldDescription]
    /// The texts of the fields, by name.
    let texts: [String: String]
    /// The options of the fields for relationships, by name.
    let options: [String: [SelectOption]]
}

extension Resource {
    /// The record in an address, with the texts of its form.
    ///
    /// - Throws: a 404 if there is none.
    func state(_ id: RecordIdentifier, in context: ManagedObjectContext) throws -> RecordState {
        try state(of: existing(id, in: context), in: context)
    }

    /// A record with the texts of its form.
    ///
    /// - Throws: errors of the store.
    func state(of record: Record, in context: ManagedObjectContext) throws -> RecordState {
        let fields = try fields(of: record)
        return RecordState(
            record: try rowSummary(of: record, in: context), fields: fields,
            texts: try texts(of: record), options: try options(of: fields, in: context))
    }

    /// The options of fields for relationships.
    ///
    /// - Throws: errors of the store.
    func options(
        of fields: [FieldDescription], in context: ManagedObjectContext
    ) throws -> [String: [SelectOption]] {
        var options: [String: [SelectOption]] = [:]
        for field in fields { options[field.name] = try field.options(in: context) }
        return options
    }
}
