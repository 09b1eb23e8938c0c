import Domain
import Foundation
import Persistence

/// The results of a search in all sections.
struct SearchResults: Sendable {
    /// The results from one entity.
    struct Group: Sendable {
        let source: SearchSource
        let total: Int
        let hits: [Hit]
    }

    /// A record in the results.
    struct Hit: Sendable {
        let number: Int64
        let record: SearchHit
    }

    /// The number of records shown per group.
    static let shown = 8

    let text: String
    let groups: [Group]

    /// Searches the sections that the user may read.
    ///
    /// - Throws: errors of the store.
    init(
        _ text: String, _ site: Site, for viewer: Viewer, in context: ManagedObjectContext
    ) throws {
        self.text = text
        let found = try HouseholdSearch.find(
            text, among: site.catalog.search.map(\.records), limit: Self.shown, in: context)
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        groups =
            try Self.papers(text, for: viewer, in: context)
            + found.compactMap { found in
                guard let source = site.catalog.search.first(where: { $0.entity == found.entity }),
                    viewer.may(.readers(of: source.section))
                else { return nil }
                let hits = try found.numbers.compactMap { number in
                    try Self.hit(number, source, words, in: context)
                }
                return Group(source: source, total: found.total, hits: hits)
            }
    }

    /// The number of records found.
    var total: Int { groups.reduce(0) { $0 + $1.total } }

    /// The sale with this number, and the papers with this number.
    private static func papers(
        _ text: String, for viewer: Viewer, in context: ManagedObjectContext
    ) throws -> [Group] {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard viewer.may(.readers(of: .sales)), !text.isEmpty else { return [] }
        let number = Int64(text.hasPrefix("#") ? text.dropFirst() : text[...])
        return try [
            group(.sale, FetchRequest<Sale>(.isNumbered(text, number)), in: context),
            group(.invoice, FetchRequest<Invoice>(.isNumbered(text)), in: context),
            group(.quote, FetchRequest<Quote>(.isNumbered(text)), in: context),
        ].compactMap(\.self)
    }

    private static func group(
        _ source: SearchSource, _ request: FetchRequest<some ManagedObject>,
        in context: ManagedObjectContext
    ) throws -> Group? {
        let hits = try context.fetch(request).prefix(Self.shown).map { record in
            Hit(number: record.savedNumber, record: try source.hit(record))
        }
        return hits.isEmpty ? nil : Group(source: source, total: hits.count, hits: hits)
    }

    private static func hit(
        _ number: Int64, _ source: SearchSource, _ words: [String],
        in context: ManagedObjectContext
    ) throws -> Hit? {
        let id = try context.coordinator.objectID(
            entityName: source.entity.rawValue, recordNumber: number)
        do {
            let record = try context.existingObject(with: id)
            var hit = try source.hit(record)
            if let item = record as? Item {
                let others = try item.relatedTexts(with: words)
                func joined(_ detail: String, _ others: [String]) -> String {
                    ([detail] + others.map(Self.shortened)).filter { !$0.isEmpty }
                        .joined(separator: " · ")
                }
                hit.plainDetail = joined(item.serialNumber ?? "", others)
                hit.detail = joined(hit.detail, others.filter { $0 != item.location?.name })
            }
            return Hit(number: number, record: hit)
        } catch PersistenceError.objectNotFound {
            // The record was deleted meanwhile.
            return nil
        }
    }

    /// The start of a text in which something was found.
    private static func shortened(_ text: String) -> String {
        text.count > 100 ? String(text.prefix(99)) + "…" : text
    }

    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("q", .string(text)), ("total", .int(total)),
            (
                "groups",
                .array(
                    groups.map { group in
                        .object([
                            ("section", .string(group.source.section.rawValue)),
                            ("entity", .string(group.source.entity.rawValue)),
                            ("total", .int(group.total)),
                            (
                                "records",
                                .array(
                                    group.hits.map { hit in
                                        .object([
                                            ("id", .int(hit.number)),
                                            ("label", .string(hit.record.label)),
                                            (
                                                "detail",
                                                .string(
                                                    hit.record.plainDetail ?? hit.record.detail)
                                            ),
                                            ("path", .string(links(hit.record.path))),
                                        ])
                                    })
                            ),
                        ])
                    })
            ),
        ])
    }
}

/// A search in the records of an entity, with the text of each hit.
struct SearchSource: Sendable {
    /// The source of the records.
    let records: HouseholdSearch.Source
    let section: Section
    /// The heading of the group: `Items`.
    let title: String
    /// Its list, which takes the search as `q`; nil if a list has no search.
    let list: SitePath?
    /// The texts for a record.
    let hit: @Sendable (ManagedObject) throws -> SearchHit

    var entity: EntityName { records.name }

    init<Record: ManagedObject>(
        _ records: HouseholdSearch.Source, section: Section, _ title: String, list: SitePath?,
        _ hit: @escaping @Sendable (Record) throws -> SearchHit
    ) {
        self.records = records
        self.section = section
        self.title = title
        self.list = list
        self.hit = { object in
            guard let record = object as? Record else {
                throw PersistenceError.unknownEntity(records.name.rawValue)
            }
            return try hit(record)
        }
    }

    /// Records with their titles, which have addresses below their list.
    init<Record: DescribedRecord>(
        of type: Record.Type, section: Section, _ title: String, list: SitePath,
        detail: @escaping @Sendable (Record) -> String? = { _ in nil }
    ) {
        self.init(.init(type.description.entity), section: section, title, list: list) {
            (record: Record) in
            SearchHit(
                label: try record.recordTitle, detail: detail(record) ?? "",
                path: ResourcePaths(list).record(record.savedNumber))
        }
    }
}

extension SearchHit {
    /// The existing texts, separated by points.
    static func joined(_ texts: String?...) -> String {
        texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

/// The texts of a search result.
struct SearchHit: Sendable {
    /// The name of the record.
    var label: String
    /// The text that distinguishes records of the same name: a serial number, a room.
    var detail = ""
    /// Its worth or price.
    var amount: Decimal?
    /// The detail for programs, where it differs.
    var plainDetail: String?
    var thumbnail: SitePath?
    var path: SitePath
}
