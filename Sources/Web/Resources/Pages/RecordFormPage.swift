import Domain

/// The form of a new or an existing record.
struct RecordFormPage: TemplatePage {
    static let template = "records/form"

    var layout: LayoutPage
    /// `New product`, or `Edit`, before the name.
    var heading: String
    var name = ""
    var form: RecordForm
}

extension RecordFormPage {
    init(new form: RecordForm, _ resource: any Resource) {
        let heading = "New \(resource.words.one)"
        self.init(layout: resource.layout(heading), heading: heading, form: form)
    }

    init(copying record: RecordSummary, _ form: RecordForm, _ resource: any Resource) {
        self.init(
            layout: resource.layout("Copy \(record.title)", about: record), heading: "Copy",
            name: record.title, form: form)
    }

    init(_ record: RecordSummary, _ form: RecordForm, _ resource: any Resource) {
        self.init(
            layout: resource.layout("Edit \(record.title)", about: record), heading: "Edit",
            name: record.title, form: form)
    }
}

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
