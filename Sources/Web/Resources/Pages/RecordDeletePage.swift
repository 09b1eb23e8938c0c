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
    init(
        _ number: Int64, _ title: String, _ question: DeletionQuestion,
        _ resource: any ListedResource, layout: LayoutPage
    ) {
        self.init(
            layout: layout, name: title, isRefused: question.refusal != nil,
            refusal: question.refusal?.heading ?? "",
            field: question.refusal?.fault.field ?? "question",
            consequences: question.consequences,
            deleteLabel: question.label ?? "Delete \(resource.words.one)",
            deletePath: resource.links(resource.paths.delete(number)),
            choices: question.choice.map { [Choice($0)] } ?? [], ways: question.ways,
            cancelPath: resource.links(resource.paths.record(number)))
    }

    static func title(_ name: String) -> String { "Delete \(name)?" }
}
