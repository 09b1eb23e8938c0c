import Domain
import Foundation
import Hummingbird
import ObjectModel
import Persistence

/// A list of values that are not records, or of the few records that belong to another one. All are
/// read, and filtered, sorted and paged in memory.
///
/// Its addresses have the same parameters as all lists (``ListRequest``).
struct MemoryList<Record>: Sendable {
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
        _ records: [Record], of view: ListRequest, _ json: (Record) throws -> JSONValue
    ) throws -> JSONValue {
        let selected = try self.records(records, of: view)
        return ListDocument.json(
            try page(selected, of: view).map(json), view.query, total: selected.count)
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
