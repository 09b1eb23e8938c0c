public import Persistence

extension Tag {
    /// How many items have each tag, by record number, without those in the trash; in one statement.
    ///
    /// - Throws: errors of the store.
    public static func itemCounts(in context: ManagedObjectContext) throws -> [Int64: Int] {
        var request = DictionaryFetchRequest(entityName: "Tag")
        let count = try FetchExpression(
            format: "SUBQUERY(items, $item, $item.trashedDate == nil).@count")
        request.columns = [("self", .evaluatedObject), ("count", count)]
        var counts: [Int64: Int] = [:]
        for row in try context.fetchDictionaries(request) {
            guard let number = row["self"]?.objectID?.recordNumber else { continue }
            counts[number] = Int(row["count"]?.integerValue ?? 0)
        }
        return counts
    }
}
