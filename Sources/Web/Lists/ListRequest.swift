import Domain
import Foundation
import Hummingbird
import Mustache
import Persistence

/// The view of a list that an address asks for, with its predicate and what is wrong with it.
struct ListRequest: ViewRequest {
    /// The view as the address says it.
    private(set) var query: ListQuery
    /// The person's own condition.
    private(set) var predicate: FetchPredicate?
    /// What is wrong with single parameters.
    private(set) var faults: [FormFault]
    /// The place of the fault in the predicate, if it has one.
    private(set) var predicateFault = PredicateFault()
    /// The parameters as they were typed, for the page that shows them with their faults.
    let typed: [String: String]
    /// What the last request did.
    let announcement: Announcement?
    /// What names the change, for the notice that offers to take it back.
    let token: String?

    /// Reads the address of a request.
    ///
    /// - Parameters:
    ///   - parameters: what the list understands.
    ///   - entity: the entity that a predicate is about.
    ///   - isOfStore: whether the list has all that the store has, what is in the trash too. Default: no.
    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text.
    init(
        _ request: Request, _ parameters: ListParameters, entity: String, _ layout: ModelLayout,
        isOfStore: Bool = false
    ) throws {
        let text = request.uri.query ?? ""
        let result = try ListQueryReader.readWithFaults(
            query: text, parameters, by: request.region)
        query = result.query
        faults = result.faults
        typed = Dictionary(
            try request.queryFields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let sent = request.sentAnnouncement
        announcement = sent?.announcement
        token = sent?.token
        readPredicate(entity, layout, isOfStore: isOfStore)
    }

    /// The whole list, as an address without parameters asks for it.
    init() {
        query = ListQuery()
        faults = []
        typed = [:]
        announcement = nil
        token = nil
    }

    /// The same view of all records, whichever words they have.
    var withoutSearch: ListRequest {
        var request = self
        request.query.search = ""
        return request
    }

    /// The same view with a fault that its predicate showed when the records were read.
    func refused(_ fault: FormFault) -> ListRequest {
        var request = self
        request.faults.append(fault)
        return request
    }

    /// A parameter as it was typed, with what is wrong with it.
    func field(_ name: String) -> FormField {
        let fault = faults.first { $0.field == name }
        return FormField(typed[name] ?? "", fault: fault.map { FormText.sentence($0.message) })
    }

    private mutating func readPredicate(
        _ entity: String, _ layout: ModelLayout, isOfStore: Bool
    ) {
        guard let text = query.predicate, let entity = layout.entity(named: entity) else { return }
        do {
            predicate =
                isOfStore
                ? try FetchPredicate.parsing(text, for: entity, in: layout)
                : try FetchPredicate.ofList(text, for: entity, in: layout)
        } catch {
            predicateFault = PredicateFault(
                error.message, in: text, at: error.offset, length: error.length)
            faults.append(
                FormFault(
                    field: "predicate", label: "Predicate", message: error.messageWithPlace))
        }
    }
}

/// The view of records that an address asks for, and what is wrong with the address.
protocol ViewRequest: Sendable {
    /// The view as the address says it.
    var query: ListQuery { get }
    /// What is wrong with single parameters.
    var faults: [FormFault] { get }

    /// The same view with a fault that its predicate showed when the records were read.
    func refused(_ fault: FormFault) -> Self
}

extension ViewRequest {
    /// Refuses an address that cannot be read, for programs.
    ///
    /// - Throws: ``SiteError`` 422.
    func check() throws(SiteError) {
        guard !faults.isEmpty else { return }
        throw .unprocessable("This list cannot be shown", faults: faults)
    }
}

extension Site {
    /// Answers with a view, or with the page that says what is wrong with its address
    /// (``RecordPages``).
    func answer<View: ViewRequest>(
        _ view: View, refusing refuse: (View) async throws -> Response,
        showing show: () async throws -> Response
    ) async throws -> Response {
        try await pages.answer(view, refusing: refuse, showing: show)
    }
}

extension RecordPages {
    /// Answers with a view, or with the page that says what is wrong with its address: at once, or when
    /// the records have shown that its predicate asks too much.
    func answer<View: ViewRequest>(
        _ view: View, refusing refuse: (View) async throws -> Response,
        showing show: () async throws -> Response
    ) async throws -> Response {
        guard view.faults.isEmpty else { return try await refuse(view) }
        do {
            return try await show()
        } catch {
            guard view.query.predicate != nil, let fault = FormFault(ofReading: error) else {
                throw error
            }
            return try await refuse(view.refused(fault))
        }
    }
}

/// The field that looks for words in a list.
struct ListSearch: Sendable {
    /// Where it leads, by GET.
    var path: String
    /// Label and placeholder: `Search items`.
    var label: String
    var text = ""
    /// Order and filters, which a search keeps.
    var keeps: [HiddenField] = []
}

extension ListSearch {
    /// The field of a view of a list.
    ///
    /// - Parameter many: what the list has: `items`.
    init(_ query: ListQuery, of list: SitePath, _ many: String, _ links: SiteLinks) {
        self.init(
            path: links(list), label: "Search \(many)", text: query.search,
            keeps: query.at(page: 1).parameters.filter { $0.name != "q" }.map(HiddenField.init))
    }
}

extension ListSearch: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "path": path
        case "label": label
        case "text": text
        case "keeps": keeps
        default: nil
        }
    }
}

/// What a list understands: the attributes that it can be sorted by, and its own filters.
struct ListParameters: Sendable {
    /// A filter and how its value is read.
    struct Filter: Sendable {
        /// What values a filter takes.
        enum Kind: Sendable {
            /// The number of a record, or `none`.
            case idOrNone
            /// The number of a record.
            case id
            /// A day of the calendar: `2026-11-21`.
            case day
            /// A whole number, zero or more.
            case number
            /// An amount of money.
            case amount
            /// One of these words.
            case choice([String])
            /// Any text.
            case text
        }

        /// The name of the parameter.
        let name: String
        /// What people call it.
        let label: String
        let kind: Kind
        /// The entity of the records whose numbers it takes, if they have a name that a title can say.
        var namedEntity: EntityName?
    }

    /// The attributes that `sort` takes.
    var sortKeys: [String]
    var filters: [Filter]

    /// Whether a page has a field for a parameter, and not links alone.
    func hasField(_ name: String) -> Bool {
        if ["q", "perPage", "predicate"].contains(name) { return true }
        switch filters.first(where: { $0.name == name })?.kind {
        case .day, .amount, .text: return true
        case .idOrNone, .id, .number, .choice, nil: return false
        }
    }

    /// What people call a parameter.
    func label(of name: String) -> String {
        switch name {
        case "q": "Search"
        case "sort": "Order"
        case "page": "Page"
        case "perPage": "Rows on a page"
        case "predicate": "Predicate"
        default: filters.first { $0.name == name }?.label ?? name
        }
    }
}
