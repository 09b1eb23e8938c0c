import Domain

/// A conflicting edit (409): the changes of the other window and of this one.
struct RecordConflictPage: TemplatePage {
    static let template = "records/conflict"

    var layout: LayoutPage
    var name: String
    /// Whether the initial texts of the form are known.
    var hasBefore: Bool
    var rows: [ConflictRow]
    var recordPath: String
    /// The input over the saved values, with the current version.
    var form: RecordForm
}

extension RecordConflictPage {
    init(
        _ state: RecordState, _ posted: PostedForm, _ form: RecordForm, _ resource: any Resource
    ) {
        let record = state.record
        self.init(
            layout: resource.layout("\(record.title) has changed", about: record),
            name: record.title, hasBefore: !posted.shown.isEmpty,
            rows: posted.comparison(
                state.fields.map { ($0.name, $0.label) }, state.texts,
                shown: { name, text in
                    if text == ChosenLocation.newValue,
                        let new = posted.text(ChosenLocation.nameField(name))
                    {
                        return new
                    }
                    return state.options[name]?.first { $0.value == text }?.label
                        ?? state.fields.first { $0.name == name }?.shown(
                            text, in: resource.currency)
                        ?? text
                }),
            recordPath: resource.links(record.path), form: form)
    }
}
