import Foundation
public import Persistence

/// A tag of items, with a color.
public final class Tag: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
    public static let description = RecordDescription(
        .tag, "tag", "tags",
        fields: [
            FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
            FieldDescription(
                "color", "Color", .choice(colors.map { FieldChoice(value: $0, label: $0) }),
                hint: "Shown beside the name"),
        ])
}

extension Tag {
    /// The colors that the model allows.
    public static let colors = [
        "gray", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink",
    ]
    /// The separators of tags in a text, which names must not contain.
    public static let separators = ",;"

    /// All tags by name.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [Tag] {
        try context.fetch(FetchRequest<Tag>(sortBy: [SortDescriptor(\.name.localizedStandard)]))
    }

    /// The tag with a name, ignoring case and accents, or nil.
    ///
    /// - Throws: errors of the store.
    public static func named(_ name: String, in context: ManagedObjectContext) throws -> Tag? {
        try context.fetchFirst(FetchRequest<Tag>(format: "name ==[cd] %@", name))
    }

    /// The names in a text, separated by commas or semicolons.
    public static func names(in text: String) -> [String] {
        text.split { separators.contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    /// The tags with some names; missing ones are inserted.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ names: [String], in context: ManagedObjectContext
    ) throws -> Set<Tag> {
        var tags: [String: Tag] = [:]
        for name in names where tags[name.foldedForMatching] == nil {
            let tag = try named(name, in: context) ?? Tag(context: context)
            if tag.isInserted, tag.name == nil { tag.name = name }
            tags[name.foldedForMatching] = tag
        }
        return Set(tags.values)
    }
}

/// A tag, detached from its context.
public struct TagLabel: Sendable, Hashable {
    /// The record number.
    public let number: Int64
    public let name: String
    public let color: String

    public init(_ tag: Tag) {
        number = tag.savedNumber
        name = tag.name ?? ""
        color = tag.color ?? Tag.colors[0]
    }
}

extension Item {
    /// The tags by name.
    public var tagLabels: [TagLabel] {
        tags.map(TagLabel.init).sorted {
            ($0.name.lowercased(), $0.number) < ($1.name.lowercased(), $1.number)
        }
    }
}

extension Tag {
    /// The number of items with each of some tags, by record number, without trashed ones.
    ///
    /// All items are counted in an index and the few trashed ones subtracted; testing each item
    /// would read all of them.
    ///
    /// - Throws: errors of the store.
    public static func itemCounts(
        of tags: [Tag], in context: ManagedObjectContext
    ) throws -> [Int64: Int] {
        let request = DictionaryFetchRequest(
            entityName: "Tag", .isOne(of: tags.map(\.objectID)),
            columns: [("self", .evaluatedObject), ("count", .key("items.@count"))])
        var counts: [Int64: Int] = [:]
        for row in try context.fetchDictionaries(request) {
            guard let number = row["self"]?.objectID?.recordNumber else { continue }
            counts[number] = Int(row["count"]?.integerValue ?? 0)
        }
        let trashed = try context.fetch(
            sql: """
                SELECT t.destination AS tag, COUNT(*) AS count
                FROM \(entity: Item.self) i CROSS JOIN \(joinTable: \Item.tags) t
                WHERE i.\(column: \Item.trashedDate) IS NOT NULL
                AND t.source = i.\(column: \Item.objectID) GROUP BY t.destination
                """, as: TrashedCount.self)
        for row in trashed { counts[row.tag]? -= row.count }
        return counts
    }

    private struct TrashedCount: Decodable {
        var tag: Int64
        var count: Int
    }
}
