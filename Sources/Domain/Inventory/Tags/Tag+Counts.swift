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
        var trashed = Item.trashedRequest
        trashed.relationshipKeyPathsForPrefetching = ["tags"]
        for tag in try context.fetch(trashed).flatMap(\.tags) {
            guard let number = tag.objectID.recordNumber else { continue }
            counts[number]? -= 1
        }
        return counts
    }
}
