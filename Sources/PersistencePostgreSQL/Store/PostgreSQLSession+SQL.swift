import CLibpq
import Persistence

extension StatementParameters: SQLParameters {
    func append(keys: some RandomAccessCollection<Int64>) {
        if keys.count == 1, let key = keys.first { append(key) } else { append(list: keys) }
    }
}

extension PostgreSQLSession {
    @discardableResult
    func run(
        _ sql: String, _ give: (inout StatementParameters) throws -> Void,
        _ body: (PostgreSQLRow) throws -> Void
    ) throws -> Int {
        var parameters = StatementParameters()
        try give(&parameters)
        let answer = try begun().run(SQLDialect.postgreSQL.text(sql), parameters)
        let row = PostgreSQLRow()
        for number in 0..<answer.rowCount {
            row.move(to: number, of: answer)
            try body(row)
        }
        return answer.changedCount
    }

    func pipeline(
        _ body: (_ send: (String, (inout StatementParameters) throws -> Void) throws -> Void) throws
            -> Void
    ) throws {
        try pipelined { pipeline in
            var parameters = StatementParameters()
            try body { sql, give in
                parameters.reset()
                try give(&parameters)
                try pipeline.send(SQLDialect.postgreSQL.text(sql), parameters)
            }
        }
    }
}

extension PostgreSQLSession {
    /// Runs a statement that reads through a cursor, in a read-only subtransaction, which refuses
    /// functions that write. The session's transaction continues whatever happens to it.
    func rows(of sql: SQL) throws -> SQLRows {
        let query = try sql.query(in: schema, storeIdentifier: contents.identifier)
        let parameters = try parameters(query)
        let connection = try begun()
        try connection.execute("SAVEPOINT own_sql; SET TRANSACTION READ ONLY")
        defer {
            // If the rollback fails, the connection refuses all further statements and reports why.
            _ = try? connection.execute("ROLLBACK TO SAVEPOINT own_sql; RELEASE SAVEPOINT own_sql")
        }
        var rows = SQLRows(names: [], rows: [])
        try connection.visitPortions(query.sql, parameters) { result in
            if rows.names.isEmpty { rows.names = try result.columnNames(of: query.sql) }
            let row = PostgreSQLRow()
            for number in 0..<result.rowCount {
                row.move(to: number, of: result)
                rows.rows.append(
                    RowSnapshot(rows.names.indices.map { row.value(Int32($0)) }))
            }
            return true
        }
        return rows
    }
}

extension ServerResult {
    /// Types beyond those of stores that can be read: `name`, `json`, an unknown literal, `char(n)`
    /// and `varchar(n)`; `real`.
    private static let readableTypes: Set<Oid> = [19, 114, 705, 1042, 1043, 700]

    /// - Throws: `PersistenceError.misuse` for a column whose type cannot be read.
    fileprivate func columnNames(of sql: String) throws -> [String] {
        try (0..<PQnfields(handle)).map { column in
            let name = PQfname(handle, column).map { String(cString: $0) } ?? ""
            let type = PQftype(handle, column)
            guard ServerType(rawValue: type) != nil || Self.readableTypes.contains(type) else {
                throw PersistenceError.misuse(
                    "The column \(name) has a type that is not read: make it another one, for example with "
                        + "CAST(… AS text), in “\(sql)”")
            }
            return name
        }
    }
}
