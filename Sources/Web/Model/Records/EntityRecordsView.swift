import Foundation
import ObjectModel
import Persistence

/// The list of an entity's records.
struct EntityRecordsView: Sendable {
    /// The summary: `1,284 records`, `12 of 1,284 records`.
    var summary: String
    var csvPath: String
    var jsonPath: String
    /// The same list without search and filters.
    var clearPath: String
    var search: ListSearch
    var filter: PredicateForm

    // The state of the list; exactly one of these is true.
    var isEmpty = false
    var isNothingFound = false
    var isRefused = false

    var columns: [Column] = []
    var rows: [Row] = []
    var paging = Paging(ListQuery(), total: 0) { _ in "" }

    /// The header of a column.
    struct Column: Sendable {
        var label: String
        var isNumber: Bool
        var isSortable: Bool
        /// The links for sorting by it; at most one.
        var sort: [SortLink]
        var isAscending: Bool
        var isDescending: Bool
    }

    /// A record.
    struct Row: Sendable {
        var number: String
        /// The anchor of the row.
        var anchor: String
        /// The list with only this record.
        var path: String
        /// The entity if it differs from the list's.
        var kind: String
        var cells: [Cell]
    }

    struct Cell: Sendable {
        var text: String
        var isNumber = false
        var path = ""
        var isLink = false
        var isNone = false
    }
}

extension EntityRecordsView {
    /// The view of a list.
    init(_ list: EntityList, _ links: SiteLinks) {
        self.init(list.request, list.entity, links)
        let query = list.request.query
        let whole = ItemCount.text(list.wholeCount, "record", "records")
        summary = query.isFiltered ? "\(list.total, grouped: true) of \(whole)" : whole
        rows = list.records.map { Row($0, list.entity, links) }
        isEmpty = list.wholeCount == 0
        isNothingFound = rows.isEmpty && !isEmpty
        let address = SitePath.modelEntity(list.entity.name)
        paging = Paging(query, total: list.total) { links($0.address(of: address)) }
    }

    /// The view of an invalid request.
    init(refused request: ListRequest, _ entity: EntityLayout, _ links: SiteLinks) {
        self.init(request, entity, links)
        summary = "This list cannot be shown"
        isRefused = true
    }

    /// The part that is independent of the records.
    private init(_ request: ListRequest, _ entity: EntityLayout, _ links: SiteLinks) {
        let (query, address) = (request.query, SitePath.modelEntity(entity.name))
        let json = links(query.address(of: address.json))
        let csv = links(query.at(page: 1).address(of: address.csv))
        self.init(
            summary: "", csvPath: csv, jsonPath: json,
            clearPath: links(query.unfiltered.address(of: address)),
            search: ListSearch(query, of: address, "these records", links),
            filter: PredicateForm(
                request, of: address, example: Self.example(of: entity), links))
        columns = entity.shownSlots.map { Column($0, query, address, links) }
    }

    /// An example of a predicate for the entity.
    private static func example(of entity: EntityLayout) -> String {
        let attributes = entity.slots.compactMap(\.attribute)
        if let text = attributes.first(where: { $0.attributeType == .string }) {
            return "\(text.name) BEGINSWITH[cd] \"a\""
        }
        return attributes.first.map { "\($0.name) != nil" } ?? "TRUEPREDICATE"
    }
}

extension EntityLayout {
    /// The properties on pages and in documents, without sort keys.
    var shownSlots: [PropertySlot] {
        slots.filter { !$0.isTransient && sortKeyTexts[$0.number] == nil }
    }
}

extension EntityRecordsView.Column {
    fileprivate init(
        _ slot: PropertySlot, _ query: ListQuery, _ address: SitePath, _ links: SiteLinks
    ) {
        let isNumber = slot.isToMany || slot.attribute?.attributeType.isNumeric == true
        let sort = query.column(slot.name, slot.name, of: address, links)
        self.init(
            label: slot.name, isNumber: isNumber, isSortable: slot.isSortable,
            sort: slot.isSortable ? [sort] : [], isAscending: sort.isAscending,
            isDescending: sort.isDescending)
    }
}

extension EntityRecordsView.Row {
    fileprivate init(_ record: EntityRecord, _ entity: EntityLayout, _ links: SiteLinks) {
        self.init(
            number: String(record.number), anchor: "record-\(record.number)",
            path: links(.modelRecord(record.entity, record.number)),
            kind: record.entity == entity.name ? "" : record.entity,
            cells: entity.shownSlots.map {
                EntityRecordsView.Cell(record.values[$0.name], $0, of: record, links)
            })
    }
}

extension EntityRecordsView.Cell {
    /// The value of a property.
    ///
    /// - Parameter isWhole: whether to show all of a long text.
    init(
        _ value: EntityRecord.Value?, _ slot: PropertySlot, of record: EntityRecord,
        _ links: SiteLinks, isWhole: Bool = false
    ) {
        switch value {
        case nil, .null: self.init(text: "none", isNone: true)
        case .text(let text): self.init(text: isWhole ? text : String(text.prefix(200)))
        case .number(let text): self.init(text: text, isNumber: true)
        case .flag(let flag): self.init(text: flag ? "yes" : "no")
        case .date(let date): self.init(text: ISO8601Text.utc(date))
        case .bytes(let count): self.init(text: ByteCount.text(count), isNumber: true)
        case .record(let entity, let number, let label):
            self.init(
                text: label ?? "\(entity) \(number)", path: links(.modelRecord(entity, number)),
                isLink: true)
        case .count(let count):
            let path = SitePath.modelEntity(slot.relationship?.destinationEntity ?? "").query([
                ("relationship", "\(record.entity).\(slot.name)"),
                ("source", String(record.number)),
            ])
            self.init(
                text: "\(count, grouped: true)", isNumber: true, path: links(path),
                isLink: count > 0)
        }
    }
}
