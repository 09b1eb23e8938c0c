import Domain
import Foundation
import Persistence

/// What a search over everything found.
struct SearchResults: Sendable {
    /// What was found in one entity.
    struct Group: Sendable {
        let source: SearchSource
        let total: Int
        let hits: [Hit]
    }

    /// A record that was found.
    struct Hit: Sendable {
        let number: Int64
        let record: SearchHit
    }

    /// How many records of a group are shown.
    static let shown = 8

    let text: String
    let groups: [Group]

    /// Searches what the viewer may read.
    ///
    /// - Throws: errors of the store.
    init(
        _ text: String, _ site: Site, for viewer: Viewer, in context: ManagedObjectContext
    ) throws {
        self.text = text
        let found = try HouseholdSearch.find(text, limit: Self.shown, in: context)
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let sale = try Self.sale(text, site, for: viewer, in: context).map { [$0] } ?? []
        groups =
            try sale
            + found.compactMap { found in
                guard let source = SearchSource.all.first(where: { $0.entity == found.entity }),
                    let section = Section(rawValue: source.section),
                    viewer.may(.readers(of: section))
                else { return nil }
                let hits = try found.numbers.compactMap { number in
                    try Self.hit(number, source, words, in: context)
                }
                return Group(source: source, total: found.total, hits: hits)
            }
    }

    /// How many records were found in all.
    var total: Int { groups.reduce(0) { $0 + $1.total } }

    /// The sale whose number the text is; nil if it is none.
    private static func sale(
        _ text: String, _ site: Site, for viewer: Viewer, in context: ManagedObjectContext
    ) throws -> Group? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard viewer.may(.readers(of: .sales)), let number = Int64(digits) else { return nil }
        let request = FetchRequest<Sale>(#Predicate { $0.number == number })
        let hits = try context.fetch(request).prefix(Self.shown).map { sale in
            Hit(
                number: sale.objectID.recordNumber ?? 0, record: try SearchSource.sale.hit(sale))
        }
        return hits.isEmpty ? nil : Group(source: .sale, total: hits.count, hits: hits)
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
                let others = try item.belongings(with: words)
                func joined(_ detail: String, _ others: [String]) -> String {
                    ([detail] + others.map(Self.shortened)).filter { !$0.isEmpty }
                        .joined(separator: " · ")
                }
                hit.plainDetail = joined(item.serialNumber ?? "", others)
                hit.detail = joined(hit.detail, others.filter { $0 != item.location?.name })
            }
            return Hit(number: number, record: hit)
        } catch PersistenceError.objectNotFound {
            // What is in memory may be newer than what this context reads.
            return nil
        }
    }

    /// The beginning of a text in which something was found.
    private static func shortened(_ text: String) -> String {
        text.count > 100 ? String(text.prefix(99)) + "…" : text
    }

    /// What was found for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("q", .string(text)), ("total", .int(total)),
            (
                "groups",
                .array(
                    groups.map { group in
                        .object([
                            ("section", .string(group.source.section)),
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
