import Foundation
import Persistence

extension PostgreSQLSession {
    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        let selection = contents.selection(of: request.entity)
        guard let plan = try sqlPlan(selection, request) else {
            return try fetchSortedInMemory(request, visit)
        }
        guard plan.residual == nil else { return try fetch(request, selection, visit) }
        try withRows(plan.query, selection, includesValues: request.includesValues, visit)
    }

    /// Calls the closure with the records of a request in an order that SQL knows, with the values of a selection.
    func fetch(
        _ request: StoreFetch, _ selection: RecordSelection,
        _ visit: (any StoreRow) throws -> Void
    ) throws {
        let plan = try queryBuilder.select(selection.columns, request)
        guard let residual = plan.residual else {
            return try withRows(plan.query, selection, includesValues: true, visit)
        }
        try fetch(request, plan.query, selection, filteredBy: residual, visit)
    }

    /// How a request is fetched; nil if SQL does not know its order.
    func sqlPlan(_ selection: RecordSelection, _ request: StoreFetch) throws -> SQLFetchPlan? {
        do {
            return try queryBuilder.select(selection, request)
        } catch PersistenceError.unsupportedPredicate where !request.sortDescriptors.isEmpty {
            return nil
        }
    }

    private func withRows(
        _ query: SQLQuery, _ selection: RecordSelection, includesValues: Bool,
        _ visit: (RecordRow<ReceivedRow>) throws -> Void
    ) throws {
        let parameters = try parameters(query)
        var record: RecordRow<ReceivedRow>?
        try begun().visit(SQLDialect.postgreSQL.text(query.sql), parameters) { row in
            let current = record ?? self.record(row, selection, includesValues: includesValues)
            record = current
            if current.move(to: row) { try visit(current) }
        }
    }

    func record(
        _ row: ReceivedRow, _ selection: RecordSelection, includesValues: Bool = true
    ) -> RecordRow<ReceivedRow> {
        RecordRow(
            row, selection, includesValues: includesValues, path: contents.address.description,
            packer: packer)
    }

    /// Calls the closure with each record for which the rest of a predicate holds that SQL cannot say.
    /// The rows come in portions, of which no more are asked for than are needed.
    private func fetch(
        _ request: StoreFetch, _ query: SQLQuery, _ selection: RecordSelection,
        filteredBy residual: FetchPredicate, _ visit: (any StoreRow) throws -> Void
    ) throws {
        var window = FetchWindow(limit: request.limit, offset: request.offset)
        let sql = SQLDialect.postgreSQL.text(query.sql)
        try begun().visitPortions(sql, parameters(query)) { result in
            let row = ReceivedRow(0, of: result)
            let record = record(row, selection)
            for number in 0..<result.rowCount {
                row.move(to: number, of: result)
                guard record.move(to: row) else { continue }
                try checkLimits()
                let subject = StoreRecordSubject(
                    in: self, homes: contents.homes, entityNumber: record.entityNumber,
                    key: record.key, row: try record.snapshot(), slots: selection.slots)
                guard try residual.evaluate(with: subject) else { continue }
                if window.admitsNext() { try visit(record) }
                if window.isFull { return false }
            }
            return true
        }
    }

    func parameters(_ query: SQLQuery) throws -> StatementParameters {
        let parameters = StatementParameters()
        for value in query.bindings { try parameters.append(constant: value) }
        return parameters
    }

    func run(_ query: SQLQuery) throws -> ServerResult {
        try begun().run(SQLDialect.postgreSQL.text(query.sql), parameters(query))
    }

    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)? {
        let selection = contents.selection(of: entity)
        let parameters = StatementParameters(capacity: 8)
        parameters.append(key)
        let result = try begun().run(selection.statement(byKeyIn: schema), parameters)
        guard result.rowCount > 0 else { return nil }
        let row = ReceivedRow(0, of: result)
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

    /// The server takes pieces of what lies in its own chunks without the rest.
    func readPieces(
        of slot: PropertySlot, entity: EntityLayout, key: Int64, size: Int,
        _ body: (Data) throws -> Void
    ) throws {
        guard let column = schema[entity].columns[slot.number] else { return }
        let size = min(size, StatementParameters.greatestLength)
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

    /// Keys alone say nothing where a history tells whether somebody has saved: whoever takes them and is
    /// killed before the save has taken them for good. Without a history a taken key counts as a record
    /// that is gone.
    func isPristine() throws -> Bool {
        guard contents.history != nil else { return try lastKeys().isEmpty }
        let records = schema.tables.map { "EXISTS (SELECT 1 FROM \($0.name))" }
        let saved = ["(\(HistoryColumns.lastNumberStatement)) > 0"] + records
        return try begun().run("SELECT 1 WHERE \(saved.joined(separator: " OR "))").rowCount == 0
    }
}
