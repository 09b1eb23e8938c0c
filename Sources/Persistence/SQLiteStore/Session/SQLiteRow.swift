import CSQLite

/// The record that a statement is at.
final class SQLiteRow: StoreRow {
    private let statement: Statement
    private let selection: Selection
    private let includesValues: Bool
    private let path: String
    private let packer: RowPacker

    init(
        _ statement: Statement, selection: Selection, includesValues: Bool,
        path: String, packer: RowPacker
    ) {
        self.statement = statement
        self.selection = selection
        self.includesValues = includesValues
        self.path = path
        self.packer = packer
        packer.reset()
    }

    var key: Int64 { sqlite3_column_int64(statement.handle, Selection.Position.key) }

    var version: Int64 { sqlite3_column_int64(statement.handle, Selection.Position.version) }

    var entityNumber: Int {
        selection.selectsEntity
            ? Int(sqlite3_column_int64(statement.handle, Selection.Position.entity))
                &- selection.numberOffset
            : selection.entity.number
    }

    /// Whether the row is a record of the entity that was asked for: a row without an entity number
    /// is none.
    var isRecord: Bool {
        (selection.entity.number...selection.entity.lastNumber).contains(entityNumber)
    }

    func snapshot() throws -> RowSnapshot {
        guard includesValues else {
            throw PersistenceError.misuse("The fetch did not ask for values")
        }
        guard isRecord else { throw corrupt("the record \(key) has no entity number") }
        let plan = selection.plans[entityNumber - selection.entity.number]
        if let failed = plan.pack(statement.handle, version: version, into: packer) {
            throw corrupt("the record \(key) holds no value for slot \(failed)")
        }
        return packer.finish()
    }

    private func corrupt(_ reason: String) -> PersistenceError {
        .corruptStore(path: path, reason: "\(selection.entity.name): \(reason)")
    }
}
