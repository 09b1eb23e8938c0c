import CSQLite

extension SQLiteSession {
    func rows(of sql: SQL) throws -> SQLRows {
        let query = try sql.query(
            in: schema, storeIdentifier: store.homes.homes.first?.storeIdentifier ?? "")
        return try connection.withStatement(query.sql) { statement in
            try statement.demandReading(parameterCount: query.bindings.count)
            var values = StatementValues(statement)
            for value in query.bindings { try values.append(constant: value) }
            return try withExtendedLifetime(values) { try statement.rows() }
        }
    }
}

extension Statement {
    /// - Throws: `PersistenceError.misuse` for a statement that writes, or is not alone in its text, or has
    ///   other parameters than it has values.
    fileprivate func demandReading(parameterCount: Int) throws {
        let fault: String? =
            if sqlite3_stmt_readonly(handle) == 0 {
                "writes"
            } else if !Substring(rest).withoutLeadingComments.isEmpty {
                "is followed by another one"
            } else if sqlite3_bind_parameter_count(handle) != parameterCount {
                "has parameters that are no values between \\( and ), or such values between quotation marks"
            } else {
                nil
            }
        if let fault {
            throw PersistenceError.misuse(
                "A statement that is fetched reads, and this one \(fault): “\(sql)”")
        }
    }

    fileprivate func rows() throws -> SQLRows {
        let columns = 0..<sqlite3_column_count(handle)
        let names = columns.map {
            sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? ""
        }
        var rows: [RowSnapshot] = []
        while try step() {
            rows.append(RowSnapshot(columns.map { SQLValue(handle, $0).stored }))
        }
        return SQLRows(names: names, rows: rows)
    }
}
