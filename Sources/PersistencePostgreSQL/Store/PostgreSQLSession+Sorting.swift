import Persistence

/// Orders that the database does not know, and columns that it does not compute: memory decides over
/// all records that the predicate selects.
extension PostgreSQLSession {
    /// Calls the closure with the records of a request in its order, limit and offset observed.
    func fetchSortedInMemory(
        _ request: StoreFetch, _ visit: (any StoreRow) throws -> Void
    ) throws {
        var window = FetchWindow(limit: request.limit, offset: request.offset)
        for record in try records(of: request).sorted(using: request.sortDescriptors) {
            if window.admitsNext() { try visit(record.row) }
            if window.isFull { return }
        }
    }

    /// Rows of expressions of which SQL does not say one.
    func dictionariesInMemory(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [RowSnapshot] {
        let records = try records(of: request).sorted(using: request.sortDescriptors)
        let rows = try columns.dictionaries(of: records, request.entity, in: schema.layout)
        var window = FetchWindow(limit: request.limit, offset: request.offset)
        var result: [RowSnapshot] = []
        for row in rows where !window.isFull && window.admitsNext() {
            result.append(RowSnapshot(row))
            try request.reporter?.noteUnit()
        }
        return result
    }

    /// All records of a request, in the order of their keys.
    private func records(of request: StoreFetch) throws -> [KeptRecord] {
        var all = request
        all.sortDescriptors = []
        all.limit = 0
        all.offset = 0
        all.includesValues = true
        all.reporter = nil
        var records: [KeptRecord] = []
        try fetch(all) { row in
            let kept = KeptRow(
                entityNumber: row.entityNumber, key: row.key, values: try row.snapshot())
            records.append(
                KeptRecord(
                    row: kept,
                    subject: StoreRecordSubject(
                        in: self, homes: contents.homes, entityNumber: row.entityNumber,
                        key: row.key, row: kept.values)))
        }
        return records
    }
}

/// A record that stays after its statement.
private final class KeptRow: StoreRow {
    let entityNumber: Int
    let key: Int64
    let values: RowSnapshot

    init(entityNumber: Int, key: Int64, values: RowSnapshot) {
        self.entityNumber = entityNumber
        self.key = key
        self.values = values
    }

    var version: Int64 { values.version }

    func snapshot() -> RowSnapshot { values }
}

/// A record as predicates see it, with its row.
private struct KeptRecord: PredicateSubject {
    let row: KeptRow
    let subject: StoreRecordSubject

    var predicateObjectID: ManagedObjectID? { subject.predicateObjectID }

    func predicateValue(forKey key: String) throws -> PredicateValue {
        try subject.predicateValue(forKey: key)
    }
}
