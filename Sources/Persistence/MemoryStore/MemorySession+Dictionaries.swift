extension MemorySession {
    func fetchDictionaries(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [[AttributeValue]] {
        var whole = request
        whole.limit = 0
        whole.offset = 0
        return try request.window(
            columns.dictionaries(of: try rows(whole), request.entity, in: state.layout))
    }
}
