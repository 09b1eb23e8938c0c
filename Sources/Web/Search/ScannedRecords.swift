import Domain
import Foundation
import Imaging
import ObjectModel
import Persistence

/// A code that was read in a photo or by a scanner.
struct ReadCode: Sendable {
    let text: String
    /// Its kind; nil if the scanner did not give it.
    let format: PictureCode.Format?
}

/// The records that a code leads to, among those that the viewer may read.
struct ScannedRecords: Sendable {
    /// A record.
    struct Record: Sendable {
        let entity: EntityName
        let section: Section
        let hit: SearchHit
    }

    let code: ReadCode
    /// The number that a new record gets; empty for a link.
    let number: String
    let records: [Record]

    /// Finds the records of a code.
    ///
    /// - Throws: errors of the store.
    init(
        _ code: ReadCode, _ site: Site, for viewer: Viewer, in context: ManagedObjectContext
    ) throws {
        self.code = code
        number =
            Self.path(of: code.text, site.links).map {
                Self.labeledNumber($0).map(ItemNumber.text) ?? ""
            } ?? code.text
        records = try Self.found(code.text, site, for: viewer, in: context).map {
            Record(entity: $1.entity, section: $1.section, hit: try $1.hit($0))
        }
    }

    /// The records of a code, each with the texts of its kind.
    ///
    /// A link counts by its path alone, whatever its host: labels stay valid where the server has moved.
    ///
    /// - Parameter limit: the maximum number of records of a kind; 0 for all. Default: 10.
    /// - Throws: errors of the store.
    static func found(
        _ code: String, atMost limit: Int = 10, _ site: Site, for viewer: Viewer,
        in context: ManagedObjectContext
    ) throws -> [(record: ManagedObject, source: SearchSource)] {
        let sources = site.catalog.search + [.sale, .invoice, .quote]
        let linked = try path(of: code, site.links).flatMap {
            try record(at: $0, among: sources, in: context)
        }
        let found =
            try linked.map { [$0] }
            ?? HouseholdSearch.records(coded: code, atMost: limit, in: context)
        return found.compactMap { record in
            let entity = EntityName(record.entity.name)
            guard let source = sources.first(where: { $0.entity == entity }),
                viewer.may(.readers(of: source.section))
            else { return nil }
            return (record, source)
        }
    }

    /// The record, if it is the only one.
    var only: Record? { records.count == 1 ? records[0] : nil }

    /// The path of a link, without the base path; nil for another text. A link is shown and never followed.
    private static func path(of text: String, _ links: SiteLinks) -> Substring? {
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
        let path = URL(string: text)?.path(percentEncoded: true) ?? ""
        let base = links.basePath.path
        return path.hasPrefix(base + "/") ? path.dropFirst(base.count) : path[...]
    }

    /// The number of an item in the path of a label's code.
    private static func labeledNumber(_ path: Substring) -> Int64? {
        guard let id = path.split(separator: "/").last, SitePath.labeledItem(id).path == path
        else { return nil }
        return ItemNumber.parse(id)
    }

    /// The record whose page has a path, or which a label names by it.
    private static func record(
        at path: Substring, among sources: [SearchSource], in context: ManagedObjectContext
    ) throws -> ManagedObject? {
        if let number = labeledNumber(path) { return try Item.find(number: number, in: context) }
        let parts = path.split(separator: "/")
        guard parts.count == 2 else { return nil }
        let (list, id) = (SitePath("/\(parts[0])"), String(parts[1]))
        guard let source = sources.first(where: { $0.list == list }) else { return nil }
        if source.entity == .item {
            return UUID(uuidString: id) == nil ? nil : try Item.coded(id, in: context)
        }
        guard let number = Int64(id) else { return nil }
        do {
            return try context.existingObject(
                with: context.coordinator.objectID(
                    entityName: source.entity.rawValue, recordNumber: number))
        } catch PersistenceError.objectNotFound {
            return nil
        }
    }

    /// The schema of the document for programs.
    static let schema = JSONSchema.object([
        (
            "codes",
            .list(
                of: .object([
                    ("text", .text), ("format", .text.orNull), ("entity", .text.orNull),
                    ("label", .text.orNull), ("path", .text.orNull),
                ]))
        )
    ])

    /// The code for programs, once for each of its records.
    func json(_ links: SiteLinks) -> [JSONValue] {
        let found: [Record?] = records.isEmpty ? [nil] : records
        return found.map { record in
            .object([
                ("text", .string(code.text)), ("format", .string(code.format?.rawValue)),
                ("entity", .string(record?.entity.rawValue)),
                ("label", .string(record?.hit.label)),
                ("path", .string(record.map { links($0.hit.path) })),
            ])
        }
    }
}
