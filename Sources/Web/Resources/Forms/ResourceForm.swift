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
