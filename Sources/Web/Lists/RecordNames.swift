import Persistence

/// The names of records, without the records.
enum RecordNames {
    /// Records that are looked up at once.
    private static let batchSize = 5_000

    /// The names of records of an entity that has a `name`, by record number.
    ///
    /// - Throws: errors of the store.
    static func names(
        of numbers: [Int64], _ entity: String, in context: ManagedObjectContext
    ) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        for start in stride(from: 0, to: numbers.count, by: batchSize) {
            let batch = numbers[start..<min(start + batchSize, numbers.count)]
            var request = DictionaryFetchRequest(entityName: entity)
            request.columns = [("record", .evaluatedObject), ("name", .keyPath(["name"]))]
            request.predicate = .comparison(
                FetchComparison(
                    .evaluatedObject, .in,
                    .aggregate(
                        try batch.map {
                            .constant(
                                .object(
                                    try context.coordinator.objectID(
                                        entityName: entity, recordNumber: $0)))
                        })))
            for row in try context.fetchDictionaries(request) {
                guard case .object(let id) = row["record"], case .string(let name) = row["name"],
                    let number = id.recordNumber
                else { continue }
                names[number] = name
            }
        }
        return names
    }
}
