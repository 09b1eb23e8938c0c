import Domain
import Persistence

/// The page of a record that is what its fields say.
struct RecordShowPage: TemplatePage {
    static let template = "records/show"

    var layout: LayoutPage
    var record: RecordHead
    /// What matters most, under the title.
    var summary = ""
    /// What may be done beside editing and deleting.
    var ways: [RecordWay] = []
    var facts: [RecordFact] = []
}

extension Resource {
    /// The page that records have in common.
    ///
    /// - Parameters:
    ///   - summary: what matters most, under the title. Default: nothing.
    ///   - ways: what may be done beside editing and deleting. Default: nothing.
    ///   - facts: what is known of the record. Default: what its fields say.
    /// - Throws: errors of the store.
    func showPage(
        _ record: Record, _ values: Values, notices: [Notice], summary: String = "",
        ways: [RecordWay] = [], facts: [RecordFact]? = nil
    ) throws -> RecordShowPage {
        let facts = try facts ?? self.facts(of: record, called: values.title)
        return RecordShowPage(
            layout: layout(values.title, notices: notices), record: head(of: values),
            summary: summary, ways: ways, facts: facts)
    }

    /// What the fields say of a record; those that are empty, or say what is its title, are left out.
    private func facts(of record: Record, called title: String) throws -> [RecordFact] {
        try fields.map { try $0.fact(of: record, in: currency, links) }
            .filter { !$0.text.isEmpty && $0.text != title }
    }
}

extension Resource where ShowPage == RecordShowPage {
    func show(
        _ record: Record, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        try showPage(record, values(record, in: context), notices: notices)
    }
}

/// What the pages of records have in common: what the record is called, what may be done with it
/// (`records/_edit`, `records/_delete`), and what stands at the foot (`records/_foot`).
struct RecordHead: Sendable {
    var title: String
    /// `Edit`, `Rename`.
    var editLabel = "Edit"
    var editPath: String
    /// Empty for a record that cannot be copied.
    var copyPath = ""
    var deletePath: String
    var jsonPath: String
    /// How often it was saved.
    var version: String
}

extension ShownResource {
    /// The head of the page of a record.
    ///
    /// - Parameter title: the heading. Default: what people call the record.
    func head(
        of values: Values, title: String? = nil, editLabel: String = "Edit"
    ) -> RecordHead {
        let number = values.recordNumber
        return RecordHead(
            title: title ?? values.title, editLabel: editLabel, editPath: links(paths.edit(number)),
            copyPath: isCopied ? links(paths.copy(number)) : "",
            deletePath: links(paths.delete(number)), jsonPath: links(paths.record(number).json),
            version: String(values.rowVersion))
    }
}

/// Something that is known of a record, on its page (`records/_fact`).
struct RecordFact: Sendable {
    var label: String
    var text: String
    /// Where it leads.
    var path = ""
    /// Whether it is text of several lines.
    var isLong = false

    init(_ label: String, _ text: String, path: String? = nil, isLong: Bool = false) {
        self.label = label
        self.text = text
        self.path = path ?? ""
        self.isLong = isLong
    }
}

/// Something that may be done with a record: beside editing it, or instead of deleting it.
struct RecordWay: Sendable {
    var label: String
    var path: String
    /// Whether it is done at once, by a form; a link otherwise.
    var isPosted = false
}
