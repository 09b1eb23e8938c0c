extension SQLiteSession {
    func fetchDictionaries(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [[AttributeValue]] {
        throw PersistenceError.unsupportedPredicate("Dictionaries are not fetched from SQLite yet")
    }
}
