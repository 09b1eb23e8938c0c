import Foundation
import Persistence

extension PostgreSQLSession {
    /// Ends the transaction: its history, what others are told and the commit go out together. The server
    /// refuses all of it if the store is not the one that was opened any more. If the connection goes away
    /// meanwhile, the server is asked what became of the transaction.
    func commit(_ transaction: PostgreSQLTransaction) throws {
        let known = try contents.knownPropertyList ?? presentPropertyList()
        // A transaction that a migration has begun.
        let identity =
            try noted.isEmpty
            ? connection.execute(Self.identity)[0].string(0) : noted
        // Of a commit whose answer is lost it may not be known.
        var number: Int64?
        let parameters = StatementParameters()
        parameters.append(contents.channel)
        parameters.append(contents.signature)
        parameters.append(known)
        parameters.append(contents.history != nil)
        do {
            try connection.pipelined { pipeline in
                let isTold = try transaction.sendHistory(pipeline)
                let told = isTold ? "currval(\(HistoryColumns.sequence))" : "CAST(0 AS bigint)"
                let payload = isTold ? "$2 || ' ' || \(told)" : "$2"
                try pipeline.send(
                    "SELECT pg_notify($1, \(payload)), 1 / CASE WHEN "
                        + "(\(Self.propertyList)) = $3 AND \(Self.isHistoryKept) = $4 "
                        + "THEN 1 ELSE 0 END, \(told)", parameters
                ) { number = $0[0].integer(2) }
                try pipeline.send("COMMIT", StatementParameters(capacity: 8))
            }
        } catch let error as PostgreSQLError where error.isConnectionLost {
            guard try wasCommitted(identity, after: error) else { throw error }
        } catch let error as PostgreSQLError where error.isDivisionByZero {
            endTransaction()
            // Others have begun a history, or noted something about the store: what was written is written
            // anew beside that.
            contents.knownPropertyList = try presentPropertyList()
            throw PersistenceError.collision(isUndone: commitCount == 0)
        }
        commitCount += 1
        if let number {
            contents.transactions.note(number)
        } else {
            contents.transactions.doubt()
        }
        contents.countChange()
    }

    private static let propertyList =
        "SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1"
    private static let isHistoryKept = "(to_regclass('atransaction') IS NOT NULL)"

    /// What the store says about itself, and whether it keeps a history.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if others have migrated it.
    private func presentPropertyList() throws -> Data {
        let answer = try begun().run(
            "SELECT (\(Self.propertyList)), \(Self.isHistoryKept)")
        let present = answer[0].data(0)
        try contents.checkModel(in: present)
        let isHistoryKept = answer[0].boolean(1)
        guard isHistoryKept == (contents.history != nil) else {
            contents.noteHistory(isKept: isHistoryKept)
            throw PersistenceError.collision(isUndone: commitCount == 0)
        }
        contents.knownPropertyList = present
        return present
    }

    /// Whether a transaction of which the connection was lost was committed.
    private func wasCommitted(_ identity: String, after error: PostgreSQLError) throws -> Bool {
        for attempt in 0..<60 {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.5) }
            do {
                try reconnect()
                let parameters = StatementParameters()
                parameters.append(identity)
                let status = try connection.run(
                    "SELECT pg_xact_status(split_part($1, ' ', 1)::xid8), "
                        + "right($1, -position(' ' in $1)) = pg_postmaster_start_time()::text",
                    parameters)[0]
                switch status.isNull(0) ? "" : status.string(0) {
                case "committed" where status.boolean(1): return true
                // Of a server that was started anew the number may be another transaction's.
                case "committed": throw Self.unknownOutcome(error)
                case "aborted": return false
                default: continue
                }
            } catch let failure as PostgreSQLError
                where failure.isConnectionLost && failure.state != "08007"
            {
                continue
            }
        }
        throw Self.unknownOutcome(error)
    }

    private static func unknownOutcome(_ error: PostgreSQLError) -> PostgreSQLError {
        PostgreSQLError(
            state: "08007",
            message: "the connection was lost while a transaction was to be committed, "
                + "and the server cannot be asked whether it was",
            server: error.server)
    }
}
