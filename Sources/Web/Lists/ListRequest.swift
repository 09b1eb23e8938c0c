import Domain
import Foundation
import Hummingbird
import Persistence

/// The view of a list in an address, with its predicate and its faults.
struct ListRequest: ViewRequest {
    /// The view as the address has it.
    private(set) var query: ListQuery
    /// The predicate that the user typed.
    private(set) var predicate: FetchPredicate?
    /// The faults of single parameters.
    private(set) var faults: [FieldError]
    /// The position of the fault in the predicate, if there is one.
    private(set) var predicateFault = PredicateFault()
    /// The parameters as typed, for the page that shows their faults.
    let typed: [String: String]
    /// The result of the last request; nil if there is none.
    private(set) var sent: FlashCookie?

    var flash: FlashMessage? { sent?.flash }

    /// Reads the address of a request.
    ///
    /// - Parameters:
    ///   - parameters: the parameters of the list.
    ///   - entity: the entity of the predicate.
    ///   - isOfStore: whether the list includes all records of the store, even those in the trash.
    ///     Default: no.
    ///   - currency: the currency whose symbol amounts may have; nil, the default, for any.
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(
        _ request: Request, _ parameters: ListParameters, entity: String, _ layout: ModelLayout,
        isOfStore: Bool = false, in currency: Currency? = nil
    ) throws {
        try self.init(
            query: request.uri.query ?? "", parameters, entity: entity, layout,
            isOfStore: isOfStore, in: currency, by: request.region)
        sent = request.flashCookie
    }

    /// Reads the query of an address, with days and amounts in the format of a region.
    ///
    /// - Throws: ``SiteError`` 400 if it is not UTF-8.
    init(
        query text: String, _ parameters: ListParameters, entity: String, _ layout: ModelLayout,
        isOfStore: Bool = false, in currency: Currency? = nil, by region: Region = .unchosen
    ) throws {
        let result = try ListQueryReader.readWithFaults(
            query: text, parameters, in: currency, by: region)
        query = result.query
        faults = result.faults
        typed = Dictionary(
            try QueryText.decode(text.utf8).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        readPredicate(entity, layout, isOfStore: isOfStore)
    }

    /// A view; the whole list, the default, as without parameters.
    init(_ query: ListQuery = ListQuery()) {
        self.query = query
        faults = []
        typed = [:]
    }

    /// The same view without the search.
    var withoutSearch: ListRequest {
        var request = self
        request.query.search = ""
        return request
    }

    /// The same view with a fault of its predicate that the fetch reported.
    func refused(_ fault: FieldError) -> ListRequest {
        var request = self
        request.faults.append(fault)
        return request
    }

    /// A parameter as typed, with its fault.
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
                FieldError(
                    field: "predicate", label: "Predicate", message: error.messageWithPlace))
        }
    }
}

/// The view of records in an address, with the faults of the address.
protocol ViewRequest: Sendable {
    /// The view as the address has it.
    var query: ListQuery { get }
    /// The faults of single parameters.
    var faults: [FieldError] { get }

    /// The same view with a fault of its predicate that the fetch reported.
    func refused(_ fault: FieldError) -> Self
}

extension ViewRequest {
    /// Rejects an invalid address, for programs.
    ///
    /// - Throws: ``SiteError`` 422.
    func check() throws(SiteError) {
        guard !faults.isEmpty else { return }
        throw .unprocessable("This list cannot be shown", faults: faults)
    }
}

extension RecordPages {
    /// The response with a view, or with the page that shows the faults of its address. A predicate
    /// may turn out to be too expensive only during the fetch.
    func answer<View: ViewRequest>(
        _ view: View, refusing refuse: (View) async throws -> Response,
        showing show: () async throws -> Response
    ) async throws -> Response {
        guard view.faults.isEmpty else { return try await refuse(view) }
        do {
            return try await show()
        } catch {
            guard view.query.predicate != nil, let fault = FieldError(ofReading: error) else {
                throw error
            }
            return try await refuse(view.refused(fault))
        }
    }
}

/// The search field of a list.
struct ListSearch: Sendable {
    /// The action of the form, which uses GET.
    var path: String
    /// Label and placeholder: `Search items`.
    var label: String
    var text = ""
    /// Order and filters, as hidden fields.
    var keeps: [HiddenField] = []
}

extension ListSearch {
    /// The search field of a view.
    ///
    /// - Parameter many: the noun for the records: `items`.
    init(_ query: ListQuery, of list: SitePath, _ many: String, _ links: SiteLinks) {
        self.init(
            path: links(list), label: "Search \(many)", text: query.search,
            keeps: query.at(page: 1).parameters.filter { $0.name != "q" }.map(HiddenField.init))
    }
}

/// The parameters that a list accepts: its sort keys and filters.
struct ListParameters: Sendable {
    /// A filter with the format of its value.
    struct Filter: Sendable {
        /// The format of a filter's value.
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
        /// The label for people.
        let label: String
        let kind: Kind
        /// The entity whose record numbers the filter accepts, if a title can show their names.
        var namedEntity: EntityName?

        /// The kind of that record in words. Locations are filtered by the one around them.
        var recordWord: String {
            namedEntity == .location ? "location" : label.lowercased()
        }
    }

    /// The attributes that `sort` accepts.
    var sortKeys: [String]
    var filters: [Filter]
    /// Further ones. Most requests do without, so they are computed only when they are needed.
    var furtherSortKeys: @Sendable () -> [String] = { [] }
    var hasPredicate = true

    /// Whether the page has a menu of orders. Default: no.
    var hasOrderMenu = false

    /// All attributes that `sort` accepts.
    var allSortKeys: [String] { sortKeys + furtherSortKeys() }

    /// Whether the page has a field for a parameter, instead of only links.
    func hasField(_ name: String) -> Bool {
        if ["q", "perPage", "predicate"].contains(name) { return true }
        if name == "sort" { return hasOrderMenu }
        switch filters.first(where: { $0.name == name })?.kind {
        case .day, .amount, .text: return true
        case .idOrNone, .id, .number, .choice, nil: return false
        }
    }

    /// The label of a parameter.
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
