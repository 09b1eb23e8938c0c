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
    /// What the person decides, at most one thing.
    var choices: [Choice]
    /// What may be done instead.
    var ways: [RecordWay]
    var cancelPath: String

    /// Something to decide.
    struct Choice: Sendable {
        var label: String
        var options: [Option]
    }

    /// A way to decide it.
    struct Option: Sendable {
        var name: String
        var value: String
        var label: String
        var isSelected: Bool
    }
}

extension RecordDeletePage.Choice {
    fileprivate init(_ choice: DeletionChoice) {
        self.init(
            label: choice.label,
            options: choice.options.map {
                RecordDeletePage.Option(
                    name: choice.field, value: $0.value, label: $0.label, isSelected: $0.isSelected)
            })
    }
}

extension RecordDeletePage {
    /// The question before a record is deleted.
    init<R: Resource>(_ record: R.Values, _ question: DeletionQuestion, _ resource: R) {
        self.init(
            record, question, resource,
            layout: resource.layout(Self.title(record), about: record))
    }

    /// The question about a record of a list that is no more than listed.
    init<R: ListedResource>(
        _ record: R.Values, _ question: DeletionQuestion, _ resource: R, layout: LayoutPage
    ) {
        self.init(
            layout: layout, name: record.title, isRefused: question.refusal != nil,
            refusal: question.refusal?.heading ?? "",
            field: question.refusal?.fault.field ?? "question",
            consequences: question.consequences,
            deleteLabel: question.label ?? "Delete \(resource.words.one)",
            deletePath: resource.links(resource.paths.delete(record.recordNumber)),
            choices: question.choice.map { [Choice($0)] } ?? [], ways: question.ways,
            cancelPath: resource.links(resource.path(of: record)))
    }

    static func title(_ record: some RecordValues) -> String { "Delete \(record.title)?" }
}
