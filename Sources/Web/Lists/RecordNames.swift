import Persistence

/// The names of records, without the records.
enum RecordNames {
    /// The names of records of an entity that has a `name`, by record number.
    ///
    /// - Throws: errors of the store.
    static func names(
        of numbers: [Int64], _ entity: String, in context: ManagedObjectContext
    ) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        var request = DictionaryFetchRequest(
            entityName: entity, columns: [("record", .evaluatedObject), ("name", .key("name"))])
        request.predicate = FetchExpression.evaluatedObject.isIn(
            try numbers.map {
                try context.coordinator.objectID(entityName: entity, recordNumber: $0)
            })
        for row in try context.fetchDictionaries(request) {
            guard let number = row["record"]?.objectID?.recordNumber else { continue }
            names[number] = row["name"]?.stringValue
        }
        return names
    }
}
