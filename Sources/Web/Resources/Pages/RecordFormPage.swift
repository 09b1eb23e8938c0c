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
