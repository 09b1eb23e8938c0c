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
            let texts = form.posted == nil ? try texts(ofNew: form.named, in: context) : [:]
            return RecordFormPage(
                new: RecordForm(
                    new: self, options: try options(in: context), texts: texts, form.posted,
                    form.refusal), self)
        }
        guard let posted = form.posted else {
            return RecordFormPage(state.record, RecordForm(state, self), self)
        }
        if form.isLate { return RecordConflictPage(state, posted, self) }
        return RecordFormPage(state.record, RecordForm(state, posted, form.refusal, self), self)
    }
}
