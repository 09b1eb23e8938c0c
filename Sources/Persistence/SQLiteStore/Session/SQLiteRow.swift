import CSQLite

/// A record that SQLite is at.
final class SQLiteRow: StoreRow {
    private let statement: Statement
    private let selection: Selection
    private let selectsEntity: Bool
    private let numberOffset: Int
    private let records: ClosedRange<Int>
    private let includesValues: Bool
    private let path: String
    private let packer: RowPacker
    private var columns: SQLColumns
    // One of the selection's, that of the record's entity: a row more costs no counting of
    // references to it.
    private var plan: Unmanaged<RowPlan>
    private(set) var entityNumber: Int
    private(set) var key: Int64 = 0

    init(
        _ statement: Statement, selection: Selection, includesValues: Bool,
        path: String, packer: RowPacker
    ) {
        self.statement = statement
        self.selection = selection
        selectsEntity = selection.selectsEntity
        numberOffset = selection.numberOffset
        records = selection.entity.number...selection.entity.lastNumber
        self.includesValues = includesValues
        self.path = path
        self.packer = packer
        columns = SQLColumns(of: statement.handle)
        plan = .passUnretained(selection.plans[0])
        entityNumber = selection.entity.number
        packer.reset()
    }

    var version: Int64 { columns[Selection.Position.version].integer }

    /// Goes on to the statement's next row that is a record. Returns whether there is one.
    func next() throws -> Bool {
        while try statement.step() {
            if readPosition() { return true }
        }
        return false
    }

    /// Goes on to the row of which a function got the columns. Returns whether it is a record.
    func move(to columns: SQLColumns) -> Bool {
        self.columns = columns
        return readPosition()
    }

    /// Whether the row is a record of the entity that was asked for: a row without an entity number
    /// is none.
    private func readPosition() -> Bool {
        if selectsEntity {
            let number =
                Int(truncatingIfNeeded: columns[Selection.Position.entity].integer) &- numberOffset
            guard records.contains(number) else { return false }
            if number != entityNumber { turn(to: number) }
        }
        key = columns[Selection.Position.key].integer
        return true
    }

    private func turn(to number: Int) {
        entityNumber = number
        plan = .passUnretained(selection.plans[number - records.lowerBound])
    }

    func snapshot() throws -> RowSnapshot {
        guard includesValues else {
            throw PersistenceError.misuse("The fetch did not ask for values")
        }
        let failed = plan._withUnsafeGuaranteedRef {
            $0.pack(columns, version: version, into: packer)
        }
        if let failed { throw corrupt("the record \(key) holds no value for slot \(failed)") }
        return packer.finish()
    }

    private func corrupt(_ reason: String) -> PersistenceError {
        .corruptStore(path: path, reason: "\(selection.entity.name): \(reason)")
    }
}
