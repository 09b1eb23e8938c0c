import Persistence

/// Orders that the database does not know, and columns that it does not compute: memory decides over
/// all records that the predicate selects, of which it gets no more than that takes.
extension PostgreSQLSession {
    /// How many records are read by their keys at once.
    private static var portion: Int { 1_000 }

    /// Calls the closure with the records of a request in its order, limit and offset observed. What is not
    /// sorted by is read only of the records that are wanted.
    func fetchSortedInMemory(
        _ request: StoreFetch, _ visit: (any StoreRow) throws -> Void
    ) throws {
        let records = try records(of: request, selectionForSorting(request))
        let wanted = try wanted(of: records.sorted(using: request.sortDescriptors), request)
        for start in stride(from: 0, to: wanted.count, by: Self.portion) {
            let portion = wanted.dropFirst(start).prefix(Self.portion)
            let rows = request.includesValues ? try rows(of: portion, request.entity) : [:]
            try checkLimits()
            for record in portion {
                try visit(rows[record.key] ?? record.row)
            }
        }
    }

    /// Rows of expressions of which SQL does not say one.
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
        for row in wanted(of: rows, request) {
            result.append(RowSnapshot(row))
            try request.reporter?.recordUnit()
        }
        return result
    }

    /// What is within the limit and the offset of a request.
    private func wanted<Element>(of all: [Element], _ request: StoreFetch) -> ArraySlice<Element> {
        let rest = all.dropFirst(max(0, request.offset))
        return request.limit > 0 ? rest.prefix(request.limit) : rest
    }

    /// What memory needs of the records of a request to put them in its order.
    func selectionForSorting(_ request: StoreFetch) throws -> RecordSelection {
        try selection(
            for: request,
            reading: request.sortDescriptors.flatMap(\.expression.ownKeyPaths))
    }

    /// The values at the beginnings of key paths, and what memory needs to decide about the rest of the predicate.
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

    /// All records of a request, in the order of their keys, with the values of a selection.
    private func records(
        of request: StoreFetch, _ selection: RecordSelection
    ) throws -> [KeyedRecord] {
        var records: [KeyedRecord] = []
        try fetch(request.allInAnyOrder, selection) { row in
            records.append(
                KeyedRecord(
                    row: DetachedRow(row),
                    subject: StoreRecordSubject(
                        in: self, storeEntities: contents.storeEntities,
                        entityNumber: row.entityNumber,
                        key: row.key, row: try row.snapshot(),
                        slots: selection.slots)))
        }
        return records
    }

    /// The rows of records, by their keys.
    private func rows(
        of records: ArraySlice<KeyedRecord>, _ entity: EntityLayout
    ) throws -> [Int64: DetachedRow] {
        let selection = contents.selection(of: entity)
        let keys = records.map(\.key)
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

/// A record that stays after its statement.
private final class DetachedRow: StoreRow {
    let entityNumber: Int
    let key: Int64
    let version: Int64
    private let values: RowSnapshot?

    /// - Parameter values: the record's values; nil, the default, where nobody asks for them.
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

/// A record as predicates and orders see it.
private struct KeyedRecord: PredicateSubject {
    let row: DetachedRow
    let subject: StoreRecordSubject

    var key: Int64 { row.key }

    var predicateObjectID: ManagedObjectID? { subject.predicateObjectID }

    func predicateValue(forKey key: String) throws -> PredicateValue {
        try subject.predicateValue(forKey: key)
    }

    func predicateKeyCount(at keys: ArraySlice<String>) -> Int {
        subject.predicateKeyCount(at: keys)
    }
}

extension StoreFetch {
    /// The same for all records that the predicate selects, as memory needs them to put them in order.
    var allInAnyOrder: StoreFetch {
        var all = self
        all.sortDescriptors = []
        all.limit = 0
        all.offset = 0
        all.reporter = nil
        return all
    }
}
