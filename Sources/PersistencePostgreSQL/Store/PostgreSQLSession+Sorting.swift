import Persistence

/// Sort orders and columns that SQL cannot express: all records of the predicate are sorted in
/// memory, with no more of their values than that needs.
extension PostgreSQLSession {
    /// Calls the closure with the records of a request in order, within its limit and offset.
    /// Values that the order does not need are read only for those.
    func fetchSortedInMemory(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        let records = try records(of: request, selectionForSorting(request))
        let wanted = try request.window(records.sorted(using: request.sortDescriptors))
        for portion in wanted.chunks(of: 1_000) {
            let rows = request.includesValues ? try rows(of: portion, request.entity) : [:]
            try checkLimits()
            for record in portion {
                try visit(rows[record.row.key] ?? record.row)
            }
        }
    }

    /// The rows of expressions of which SQL cannot express at least one.
    func dictionariesInMemory(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [RowSnapshot] {
        let sortKeys = request.sortDescriptors.map(\.expression)
        let keyPaths =
            (columns.expressions + columns.groupBy + sortKeys).flatMap(\.ownKeyPaths)
            + (columns.having?.ownKeyPaths ?? [])
        let records = try records(of: request, selection(for: request, reading: keyPaths))
            .sorted(using: request.sortDescriptors)
        let rows = try columns.dictionaries(of: records, request.entity, in: schema.layout)
        var result: [RowSnapshot] = []
        for row in request.window(rows) {
            result.append(RowSnapshot(row))
            try request.reporter?.recordUnit()
        }
        return result
    }

    /// The values that sorting in memory needs.
    func selectionForSorting(_ request: StoreFetch) throws -> RecordSelection {
        try selection(
            for: request,
            reading: request.sortDescriptors.flatMap(\.expression.ownKeyPaths))
    }

    /// The values at the start of key paths, and those for the rest of the predicate.
    private func selection(
        for request: StoreFetch, reading keyPaths: [[String]]
    ) throws -> RecordSelection {
        var slots = request.entity.slots(atBeginningsOf: keyPaths)
        if let predicate = try queryBuilder.select("1", request.allInAnyOrder).residual {
            slots.formUnion(request.entity.slots(atBeginningsOf: predicate.ownKeyPaths))
        }
        return RecordSelection(
            of: request.entity, schema: schema, storeEntities: contents.storeEntities.all,
            slots: slots)
    }

    /// All records of a request, ordered by key, with the values of a selection.
    private func records(
        of request: StoreFetch, _ selection: RecordSelection
    ) throws -> [StoreRowSubject<DetachedRow>] {
        var records: [StoreRowSubject<DetachedRow>] = []
        try fetch(request.allInAnyOrder, selection) { row in
            records.append(
                StoreRowSubject(
                    DetachedRow(row),
                    StoreRecordSubject(
                        in: self, storeEntities: contents.storeEntities,
                        entityNumber: row.entityNumber,
                        key: row.key, row: try row.snapshot(),
                        slots: selection.slots)))
        }
        return records
    }

    /// The rows of records by their keys.
    private func rows(
        of records: ArraySlice<StoreRowSubject<DetachedRow>>, _ entity: EntityLayout
    ) throws -> [Int64: DetachedRow] {
        let selection = contents.selection(of: entity)
        let keys = records.map(\.row.key)
        var rows: [Int64: DetachedRow] = [:]
        rows.reserveCapacity(keys.count)
        var record: RecordRow<PostgreSQLRow>?
        try run(forKeys: keys) {
            selection.statement(byKeys: $0, in: schema)
        } _: { row in
            let current = record ?? self.record(row, selection)
            record = current
            if current.move(to: row) {
                rows[current.key] = DetachedRow(current, values: try current.snapshot())
            }
        }
        return rows
    }
}

/// A record that outlives its statement.
private final class DetachedRow: StoreRow {
    let entityNumber: Int
    let key: Int64
    let version: Int64
    private let values: RowSnapshot?

    /// - Parameter values: the record's values; nil, the default, where they are not needed.
    init(_ row: some StoreRow, values: RowSnapshot? = nil) {
        entityNumber = row.entityNumber
        key = row.key
        version = row.version
        self.values = values
    }

    func snapshot() throws -> RowSnapshot {
        guard let values else {
            throw PersistenceError.misuse("The fetch did not ask for values")
        }
        return values
    }
}
