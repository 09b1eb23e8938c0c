public import Persistence

extension Tag {
    /// How many items have each tag, by record number, without those in the trash; in one statement.
    ///
    /// - Throws: errors of the store.
    public static func itemCounts(in context: ManagedObjectContext) throws -> [Int64: Int] {
        var request = DictionaryFetchRequest(entityName: "Tag")
        let listed = FetchExpression.subquery(
            collection: .keyPath(["items"]), variable: "item",
            predicate: .comparison(
                FetchComparison(
                    .keyPathOf(.variable("item"), ["trashedDate"]), .equal, .constant(.null))))
        request.columns = [
            ("self", .evaluatedObject), ("count", .function("count:", [listed])),
        ]
        var counts: [Int64: Int] = [:]
        for row in try context.fetchDictionaries(request) {
            guard case .object(let id) = row["self"], let number = id.recordNumber else { continue }
            counts[number] = Int(row["count"]?.wholeNumber ?? 0)
        }
        return counts
    }
}
