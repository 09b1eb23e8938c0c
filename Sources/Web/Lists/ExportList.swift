import Domain
import Foundation
import Hummingbird
import ObjectModel
import Persistence

/// A list of the records of an entity that no page shows, for spreadsheets and for programs.
///
/// Its addresses say what those of all lists say (``ListRequest``).
struct ExportList<Record: ManagedObject>: Sendable {
    /// An order that the list knows.
    struct Order: Sendable {
        let name: String
        let keyPath: String
        var isText = false
    }

    let entity: EntityName
    let fileName: String
    /// The names under which the list is sorted; it begins with the records in the order of the first.
    let orders: [Order]
    /// The texts that a search looks through.
    let searched: [[String]]
    /// The day of a record, by which `from` and `to` select; nil where it has none.
    var day: [String]?
    /// The key paths of what is read along with the records.
    let prefetching: [String]
    /// The columns of the table.
    let columns: [String]
    /// The cells of a record, under these columns.
    let cells: @Sendable (Record) -> [CSVDocument.Cell]
    /// A record for programs.
    let json: @Sendable (Record, SiteLinks) -> JSONValue

    /// The view that an address asks for.
    ///
    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text, 422 for what cannot be read.
    fileprivate func view(_ request: Request, _ layout: ModelLayout) throws -> ListRequest {
        let period: [ListParameters.Filter] = [
            .init(name: "from", label: "From", kind: .day),
            .init(name: "to", label: "To", kind: .day),
        ]
        let parameters = ListParameters(
            sortKeys: orders.map(\.name), filters: day == nil ? [] : period)
        let view = try ListRequest(request, parameters, entity: entity.rawValue, layout)
        try view.check()
        return view
    }

    /// The request for all records that a view selects, in its order.
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
    /// Answers a list for spreadsheets and for programs, and with no page.
    mutating func addExports<Record: ManagedObject>(
        _ list: ExportList<Record>, at path: SitePath, _ shop: Shop,
        where condition: FetchPredicate? = nil
    ) {
        get(path.csv, by: .readers(of: .sales)) { request, _ in
            try await shop.site.csv(for: request, list, where: condition)
        }
        get(path.json, by: .readers(of: .sales)) {
            try await shop.site.json(for: $0, $1, of: EntityName.sales, list, where: condition)
        }
    }
}

extension Site {
    /// Answers with a page of a list for programs.
    ///
    /// - Parameter condition: what a record fulfils besides. Default: nothing.
    func json<Record: ManagedObject>(
        for request: Request, _ context: SiteContext, of entities: Set<EntityName>,
        _ list: ExportList<Record>, where condition: FetchPredicate? = nil
    ) async throws -> Response {
        let view = try list.view(request, household.container.coordinator.layout)
        return try await json(for: request, context, of: entities) { [links] records in
            var fetch = list.fetchRequest(view, where: condition)
            let total = try records.count(for: fetch)
            fetch.fetchOffset = view.query.offset
            fetch.fetchLimit = view.query.perPage
            fetch.relationshipKeyPathsForPrefetching = list.prefetching
            return ListDocument.json(
                try records.fetch(fetch).map { list.json($0, links) }, view.query, total: total)
        }
    }

    /// Answers with all that a view of a list selects, for spreadsheets, written as it is read. Which records it
    /// has is decided before its first byte.
    ///
    /// - Parameter condition: what a record fulfils besides. Default: nothing.
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
    /// The cell for programs: its number, whether it says `yes`, its text, or null.
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
