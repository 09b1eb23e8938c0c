extension StoreFetch {
    /// The records that the fetch selects among some, in its order, limit and offset observed.
    ///
    /// A store that does not search by itself answers with it:
    ///
    /// ```swift
    /// func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
    ///     for row in try request.rows(among: allRows(), in: self, homes) { try visit(row) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - candidates: all records, or those that may be among the answer.
    ///   - session: is asked for records that a predicate reaches by relationships.
    ///   - homes: those of the store.
    /// - Throws: errors of the session, and of a predicate that cannot be evaluated.
    public func rows(
        among candidates: [any StoreRow], in session: any StoreSession, _ homes: StoreHomes
    ) throws -> [any StoreRow] {
        window(try selected(among: candidates, session, homes).map(\.row))
    }

    /// The rows of columns over the records that the fetch selects among some.
    ///
    /// - Parameters:
    ///   - columns: what stands in each row.
    ///   - layout: the store's model.
    public func dictionaries(
        _ columns: StoreColumns, among candidates: [any StoreRow], in session: any StoreSession,
        _ homes: StoreHomes, _ layout: ModelLayout
    ) throws -> [RowSnapshot] {
        let records = try selected(among: candidates, session, homes)
        return window(try columns.dictionaries(of: records, entity, in: layout))
            .map { RowSnapshot($0) }
    }

    private func selected(
        among candidates: [any StoreRow], _ session: any StoreSession, _ homes: StoreHomes
    ) throws -> [StoreRowSubject] {
        let records = try candidates.map { row in
            StoreRowSubject(
                row: row,
                subject: StoreRecordSubject(
                    in: session, homes: homes, entityNumber: row.entityNumber, key: row.key,
                    row: try row.snapshot()))
        }
        let wanted = try records.filter { record in
            let found = homes.homes[record.row.entityNumber - 1].layout
            let isOfEntity =
                includesSubentities ? found.isKind(of: entity) : found.number == entity.number
            return try isOfEntity && predicate?.evaluate(with: record) ?? true
        }.sorted { $0.row.key < $1.row.key }
        return sortDescriptors.isEmpty ? wanted : try wanted.sorted(using: sortDescriptors)
    }
}

/// A record that a store has handed out, as predicates see it.
private struct StoreRowSubject: PredicateSubject {
    let row: any StoreRow
    let subject: StoreRecordSubject

    var predicateObjectID: ManagedObjectID? { subject.predicateObjectID }

    func predicateValue(forKey key: String) throws -> PredicateValue {
        try subject.predicateValue(forKey: key)
    }

    func predicateKeyCount(at keys: ArraySlice<String>) -> Int {
        subject.predicateKeyCount(at: keys)
    }
}
