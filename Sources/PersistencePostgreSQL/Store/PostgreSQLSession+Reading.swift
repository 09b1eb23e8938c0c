import Foundation
import Persistence

extension PostgreSQLSession {
    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        let selection = contents.selection(of: request.entity)
        guard let plan = try sqlPlan(selection, request) else {
            return try fetchSortedInMemory(request, visit)
        }
        guard plan.residual == nil else { return try fetch(request, selection, visit) }
        try withRows(
            plan, selection, includesValues: request.includesValues, isInterrupted: false, visit)
    }

    /// The plan of a fetch; nil if SQL cannot express its order.
    func sqlPlan(_ selection: RecordSelection, _ request: StoreFetch) throws -> SQLFetchPlan? {
        do {
            return try queryBuilder.select(selection, request)
        } catch PersistenceError.unsupportedPredicate where !request.sortDescriptors.isEmpty {
            return nil
        }
    }

    /// If the closure queries the server between rows, they come in portions, and no more are
    /// fetched than needed.
    func withRows(
        _ plan: SQLFetchPlan, _ selection: RecordSelection, includesValues: Bool,
        isInterrupted: Bool, _ visit: (RecordRow<PostgreSQLRow>) throws -> Void
    ) throws {
        let sql = SQLDialect.postgreSQL.text(plan.query.sql)
        let parameters = try parameters(plan.query)
        var record: RecordRow<PostgreSQLRow>?
        func receive(_ row: PostgreSQLRow) throws {
            let current = record ?? self.record(row, selection, includesValues: includesValues)
            record = current
            if current.move(to: row) { try visit(current) }
        }
        guard isInterrupted else { return try begun().visit(sql, parameters, receive) }
        let row = PostgreSQLRow()
        try begun().visitPortions(sql, parameters) { result in
            do {
                for number in 0..<result.rowCount {
                    row.move(to: number, of: result)
                    try receive(row)
                }
                return true
            } catch is FetchWindow.Full {
                return false
            }
        }
    }

    func record(
        _ row: PostgreSQLRow, _ selection: RecordSelection, includesValues: Bool = true
    ) -> RecordRow<PostgreSQLRow> {
        RecordRow(
            row, selection, includesValues: includesValues, path: contents.address.description,
            packer: packer)
    }

    func parameters(_ query: SQLQuery) throws -> StatementParameters {
        let parameters = StatementParameters()
        for value in query.bindings { try parameters.append(constant: value) }
        return parameters
    }

    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)? {
        let selection = contents.selection(of: entity)
        let parameters = StatementParameters(capacity: 8)
        parameters.append(key)
        let result = try begun().run(selection.statement(byKeyIn: schema), parameters)
        guard result.rowCount > 0 else { return nil }
        let row = PostgreSQLRow(0, of: result)
        let record = record(row, selection)
        return record.move(to: row) ? record : nil
    }

    func value(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> AttributeValue {
        guard let result = try read("t0.%", of: slot, entity, key), !result[0].isNull(0) else {
            return .null
        }
        return .data(result[0].data(0))
    }

    func byteCount(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> Int {
        try read("octet_length(t0.%)", of: slot, entity, key).map { Int($0[0].integer(0)) } ?? 0
    }

    /// The server reads pieces of a large value without the rest.
    func readPieces(
        of slot: PropertySlot, entity: EntityLayout, key: Int64, size: Int,
        _ body: (Data) throws -> Void
    ) throws {
        guard let column = schema[entity].columns[slot.number] else { return }
        let size = min(size, StatementParameters.maximumLength)
        let sql =
            "SELECT substring(t0.\(column) FROM $2 FOR $3) FROM \(schema[entity].table) t0 "
            + "WHERE t0.Z_PK = $1"
        var start = 1
        while true {
            let parameters = StatementParameters(capacity: 16)
            parameters.append(key)
            parameters.append(Int32(clamping: start))
            parameters.append(Int32(clamping: size))
            let result = try begun().run(sql, parameters)
            guard result.rowCount > 0, !result[0].isNull(0) else { return }
            let piece = result[0].data(0)
            if !piece.isEmpty { try body(piece) }
            guard piece.count == size else { return }
            start += size
        }
    }

    private func read(
        _ expression: String, of slot: PropertySlot, _ entity: EntityLayout, _ key: Int64
    ) throws -> ServerResult? {
        guard let column = schema[entity].columns[slot.number] else { return nil }
        let parameters = StatementParameters(capacity: 8)
        parameters.append(key)
        let result = try begun().run(
            "SELECT \(expression.replacing("%", with: column)) "
                + "FROM \(schema[entity].table) t0 WHERE t0.Z_PK = $1", parameters)
        return result.rowCount > 0 ? result : nil
    }

    /// With a history, taken keys do not count: a process that is killed before its save has used
    /// them up. Without a history, a taken key counts as a deleted record.
    func isPristine() throws -> Bool {
        guard contents.history != nil else { return try lastKeys().isEmpty }
        let records = schema.tables.map { "EXISTS (SELECT 1 FROM \($0.name))" }
        let saved = ["(\(HistoryTables.lastNumberStatement)) > 0"] + records
        return try begun().run("SELECT 1 WHERE \(saved.joined(separator: " OR "))").rowCount == 0
    }
}

extension PostgreSQLSession {
    /// Faults in the records and in the constraints. The server's own tools check its files.
    func faults() throws -> [String] {
        let connection = try begun()
        let records = RecordCheck(schema) { sql, count in
            // All columns are integers.
            try connection.runOnce(sql).rows.map { row in
                (0..<Int32(count)).map { row.isNull($0) ? "nothing" : String(row.integer($0)) }
            }
        }
        return try records.faults() + invalidIndexes(connection) + uncheckedKeys(connection)
            + (contents.keepsSortKeys ? PostgreSQLStoredSortKeys(connection, schema).faults() : [])
            + contents.textIndexes(on: connection).faults()
    }

    /// Indexes whose creation was interrupted.
    private func invalidIndexes(_ connection: ServerConnection) throws -> [String] {
        try names(
            "SELECT CAST(c.relname AS text) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
                + "WHERE NOT i.indisvalid AND c.relnamespace = to_regnamespace(current_schema()) "
                + "ORDER BY 1", connection
        ).map { "The index \($0) is not valid: REINDEX makes it again." }
    }

    /// Foreign keys that were not validated against existing rows.
    private func uncheckedKeys(_ connection: ServerConnection) throws -> [String] {
        try names(
            "SELECT CAST(conname AS text) FROM pg_constraint "
                + "WHERE NOT convalidated AND connamespace = to_regnamespace(current_schema()) "
                + "ORDER BY 1", connection
        ).map { "The foreign key \($0) was never checked: VALIDATE CONSTRAINT does that." }
    }

    private func names(_ sql: String, _ connection: ServerConnection) throws -> [String] {
        let answer = try connection.runOnce(sql)
        return answer.rows.map { $0.string(0) }
    }
}

extension PostgreSQLSession {
    func fetchDictionaries(_ request: StoreFetch, _ columns: StoreColumns) throws -> [RowSnapshot] {
        let query: SQLFetchPlan?
        do {
            query = try queryBuilder.dictionaries(request, columns)
        } catch PersistenceError.unsupportedPredicate {
            return try dictionariesInMemory(request, columns)
        }
        guard let query else {
            return try fetchDictionaries(naming(request, contents.storeEntities), columns)
        }
        let (sql, bindings) = Self.numbered(query.query)
        let parameters = StatementParameters()
        for value in bindings { try parameters.append(constant: value) }
        var rows: [RowSnapshot] = []
        try begun().visit(sql, parameters) { row in
            rows.append(
                RowSnapshot(
                    query.types.enumerated().map { column, type in
                        row.value(Int32(column), as: type, contents.storeEntities)
                    }))
            try request.reporter?.recordUnit()
        }
        return rows
    }

    /// A statement in which equal values share a parameter: the server recognizes a GROUP BY
    /// expression by its text.
    private static func numbered(_ query: SQLQuery) -> (String, [AttributeValue]) {
        let parts = query.sql.split(separator: "?", omittingEmptySubsequences: false)
        var text = String(parts[0])
        var bindings: [AttributeValue] = []
        var numbers: [AttributeValue: Int] = [:]
        for (value, part) in zip(query.bindings, parts.dropFirst()) {
            // NULL has no type; the server infers it for each parameter.
            let known = value.isNull ? nil : numbers[value]
            if known == nil { bindings.append(value) }
            let number = known ?? bindings.count
            numbers[value] = number
            text += "$\(number)\(part)"
        }
        return (text, bindings)
    }
}

extension PostgreSQLRow {
    /// The value of a column as an expected type; as the server's type where that differs.
    func value(
        _ column: Int32, as type: ExpressionType, _ storeEntities: StoreEntities
    ) -> AttributeValue {
        let value = self.value(column)
        return switch (type.kind, value) {
        case (.boolean, .integer(let number)): .boolean(number != 0)
        case (.double, .integer(let number)): .double(Double(number))
        case (.double, .decimal(let number)): .double(NSDecimalNumber(decimal: number).doubleValue)
        case (.decimal, .integer(let number)): .decimal(Decimal(number))
        case (.url, .string(let text)): URL(string: text).map(AttributeValue.url) ?? value
        case (.object(let entity), .integer(let key)):
            .object(storeEntities.objectID(entityNumber: entity, key: key))
        default: value
        }
    }

    /// The value of a column as its server type.
    func value(_ column: Int32) -> AttributeValue {
        guard !isNull(column) else { return .null }
        return switch self.type(column) {
        case .boolean: .boolean(boolean(column))
        case .smallint, .integer, .bigint: .integer(integer(column))
        case .double: .double(double(column))
        case .numeric: decimal(column).map { .decimal($0) } ?? .null
        case .timestamp: date(column).map { .date($0) } ?? .null
        case .uuid: uuid(column).map { .uuid($0) } ?? .null
        case .bytes: .data(data(column))
        case nil where types[Int(column)] == 700: .double(double(column))
        case .text, .unknown, nil: .string(string(column))
        }
    }
}

extension PostgreSQLSession {
    /// The statement of a fetch, the server's plan for it, and the part that is left to memory.
    func plan(for request: StoreFetch) throws -> FetchPlan? {
        let known = try sqlPlan(contents.selection(of: request.entity), request)
        let plan =
            try known
            ?? queryBuilder.select(selectionForSorting(request).columns, request.allInAnyOrder)
        return FetchPlan(
            storeIdentifier: contents.identifier, sql: SQLDialect.postgreSQL.text(plan.query.sql),
            steps: try steps(of: plan.query), predicateInMemory: plan.residual,
            reason: plan.residualReason,
            sortDescriptorsInMemory: known == nil ? request.sortDescriptors : [])
    }

    private func steps(of query: SQLQuery) throws -> [String] {
        let sql = "EXPLAIN (COSTS OFF) " + SQLDialect.postgreSQL.text(query.sql)
        return try begun().runOnce(sql, parameters(query)).rows.map { $0.string(0) }
    }
}
