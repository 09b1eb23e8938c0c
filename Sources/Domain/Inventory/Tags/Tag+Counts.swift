public import Persistence

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
        var request = DictionaryFetchRequest(entityName: "Tag")
        request.columns = [
            ("self", .evaluatedObject), ("count", .keyPath(["items", "@count"])),
        ]
        request.predicate = FetchExpression.evaluatedObject.isIn(tags.map(\.objectID))
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
