import Domain
import HTTPTypes
import Persistence

/// The page of a record, made from its fields.
struct RecordShowPage: TemplatePage {
    static let template = "records/show"

    var layout: LayoutPage
    var record: RecordHead
    /// The color of a tag, which is shown as one.
    var color = ""
    /// The most important values, under the title.
    var summary = ""
    /// A summary in the language of the page: `3 items`.
    var plainSummary = ""
    /// The actions besides editing and deleting.
    var actions: [RecordAction] = []
    /// The actions between **Edit** and **Delete**.
    var changes: [RecordAction] = []
    /// The actions after **Delete**.
    var further: [RecordAction] = []
    var remarks: [RecordRemark] = []
    var notes = ""
    /// The picture of a file, which leads to it.
    var thumbnailPath = ""
    var filePath = ""
    var facts: [RecordFact] = []
    /// Figures about the record, which lead to its parts.
    var figures: [Figure] = []
    var parts: [RecordPart] = []
    /// Details for programs, in the foot.
    var technical: [RecordFact] = []
}

/// A sentence with a link.
struct RecordRemark: Sendable {
    var lead: String
    var label: String
    var path: String
    var end: String
}

/// A part of a record's page, with what belongs to the record, or what is said in its place.
struct RecordPart: Sendable {
    var id = ""
    /// A part without a heading is no section.
    var heading = ""
    /// Whether all books in it have the category of the page.
    var isOfOneCategory = false
    var table = ListTable(caption: "", heads: [])
    var panel: [PathLink] = []
    /// The icon and the text of a part in which nothing is yet.
    var icon = ""
    var blank = ""
    /// What is said under the table, or under the text of such a part.
    var note = ""
    /// Leads to the rest, or to what makes the first.
    var more: [RecordAction] = []
    var actions: [RecordAction] = []
}

extension RecordPart {
    /// What is shown instead of records that are not there yet.
    init(_ icon: String, _ blank: String, _ first: RecordAction) {
        self.init(icon: icon, blank: blank, more: [first])
    }
}

extension Resource {
    /// The shared page of a record.
    ///
    /// - Parameters:
    ///   - summary: the most important values, under the title. Default: none.
    ///   - actions: the actions before **Edit**. Default: none.
    ///   - further: the actions after **Delete**. Default: none.
    ///   - facts: the details of the record. Default: its fields.
    /// - Throws: errors of the store.
    func showPage(
        _ record: Record, _ values: Values, notices: [Notice], summary: String = "",
        actions: [RecordAction] = [], further: [RecordAction] = [], facts: [RecordFact]? = nil
    ) throws -> RecordShowPage {
        let facts = try facts ?? self.facts(of: record, called: values.title)
        return RecordShowPage(
            layout: layout(values.title, notices: notices), record: head(of: values),
            summary: summary, actions: actions, further: further, facts: facts)
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
        of values: Values, title: String? = nil
    ) -> RecordHead {
        let id = values.identifier
        return RecordHead(
            title: title ?? values.title, editPath: links(paths.edit(id)),
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
    /// Whether the detail is in the language of the page, but for the name that a link has.
    var isPlain = false
    /// Whether the text says that there is no value.
    var isNone = false
    /// The same day or instant for programs.
    var time = ""
    /// A state beside the value: `running low`.
    var pill = ""
    /// Several links instead of a text.
    var links: [FactLink] = []
    /// Moves the record, if the detail is its place among others.
    var movesPath = ""
    var isFirst = false
    var isLast = false

    init(_ label: String, _ text: String, path: String? = nil, isLong: Bool = false) {
        self.label = label
        self.text = text
        self.path = path ?? ""
        self.isLong = isLong
    }

    /// A value in the language of the page, or a link to another record.
    init(plain label: String, _ text: String, path: String? = nil, time: String = "") {
        self.init(label, text, path: path)
        (isPlain, self.time) = (true, time)
    }

    /// A detail without a value, with the word for that.
    init(_ label: String, none text: String) {
        self.init(plain: label, text)
        isNone = true
    }

    /// A place among other records, from which the record can be moved.
    init(_ label: String, place index: Int, of count: Int, moving path: String) {
        self.init(plain: label, "\(index + 1) of \(count)")
        (movesPath, isFirst, isLast) = (path, index == 0, index == count - 1)
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
    var icon = ""
    var style = Style.plain.rawValue
    var shortcut = ""

    enum Style: String, Sendable {
        case plain = ""
        case primary = " button--primary"
        case danger = " button--danger"
        case small = " button--small"
        case smallQuiet = " button--small button--quiet"
    }
}

extension RecordAction: TemplateValue {
    /// The action; nil if the viewer may not do it.
    func served(by rendering: Rendering) -> Any? {
        rendering.offers(isPosted ? .post : .get, path) ? rendering.members(of: self) : nil
    }
}

extension RecordAction {
    init(_ label: String, at path: String, icon: String = "", _ style: Style = .plain) {
        self.init(label: label, path: path, icon: icon, style: style.rawValue)
    }

    /// The main action of a page: a new record in this one.
    static func adding(_ label: String, at path: String) -> RecordAction {
        RecordAction(
            label: label, path: path, icon: "i-plus", style: Style.primary.rawValue, shortcut: "n")
    }

    /// A form that acts at once.
    static func posting(
        _ label: String, to path: String, _ style: Style = .plain
    ) -> RecordAction {
        RecordAction(label: label, path: path, isPosted: true, style: style.rawValue)
    }
}
