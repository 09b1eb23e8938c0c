/// A record that was read by its key.
final class FetchedRow: StoreRow {
    let entityNumber: Int
    let key: Int64
    private let values: RowSnapshot

    init(entityNumber: Int, key: Int64, values: RowSnapshot) {
        self.entityNumber = entityNumber
        self.key = key
        self.values = values
    }

    var version: Int64 { values.version }

    func snapshot() -> RowSnapshot { values }
}
