import Domain
import Foundation
import Hummingbird
import ObjectModel
import Persistence

/// A list of values that are not records, or of the few records that belong to another one. All are
/// read, and filtered, sorted and paged in memory.
///
/// Its addresses have the same parameters as all lists (``ListRequest``).
struct MemoryList<Record: Sendable>: Sendable {
    /// A named value of a record, for sorting and predicates.
    struct Attribute: Sendable {
        let name: String
        let type: AttributeType
        let value: @Sendable (Record) -> AttributeValue

        init(
            _ name: String, _ type: AttributeType,
            _ value: @escaping @Sendable (Record) -> AttributeValue
        ) {
            self.name = name
            self.type = type
            self.value = value
        }
    }

    /// The entity's name in predicates.
    let entityName: String
    let attributes: [Attribute]
    /// The names of the searched texts.
    let searched: [String]
    let parameters: ListParameters

    init(
        _ entityName: String, _ attributes: [Attribute], searching searched: [String] = [],
        filters: [ListParameters.Filter] = []
    ) {
        self.entityName = entityName
        self.attributes = attributes
        self.searched = searched
        parameters = ListParameters(sortKeys: attributes.map(\.name), filters: filters)
    }

    /// The view in an address.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    func request(_ request: Request) throws -> ListRequest {
        var entity = EntityDescription(entityName)
        entity.attributes = attributes.map { AttributeDescription($0.name, $0.type) }
        let layout = try ModelLayout(ManagedObjectModel(entities: [entity]))
        return try ListRequest(request, parameters, entity: entityName, layout)
    }

    /// The records of a view, in its order.
    ///
    /// - Throws: errors of the predicate.
    func records(_ records: [Record], of view: ListRequest) throws -> [Record] {
        var rows = records.map { Row(record: $0, attributes: attributes) }
        let words = FetchPredicate.words(view.query.search, inAnyOf: searched.map { [$0] })
        for condition in words + [view.predicate].compactMap(\.self) {
            rows = try rows.filtered(using: condition)
        }
        if let sort = view.query.sort {
            let isText = attributes.first { $0.name == sort.attribute }?.type == .string
            rows = try rows.sorted(using: [
                FetchSortDescriptor(
                    sort.attribute, ascending: sort.isAscending,
                    comparison: isText ? .localizedStandard : .plain)
            ])
        }
        return rows.map(\.record)
    }

    /// The records on the page of a view, from all that it selects.
    func page(_ records: [Record], of view: ListRequest) -> [Record] {
        Array(records.dropFirst(view.query.offset).prefix(view.query.perPage))
    }

    /// The page of a view as JSON.
    ///
    /// - Throws: errors of the predicate.
    func json(
        _ records: [Record], of view: ListRequest, _ json: (Record) -> JSONValue
    ) throws -> JSONValue {
        let selected = try self.records(records, of: view)
        return ListDocument.json(
            page(selected, of: view).map(json), view.query, total: selected.count)
    }

    /// All records of a view as CSV.
    ///
    /// - Throws: errors of the predicate.
    func csv(_ records: [Record], of view: ListRequest) throws -> CSVDocument {
        var table = CSVDocument(columns: attributes.map(\.name))
        for record in try self.records(records, of: view) {
            table.append(attributes.map { CSVDocument.Cell($0.value(record)) })
        }
        return table
    }
}

extension MemoryList {
    /// A record for predicates and sorting.
    private struct Row: PredicateSubject {
        let record: Record
        let attributes: [Attribute]

        var predicateObjectID: ManagedObjectID? { nil }

        func predicateValue(forKey key: String) throws -> PredicateValue {
            .value(attributes.first { $0.name == key }?.value(record) ?? .null)
        }
    }
}

extension CSVDocument.Cell {
    /// A value for a table.
    fileprivate init(_ value: AttributeValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let number): self = .int(number)
        case .date(let date): self = .plain(ISO8601Text.utc(date))
        case .uuid(let key): self = .plain(key.uuidString)
        case .boolean(let flag): self = .plain(flag ? "yes" : "no")
        default: self = .plain(nil)
        }
    }
}

extension AttributeValue {
    /// A text; no value for none.
    static func text(_ text: String?) -> AttributeValue {
        text.flatMap { $0.isEmpty ? nil : $0 }.map(AttributeValue.string) ?? .null
    }

    /// A date; no value for none.
    static func moment(_ date: Date?) -> AttributeValue {
        date.map(AttributeValue.date) ?? .null
    }
}

extension Site {
    /// The response with a page of a list as JSON.
    ///
    /// - Parameters:
    ///   - entities: the entities that it depends on.
    ///   - read: reads all records.
    ///   - json: converts a record.
    func json<Record: Sendable>(
        for request: Request, _ context: SiteContext, dependingOn entities: Set<EntityName>,
        _ list: MemoryList<Record>,
        _ read: @escaping @Sendable (ManagedObjectContext) throws -> [Record],
        _ json: @escaping @Sendable (Record) -> JSONValue
    ) async throws -> Response {
        let view = try list.request(request)
        try view.check()
        return try await pages.json(for: request, context, dependingOn: entities) { records in
            try list.json(read(records), of: view, json)
        }
    }

    /// The response with all records of a view as CSV.
    ///
    /// - Parameter read: reads all records.
    func csv<Record: Sendable>(
        for request: Request, _ list: MemoryList<Record>, fileName: String,
        _ read: @escaping @Sendable (ManagedObjectContext) throws -> [Record]
    ) async throws -> Response {
        let view = try list.request(request)
        try view.check()
        let table = try await household.container.read(timeLimit: longestRead) {
            try list.csv(read($0), of: view)
        }
        return table.response(fileName: fileName)
    }
}

/// A list of an entity's records as CSV and JSON, without a page.
///
/// Its addresses have the same parameters as all lists (``ListRequest``).
struct ExportList<Record: ManagedObject>: Sendable {
    /// A named order of the list.
    struct Order: Sendable {
        let name: String
        let keyPath: String
        var isText = false
    }

    let entity: EntityName
    let fileName: String
    /// The orders of the list; the first is the default.
    let orders: [Order]
    /// The key paths of the searched texts.
    let searched: [[String]]
    /// The key path of the day for `from` and `to`; nil for none.
    var day: [String]?
    /// The relationships to prefetch.
    let prefetching: [String]
    /// The columns of the table.
    let columns: [String]
    /// The cells of a record in the order of the columns.
    let cells: @Sendable (Record) -> [CSVDocument.Cell]
    /// Converts a record to JSON.
    let json: @Sendable (Record, SiteLinks) -> JSONValue

    /// The parameters of the list.
    var parameters: ListParameters {
        let period: [ListParameters.Filter] = [
            .init(name: "from", label: "From", kind: .day),
            .init(name: "to", label: "To", kind: .day),
        ]
        return ListParameters(
            sortKeys: orders.map(\.name), filters: day == nil ? [] : period)
    }

    /// The view that an address asks for.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8 text, 422 for what cannot be read.
    fileprivate func view(_ request: Request, _ layout: ModelLayout) throws -> ListRequest {
        let view = try ListRequest(request, parameters, entity: entity.rawValue, layout)
        try view.check()
        return view
    }

    /// The fetch request for all records of a view, in its order.
    fileprivate func fetchRequest(
        _ view: ListRequest, where condition: FetchPredicate?
    ) -> FetchRequest<Record> {
        var conditions = FetchPredicate.words(view.query.search, inAnyOf: searched)
        if let day {
            let date = FetchExpression.keyPath(day)
            conditions += [
                view.query.day("from").map { date >= $0.date },
                view.query.day("to").map { date <= $0.date },
            ].compactMap(\.self)
        }
        conditions += [view.predicate, condition].compactMap(\.self)
        var request = FetchRequest<Record>()
        request.predicate = .all(conditions)
        let sort = view.query.sort
        if let order = orders.first(where: { $0.name == sort?.attribute }) ?? orders.first {
            request.sortDescriptors = [
                FetchSortDescriptor(
                    order.keyPath, ascending: sort?.isAscending ?? true,
                    comparison: order.isText ? .localizedStandard : .plain)
            ]
        }
        return request
    }
}

extension SiteRoutes {
    /// Adds the routes of a list that has CSV and JSON but no page.
    mutating func addExports<Record: ManagedObject>(
        _ list: ExportList<Record>, at path: SitePath, _ shop: Shop,
        where condition: FetchPredicate? = nil
    ) {
        get(path.csv, by: .readers(of: .sales), as: .list(list.parameters, of: .any)) {
            request, _ in
            try await shop.site.csv(for: request, list, where: condition)
        }
        get(path.json, by: .readers(of: .sales), as: .list(list.parameters, of: .any)) {
            try await shop.site.json(
                for: $0, $1, dependingOn: EntityName.sales, list, where: condition)
        }
    }
}

extension Site {
    /// The response with a page of a list as JSON.
    ///
    /// - Parameter condition: a further condition. Default: none.
    func json<Record: ManagedObject>(
        for request: Request, _ context: SiteContext, dependingOn entities: Set<EntityName>,
        _ list: ExportList<Record>, where condition: FetchPredicate? = nil
    ) async throws -> Response {
        let view = try list.view(request, household.container.coordinator.layout)
        return try await pages.json(for: request, context, dependingOn: entities) {
            [links] records in
            var fetch = list.fetchRequest(view, where: condition)
            let total = try records.count(for: fetch)
            fetch.fetchOffset = view.query.offset
            fetch.fetchLimit = view.query.perPage
            fetch.relationshipKeyPathsForPrefetching = list.prefetching
            return ListDocument.json(
                try records.fetch(fetch).map { list.json($0, links) }, view.query, total: total)
        }
    }

    /// The response with all records of a view as CSV, sent while they are read. The records are
    /// fixed before the first byte is sent.
    ///
    /// - Parameter condition: a further condition. Default: none.
    func csv<Record: ManagedObject>(
        for request: Request, _ list: ExportList<Record>, where condition: FetchPredicate? = nil
    ) async throws -> Response {
        let view = try list.view(request, household.container.coordinator.layout)
        let ids = try await household.container.read(timeLimit: longestRead) {
            try $0.fetchObjectIDs(list.fetchRequest(view, where: condition))
        }
        return RecordTable(
            container: household.container, columns: list.columns, prefetching: list.prefetching
        ) { (records: [Record], table, _) in
            for record in records { table.append(list.cells(record)) }
        }.response(ids, fileName: list.fileName)
    }
}

extension CSVDocument.Cell {
    /// The cell in JSON: a number, a flag (`yes`), a text, or null.
    func json(isNumber: Bool, isFlag: Bool = false) -> JSONValue {
        switch self {
        case .text(let text), .plain(let text):
            if isNumber {
                return .decimal(
                    text.flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) })
            }
            if isFlag { return .bool(text == "yes") }
            return .string(text.flatMap { $0.isEmpty ? nil : $0 })
        }
    }
}
