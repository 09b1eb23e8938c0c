import CLibpq
import Persistence

extension ServerConnection {
    /// Sends several statements without waiting between them, and waits for all answers at the end.
    ///
    /// - Throws: the error of the first statement that fails; the statements after it have not run.
    func pipelined(_ body: (StatementPipeline) throws -> Void) throws {
        try finishStream()
        try checkLimits()
        guard PQenterPipelineMode(handle) == 1 else { throw lost(nil) }
        let pipeline = StatementPipeline(self)
        let outcome = Result {
            try body(pipeline)
            try pipeline.finish()
        }
        if case .failure = outcome {
            // The statements may not have been prepared.
            pipeline.newStatements.forEach { statements[$0] = nil }
            pipeline.drain()
        }
        if PQexitPipelineMode(handle) != 1, !isLost { isLost = true }
        try outcome.get()
    }

    /// Statements on their way to the server. There is one wait for all answers; while it sends,
    /// libpq takes those that arrive into memory.
    final class StatementPipeline {
        private unowned let connection: ServerConnection
        private var pending: [(sql: String, receive: ((ServerResult) throws -> Void)?)] = []
        private var unsyncedCount = 0
        fileprivate var newStatements: [StatementKey] = []

        fileprivate init(_ connection: ServerConnection) {
            self.connection = connection
        }

        /// Sends a statement. The closure receives its result later.
        func send(
            _ sql: String, _ parameters: StatementParameters,
            _ receive: ((ServerResult) throws -> Void)? = nil
        ) throws {
            let key = StatementKey(sql: sql, types: parameters.types)
            let name: String
            if let known = connection.statements[key] {
                name = known
            } else {
                name = connection.nextStatementName()
                let types = parameters.types
                let code = PQsendPrepare(connection.handle, name, sql, Int32(types.count), types)
                guard code == 1 else { throw connection.lost(sql) }
                pending.append((sql, nil))
                connection.statements[key] = name
                newStatements.append(key)
            }
            connection.trace?.record(sql)
            let sent = parameters.withPointers { count, values, lengths, formats in
                PQsendQueryPrepared(connection.handle, name, count, values, lengths, formats, 1)
            }
            guard sent == 1 else { throw connection.lost(sql) }
            pending.append((sql, receive))
        }

        /// Waits for all answers.
        fileprivate func finish() throws {
            guard !pending.isEmpty else { return }
            try connection.demand(PQpipelineSync(connection.handle), nil)
            unsyncedCount += 1
            var failure: (any Error)?
            let sent = pending
            pending.removeAll()
            for (sql, receive) in sent {
                guard let result = try connection.nextResult(of: sql) else { continue }
                do {
                    try connection.check(result, sql)
                    try receive?(result)
                } catch {
                    failure = failure ?? error
                }
                while try connection.nextResult(of: sql) != nil {}
            }
            try readSync()
            if let failure { throw failure }
        }

        private func readSync() throws {
            while unsyncedCount > 0 {
                if let result = try connection.nextResult(of: nil),
                    PQresultStatus(result.handle) == PGRES_PIPELINE_SYNC
                {
                    unsyncedCount -= 1
                }
                if PQstatus(connection.handle) == CONNECTION_BAD { throw connection.lost(nil) }
            }
        }

        /// Reads the remaining answers after a failure, so that the connection can be used again.
        fileprivate func drain() {
            guard !connection.isLost, PQstatus(connection.handle) == CONNECTION_OK else { return }
            do {
                // The answers to what was sent have not been requested yet.
                if !pending.isEmpty {
                    pending.removeAll()
                    try connection.demand(PQpipelineSync(connection.handle), nil)
                    unsyncedCount += 1
                }
                try readSync()
            } catch {
                // The first failure is the one to report.
                connection.isLost = true
            }
        }
    }
}
