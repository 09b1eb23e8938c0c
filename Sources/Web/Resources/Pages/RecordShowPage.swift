import Domain
import Persistence

/// The page of a record, made from its fields.
struct RecordShowPage: TemplatePage {
    static let template = "records/show"

    var layout: LayoutPage
    var record: RecordHead
    /// The most important values, under the title.
    var summary = ""
    /// The actions besides editing and deleting.
    var actions: [RecordAction] = []
    var facts: [RecordFact] = []
}

extension Resource {
    /// The shared page of a record.
    ///
    /// - Parameters:
    ///   - summary: the most important values, under the title. Default: none.
    ///   - actions: the actions besides editing and deleting. Default: none.
    ///   - facts: the details of the record. Default: its fields.
    /// - Throws: errors of the store.
    func showPage(
        _ record: Record, _ values: Values, notices: [Notice], summary: String = "",
        actions: [RecordAction] = [], facts: [RecordFact]? = nil
    ) throws -> RecordShowPage {
        let facts = try facts ?? self.facts(of: record, called: values.title)
        return RecordShowPage(
            layout: layout(values.title, notices: notices), record: head(of: values),
            summary: summary, actions: actions, facts: facts)
    }

    /// The fields of a record as details, without empty ones and those in its title.
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

/// The parts that the pages of all records share: the title, the actions (`records/_edit`,
/// `records/_delete`), and the foot (`records/_foot`).
struct RecordHead: Sendable {
    var title: String
    /// `Edit`, `Rename`.
    var editLabel = "Edit"
    var editPath: String
    /// Empty if the record cannot be copied.
    var copyPath = ""
    var deletePath: String
    var jsonPath: String
    /// The number of saves.
    var version: String
}

extension ShownResource {
    /// The head of a record's page.
    ///
    /// - Parameter title: the heading. Default: the title of the record.
    func head(
        of values: Values, title: String? = nil, editLabel: String = "Edit"
    ) -> RecordHead {
        let id = values.identifier
        return RecordHead(
            title: title ?? values.title, editLabel: editLabel, editPath: links(paths.edit(id)),
            copyPath: isCopied ? links(paths.copy(id)) : "",
            deletePath: links(paths.delete(id)), jsonPath: links(paths.record(id).json),
            version: String(values.rowVersion))
    }
}

/// A detail on the page of a record (`records/_fact`).
struct RecordFact: Sendable {
    var label: String
    var text: String
    /// The target of the detail as a link.
    var path = ""
    /// Whether the text has several lines.
    var isLong = false
    /// Several links instead of a text.
    var links: [FactLink] = []

    init(_ label: String, _ text: String, path: String? = nil, isLong: Bool = false) {
        self.label = label
        self.text = text
        self.path = path ?? ""
        self.isLong = isLong
    }

    /// Several links with a text between them; empty, as a detail without a value, for none.
    init(_ label: String, _ links: [PathLink], separator: String = "") {
        self.init(label, "")
        self.links = links.enumerated().map { index, link in
            FactLink(lead: index == 0 ? "" : separator, label: link.label, path: link.path)
        }
    }

    var isEmpty: Bool { text.isEmpty && links.isEmpty }
}

/// A link of a detail, with the text before it.
struct FactLink: Sendable {
    var lead: String
    var label: String
    var path: String
}

/// A further action on a record's page, or an alternative to deleting it.
struct RecordAction: Sendable {
    var label: String
    var path: String
    /// Whether it is a form that acts at once, instead of a link.
    var isPosted = false
}
