import Persistence

/// Finds the records of an entity by words, from memory.
protocol RecordSearch: RecordFollower {
    var entity: EntityName { get }

    /// Reads what is searched into memory.
    ///
    /// - Throws: errors of the store.
    func warm(in context: ManagedObjectContext) throws

    /// The best records with every word, and the number of all (``TextIndex/best(with:limit:and:or:)``). Who
    /// comes before the texts are in memory reads them.
    ///
    /// - Throws: errors of the store.
    func best(
        with words: [String], limit: Int, in context: ManagedObjectContext
    ) throws -> (total: Int, numbers: [Int64])
}
