import CSQLite
import Foundation

extension SQLiteTransaction {
    func insertRows(_ rows: [StoreInsert], into entity: EntityLayout) throws {
        let plan = session.store.plans.insertion(into: entity)
        try connection.withStatement(sql(of: plan)) { statement in
            var values = StatementValues(statement, binder)
            let number = Int64(schema.number(of: entity))
            for row in rows {
                try bind(row, plan, number, to: &values)
                try writing(statement.runAndReset)
                try recordCutKeys(of: row.key, in: entity)
            }
        }
    }

    func upsert(
        _ rows: [StoreInsert], into entity: EntityLayout, merging given: [Int]?
    ) throws -> StoreInsertResult {
        if let file = given?.first(where: { entity.slots[$0].isStoredExternally }) {
            throw PersistenceError.misuse(
                "A batch insertion cannot update \(entity.name).\(entity.slots[file].name), which is "
                    + "kept in files")
        }
        let plan = WritePlan(insertInto: entity, schema, merging: given)
        var result = StoreInsertResult()
        try connection.withStatement(plan.sql) { statement in
            var values = StatementValues(statement, binder)
            let number = Int64(schema.number(of: entity))
            for row in rows {
                let fileCount = madeFileCount
                try bind(row, plan, number, to: &values)
                if try writing(statement.step) {
                    result.record(statement.integer(0), for: row)
                    try recordCutKeys(of: statement.integer(0), in: entity)
                    try statement.run()
                } else {
                    discardFiles(madeSince: fileCount)
                }
                statement.reset()
            }
        }
        return result
    }

    func updateRows(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [Int64] {
        var lost: [Int64] = []
        for row in rows {
            let plan = session.store.plans.update(
                of: entity, changed: row.changed, checksVersion: row.expectedVersion != nil)
            let old = try externalMarkers(of: row.key, in: entity, numbers: plan.externalNumbers)
            let fileCount = madeFileCount
            let changed = try connection.withStatement(sql(of: plan)) { statement in
                try update(row, plan, statement)
            }
            try recordCutKeys(of: row.key, in: entity)
            if changed == 0 {
                discardFiles(madeSince: fileCount)
                lost.append(row.key)
            } else {
                discard(old)
            }
        }
        return lost
    }

    private func sql(of plan: WritePlan) -> String {
        session.knownSchema.hasLenientTriggers ? plan.sql : plan.sqlOrFail
    }

    /// Records the record that was just written if one of its sort keys is truncated.
    private func recordCutKeys(of key: Int64, in entity: EntityLayout) throws {
        guard hasCutKey else { return }
        try connection.executeOnce(SQLSortKeys.recording("\(key)", of: schema[entity].table))
    }

    private func update(_ row: StoreUpdate, _ plan: WritePlan, _ statement: Statement) throws -> Int
    {
        var values = StatementValues(statement, binder)
        values.startRecord()
        hasCutKey = false
        try values.append(row.row.version)
        for value in plan.values { try bind(row.row, value, to: &values) }
        try values.append(row.key)
        if let version = row.expectedVersion { try values.append(version) }
        try writing(statement.run)
        return connection.changes
    }

    private func bind(
        _ insert: StoreInsert, _ plan: WritePlan, _ entityNumber: Int64,
        to values: inout StatementValues
    ) throws {
        values.startRecord()
        hasCutKey = false
        try values.append(insert.key)
        try values.append(insert.row.version)
        try values.append(entityNumber)
        for value in plan.values { try bind(insert.row, value, to: &values) }
    }

    @inline(__always)
    private func bind(
        _ row: RowSnapshot, _ value: WritePlan.Value, to values: inout StatementValues
    ) throws {
        let content = value.content(of: row, keepsSortKeys: keepsSortKeys)
        if value.textNumber != nil, TextSortKey.isCut(content) { hasCutKey = true }
        try values.append(constant: value.kind == .external ? stored(content) : content)
        guard value.hasEntityColumn else { return }
        if case .object(let id) = content {
            try values.append(Int64(schema.number(of: id.storeEntity.layout)))
        } else {
            try values.appendNull()
        }
    }

    func deleteRows(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [Int64] {
        let external = entity.slots.filter(\.isStoredExternally).map(\.number)
        let deletion = SQLDeletion(of: schema[entity])
        let pairs = deletion.pairsOfRecord
        var lost: [Int64] = []
        for row in rows {
            let old = try externalMarkers(of: row.key, in: entity, numbers: external)
            let sql = deletion.record(checksVersion: row.expectedVersion != nil)
            let deleted = try connection.withStatement(sql) { statement in
                try statement.bind(row.key, at: 1)
                if let version = row.expectedVersion { try statement.bind(version, at: 2) }
                try writing(statement.run)
                return connection.changes
            }
            if deleted == 0 {
                lost.append(row.key)
            } else {
                discard(old)
                for sql in pairs {
                    try connection.withStatement(sql) { statement in
                        try statement.bind(row.key, at: 1)
                        try writing(statement.run)
                    }
                }
            }
        }
        return lost
    }
}

/// Binds the values of records to the parameters of a statement.
///
/// The bytes of strings are collected in a buffer that SQLite reads while the statement runs, which
/// saves SQLite's copies.
final class ValueBinder {
    private let capacity: Int
    private let buffer: UnsafeMutableRawPointer
    private var used = 0

    init(capacity: Int) {
        self.capacity = capacity
        buffer = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        buffer.deallocate()
    }

    /// Clears the bytes of the last record. The statement must not run before all values are bound
    /// again.
    func startRecord() {
        used = 0
    }

    func bind(_ value: AttributeValue, to statement: Statement, at position: Int) throws {
        let handle = statement.handle
        let position = Int32(position)
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(handle, position)
        case .integer(let value): code = sqlite3_bind_int64(handle, position, value)
        case .boolean(let value): code = sqlite3_bind_int64(handle, position, value ? 1 : 0)
        case .double(let value): code = sqlite3_bind_double(handle, position, value)
        case .date(let value):
            code = sqlite3_bind_double(handle, position, value.timeIntervalSinceReferenceDate)
        case .string(let value): code = bind(value, handle, position)
        case .decimal(let value): code = bind(value, handle, position)
        case .url(let value): code = bind(value.absoluteString, handle, position)
        case .object(let id): code = sqlite3_bind_int64(handle, position, id.key)
        case .uuid(let value):
            code = withUnsafeBytes(of: value.uuid) { bindBytes($0, handle, position) }
        case .data(let value):
            code = value.withUnsafeBytes { bindBytes($0, handle, position) }
        case .transformable, .deferred:
            throw PersistenceError.misuse("A value was to be stored that is not data yet")
        }
        guard code == SQLITE_OK else { throw statement.failure(code) }
    }

    private func bind(_ value: String, _ handle: OpaquePointer, _ position: Int32) -> Int32 {
        var value = value
        return value.withUTF8 { bytes in
            let (start, destructor) = keep(UnsafeRawBufferPointer(bytes))
            return sqlite3_bind_text64(
                handle, position, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
                destructor, UInt8(SQLITE_UTF8))
        }
    }

    private func bindBytes(
        _ bytes: UnsafeRawBufferPointer, _ handle: OpaquePointer, _ position: Int32
    ) -> Int32 {
        guard bytes.count > 0 else { return sqlite3_bind_zeroblob(handle, position, 0) }
        let (start, destructor) = keep(bytes)
        return sqlite3_bind_blob64(handle, position, start, UInt64(bytes.count), destructor)
    }

    /// A DECIMAL column converts integers to INTEGER and others to REAL; text with more digits than
    /// that would stay TEXT.
    private func bind(_ value: Decimal, _ handle: OpaquePointer, _ position: Int32) -> Int32 {
        guard !value.isNaN else { return sqlite3_bind_null(handle, position) }
        let text = value.description
        if let integer = Int64(text) { return sqlite3_bind_int64(handle, position, integer) }
        return sqlite3_bind_double(handle, position, Double(text) ?? .nan)
    }

    /// Keeps the bytes until the next record; SQLite copies large ones.
    private func keep(
        _ bytes: UnsafeRawBufferPointer
    ) -> (UnsafeRawPointer, sqlite3_destructor_type?) {
        guard let start = bytes.baseAddress else { return (UnsafeRawPointer(buffer), nil) }
        guard bytes.count <= capacity - used else { return (start, Statement.transient) }
        let target = buffer + used
        target.copyMemory(from: start, byteCount: bytes.count)
        used += bytes.count
        return (UnsafeRawPointer(target), nil)
    }
}
