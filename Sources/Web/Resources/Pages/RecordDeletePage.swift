/// The confirmation before a record is deleted, or the reason why it cannot be.
struct RecordDeletePage: TemplatePage {
    static let template = "records/delete"

    var layout: LayoutPage
    var summary = FaultSummary()
    var name: String
    // The reason why the record stays, and the id of its message.
    var isRefused: Bool
    var refusal: String
    var field: String
    /// The picture of the record, and what else identifies it.
    var thumbnailPath = ""
    var details = ""
    /// The records that are deleted or stay, as sentences.
    var consequences: [String]
    /// `Delete product`.
    var deleteLabel: String
    /// The action of the form.
    var deletePath: String
    /// The choices of the user, at most one.
    var choices: [Choice]
    /// The alternatives to the deletion.
    var actions: [RecordAction]
    var cancelPath: String

    /// A choice.
    struct Choice: Sendable {
        var label: String
        var options: [Option]
    }

    /// An option of the choice.
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
    init(
        _ record: RecordSummary, _ question: DeletionQuestion, _ resource: any ListedResource,
        layout: LayoutPage
    ) {
        self.init(
            layout: layout, name: record.title, isRefused: question.refusal != nil,
            refusal: question.refusal?.heading ?? "",
            field: question.refusal?.fault.field ?? "question",
            thumbnailPath: question.thumbnailPath, details: question.details,
            consequences: question.consequences,
            deleteLabel: question.label ?? "Delete \(resource.words.one)",
            deletePath: resource.links(record.path.below("delete")),
            choices: question.choice.map { [Choice($0)] } ?? [], actions: question.actions,
            cancelPath: resource.links(record.path))
    }

    static func title(_ name: String) -> String { "Delete \(name)?" }
}
