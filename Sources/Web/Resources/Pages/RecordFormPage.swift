/// The form of a record, a new one or one that exists.
struct RecordFormPage: TemplatePage {
    static let template = "records/form"

    var layout: LayoutPage
    /// `New product`, or `Edit`, behind which the name comes.
    var heading: String
    /// The name as it is saved.
    var name = ""
    var form: RecordForm
}

extension RecordFormPage {
    /// The page of a form for a new record.
    init(new form: RecordForm, _ resource: any Resource) {
        let heading = "New \(resource.words.one)"
        self.init(layout: resource.layout(heading), heading: heading, form: form)
    }

    /// The page of a form for copies of a record.
    init(copying record: RecordSummary, _ form: RecordForm, _ resource: any Resource) {
        self.init(
            layout: resource.layout("Copy \(record.title)", about: record), heading: "Copy",
            name: record.title, form: form)
    }

    /// The page of a form for a record.
    init(_ record: RecordSummary, _ form: RecordForm, _ resource: any Resource) {
        self.init(
            layout: resource.layout("Edit \(record.title)", about: record), heading: "Edit",
            name: record.title, form: form)
    }
}
