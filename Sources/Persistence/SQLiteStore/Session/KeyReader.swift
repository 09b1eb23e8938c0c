/// Reads records of an entity by key with a kept statement; as a row, it is the last record read.
final class KeyReader: StoreRow {
    private let statement: Statement
    private let row: RecordRow<SQLColumns>
    private var values = RowSnapshot(count: 0, version: 0)

    init(_ statement: Statement, _ row: RecordRow<SQLColumns>) {
        self.statement = statement
        self.row = row
    }

    var entityNumber: Int { row.entityNumber }
    var key: Int64 { row.key }
    var version: Int64 { values.version }

    func snapshot() -> RowSnapshot { values }

    /// Moves to the record with a key. Returns whether it exists.
    func move(to key: Int64, on connection: Connection) throws -> Bool {
        try connection.record(statement.sql)
        defer { statement.rewind() }
        try statement.bind(key, at: 1)
        guard try statement.step(), row.move(to: SQLColumns(of: statement.handle)) else {
            return false
        }
        values = try row.snapshot()
        return true
    }
}

extension SQLiteSession {
    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)? {
        let reader = try keyReaders[entity.number - 1] ?? keyReader(of: entity)
        return try reader.move(to: key, on: connection) ? reader : nil
    }

    private func keyReader(of entity: EntityLayout) throws -> KeyReader {
        let selection = store.selection(of: entity)
        let statement = try Statement(selection.statement(byKeyIn: schema), on: connection)
        // Single records are allocated singly, so that none keeps others in memory.
        let row = RecordRow(
            SQLColumns(of: statement.handle), selection, includesValues: true,
            path: connection.path,
            packer: RowPacker(maximumCapacity: 4 * RowBlock.minimumCapacity))
        let reader = KeyReader(statement, row)
        keyReaders[entity.number - 1] = reader
        return reader
    }
}
