extension MemorySession {
    func fetchDictionaries(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [RowSnapshot] {
        var whole = request
        whole.limit = 0
        whole.offset = 0
        let rows = try columns.dictionaries(of: rows(whole), request.entity, in: state.layout)
        return request.window(rows).map { RowSnapshot($0) }
    }
}
