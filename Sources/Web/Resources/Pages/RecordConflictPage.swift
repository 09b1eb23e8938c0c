import Domain

/// An edit that came too late (409): what the other window changed, and what this one did.
struct RecordConflictPage: TemplatePage {
    static let template = "records/conflict"

    var layout: LayoutPage
    /// The name as it is saved.
    var name: String
    /// Whether it is known what the form was filled with.
    var hasBefore: Bool
    var rows: [ConflictRow]
    /// The record as it is saved now.
    var recordPath: String
    /// What was typed over what is saved, with the version that is saved now.
    var form: RecordForm
}

extension RecordConflictPage {
    /// The page of a conflict.
    init(_ conflict: EditConflict, _ posted: PostedForm, _ resource: any Resource) {
        let (state, record) = (conflict.saved, conflict.saved.record)
        self.init(
            layout: resource.layout("\(record.title) has changed", about: record),
            name: record.title, hasBefore: !posted.shown.isEmpty,
            rows: posted.comparison(
                resource.fields.map { ($0.name, $0.label) }, state.texts,
                shown: { name, text in
                    state.options[name]?.first { $0.value == text }?.label
                        ?? resource.fields.first { $0.name == name }?.shown(
                            text, in: resource.currency)
                        ?? text
                }),
            recordPath: resource.links(record.path),
            form: RecordForm(state, late: posted, resource))
    }
}
