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
        _ body: (ReceivedRow) throws -> Void
    ) throws -> Int {
        var parameters = StatementParameters()
        try give(&parameters)
        let answer = try begun().run(SQLDialect.postgreSQL.text(sql), parameters)
        let row = ReceivedRow()
        for number in 0..<answer.rowCount {
            row.move(to: number, of: answer)
            try body(row)
        }
        return answer.changedCount
    }

    func together(
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
