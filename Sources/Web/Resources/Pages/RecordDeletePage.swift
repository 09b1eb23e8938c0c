/// The question before a record is deleted, or why it cannot be.
struct RecordDeletePage: TemplatePage {
    static let template = "records/delete"

    var layout: LayoutPage
    var summary = FaultSummary()
    var name: String
    // Why the record stays, and the name of the fault that says so.
    var isRefused: Bool
    var refusal: String
    var field: String
    /// What goes along and what stays, a sentence each.
    var consequences: [String]
    /// `Delete product`.
    var deleteLabel: String
    /// Where the form is posted.
    var deletePath: String
    /// What may be done instead.
    var ways: [DeletionWay]
    var cancelPath: String
}

extension RecordDeletePage {
    /// The question before a record is deleted.
    init<R: Resource>(_ record: R.Values, _ question: DeletionQuestion, _ resource: R) {
        self.init(
            layout: resource.layout("Delete \(record.title)?", about: record), name: record.title,
            isRefused: question.refusal != nil, refusal: question.refusal?.heading ?? "",
            field: question.refusal?.fault.field ?? "question",
            consequences: question.consequences,
            deleteLabel: question.label ?? "Delete \(resource.words.one)",
            deletePath: resource.links(resource.paths.delete(record.recordNumber)),
            ways: question.ways, cancelPath: resource.links(resource.path(of: record)))
    }
}
