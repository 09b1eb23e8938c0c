import Persistence

/// Takes the history of a store over into its next version. Its tables stay where they are while others take
/// the places of those of the records, and what they tell is changed on the server.
struct HistoryMigration {
    private let connection: ServerConnection
    private let columns: HistoryColumns
    /// The greatest number that is forgotten.
    private let forgotten: Int64
    /// The table of the changes and that of the transactions, whatever schema names lead to by then.
    private let changes: String
    private let transactions: String
    private let outcome: HistoryTrace.Outcome

    /// - Parameters:
    ///   - connection: a connection over which names lead to the store in its older version.
    ///   - columns: the history that the store keeps.
    ///   - outcome: what the migration makes of it.
    init(
        over connection: ServerConnection, _ columns: HistoryColumns,
        _ outcome: HistoryTrace.Outcome
    ) throws {
        self.connection = connection
        self.columns = columns
        self.outcome = outcome
        let noted = try connection.runOnce(
            "SELECT COALESCE(MAX(Z_MAX), 0), quote_ident(current_schema()) FROM Z_PRIMARYKEY "
                + "WHERE Z_ENT = \(HistoryTables.Number.transaction)")
        forgotten = noted[0].integer(0)
        let place = noted[0].string(1)
        (changes, transactions) = ("\(place).ACHANGE", "\(place).ATRANSACTION")
    }

    /// Changes what the history tells, while others read what it told before, and notes in the tables of the
    /// newer version that there is one.
    func run(from old: ModelLayout, to new: ModelLayout) throws {
        switch outcome {
        case .carried(let transfer, _):
            for statement in tombstoneStatements(transfer, old, new) {
                try connection.runOnce(statement)
            }
            for statement in transfer.statements(for: changes) {
                try connection.runOnce(statement)
            }
        case .startedAnew:
            try connection.runOnce("DELETE FROM \(changes)")
            try connection.runOnce("DELETE FROM \(transactions)")
        }
        try connection.runOnce(HistoryColumns.noteStatement(forgotten: forgotten))
    }

    /// Does the rest, which is done soon, once nobody reads the older version any more and names lead to the
    /// newer one.
    func finish(_ layout: ModelLayout) throws {
        for column in HistoryColumns(count: layout.preservedCount).tombstones
        where !columns.tombstones.contains(column) {
            try connection.runOnce("ALTER TABLE \(changes) ADD COLUMN \(column) bytea")
        }
        // Whoever follows has to read anew what was saved on the way, or has other keys: no token is from behind a
        // number that nothing has.
        if isToBeReadAnew {
            try connection.runOnce(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = nextval(\(HistoryColumns.sequence)) "
                    + "WHERE Z_ENT = \(HistoryTables.Number.transaction)")
        }
    }

    private var isToBeReadAnew: Bool {
        switch outcome {
        case .carried(_, let isContinued): isContinued
        case .startedAnew: true
        }
    }

    /// The statements that forget what is preserved of deleted records where its bytes would be taken for a
    /// value of another type.
    private func tombstoneStatements(
        _ transfer: HistoryTransfer, _ old: ModelLayout, _ new: ModelLayout
    ) -> [String] {
        columns.tombstones.enumerated().compactMap { place, column in
            let changed = transfer.heirs.filter { heir in
                let before = old.entity(heir.source).tombstoneKind(at: place)
                return before != new.entity(heir.destination).tombstoneKind(at: place)
            }
            guard !changed.isEmpty else { return nil }
            let numbers = changed.map { String($0.source) }.joined(separator: ", ")
            return "UPDATE \(changes) SET \(column) = NULL "
                + "WHERE ZENTITY IN (\(numbers)) AND \(column) IS NOT NULL"
        }
    }
}

extension EntityLayout {
    /// How the bytes of a value are read that history preserves of a deleted record; nil if there is none at
    /// the place.
    fileprivate func tombstoneKind(at place: Int) -> RowPlan.Kind? {
        let slots = preservedSlots
        guard place < slots.count, let attribute = slots[place].attribute else { return nil }
        return switch RowPlan.Kind(attribute) {
        // Whole numbers are read in any width.
        case .int16, .int32, .integer: .integer
        case .binary, .external: .binary
        case let kind: kind
        }
    }
}
