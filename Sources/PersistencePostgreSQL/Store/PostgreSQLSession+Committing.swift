import Foundation
import Persistence

extension PostgreSQLSession {
    /// Ends the transaction: its history, what others are told and the commit go out together. The server
    /// refuses all of it if the store is not the one that was opened any more. If the connection goes away
    /// meanwhile, the server, or the one in its place, is asked what became of the transaction.
    func commit(_ transaction: PostgreSQLTransaction) throws {
        let connection = try begun()
        let known = try contents.knownPropertyList ?? presentPropertyList()
        // A transaction that a migration has begun.
        let identity =
            try noted.isEmpty
            ? connection.execute(Self.identity)[0].string(0) : noted
        // Of a commit whose answer is lost it may not be known.
        var number: Int64?
        var (isTold, isAsked) = (false, false)
        let parameters = StatementParameters()
        parameters.append(contents.channel)
        parameters.append(contents.signature)
        parameters.append(known)
        parameters.append(contents.history != nil)
        parameters.append(contents.number)
        do {
            try connection.pipelined { pipeline in
                isTold = try transaction.sendHistory(pipeline)
                try pipeline.send(isTold ? Self.historicEnding : Self.ending, parameters) {
                    number = $0[0].integer(2)
                }
                isAsked = true
                try pipeline.send("COMMIT", StatementParameters(capacity: 8))
            }
        } catch let error as PostgreSQLError where error.isConnectionLost {
            guard isAsked, try wasCommitted(identity, isTold: isTold, after: error) else {
                throw error
            }
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
            if isTold { contents.transactions.own = number }
        } else {
            contents.transactions.doubt()
            // Without an answer it is asked for once more when it is needed.
            if isTold { contents.transactions.own = try? lastOwnNumber() }
        }
        contents.countChange()
    }

    /// What tells others, and makes sure that the store is the one that was opened.
    private static let ending = ending(numbered: "CAST(0 AS bigint)", telling: "$2")
    /// The same for a transaction that stands in the history.
    private static let historicEnding: String = {
        let number = "currval(\(HistoryColumns.sequence))"
        return ending(numbered: number, telling: "$2 || ' ' || \(number)")
    }()

    private static func ending(numbered number: String, telling payload: String) -> String {
        "SELECT pg_notify($1, \(payload)), 1 / CASE WHEN "
            + "(\(propertyList)) = $3 AND \(isHistoryKept) = $4 "
            + "AND \(StoreReader.number) = $5 THEN 1 ELSE 0 END, \(number)"
    }

    private static let propertyList =
        "SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1"
    private static let isHistoryKept = "(to_regclass('atransaction') IS NOT NULL)"

    /// What the store says about itself, and whether it keeps a history.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if others have migrated it, `PersistenceError.storeReplaced` if
    ///   they have put another one in its place.
    private func presentPropertyList() throws -> Data {
        let answer = try begun().run(
            "SELECT (\(Self.propertyList)), \(Self.isHistoryKept), \(StoreReader.number)")
        let present = answer[0].data(0)
        try contents.checkStore(in: present, answer[0].integer(2))
        let isHistoryKept = answer[0].boolean(1)
        guard isHistoryKept == (contents.history != nil) else {
            contents.noteHistory(isKept: isHistoryKept)
            throw PersistenceError.collision(isUndone: commitCount == 0)
        }
        contents.knownPropertyList = present
        return present
    }

    /// Whether a transaction of which the connection was lost was committed.
    ///
    /// - Parameter isTold: whether it stands in the history if it was.
    private func wasCommitted(
        _ identity: String, isTold: Bool, after error: PostgreSQLError
    ) throws -> Bool {
        for attempt in 0..<60 {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.5) }
            do {
                try reconnect()
                let parameters = StatementParameters()
                parameters.append(identity)
                // A server that was started anew, or has taken the place of the one before, may know the number as
                // another transaction's, or not yet.
                let status = try connection.run(
                    "SELECT CASE WHEN same THEN pg_xact_status(split_part($1, ' ', 1)::xid8) END, same "
                        + "FROM (SELECT right($1, -position(' ' in $1)) "
                        + "= pg_postmaster_start_time()::text AS same) AS server", parameters)[0]
                guard status.boolean(1) else {
                    guard isTold else { throw Self.unknownOutcome(error) }
                    return try isInHistory(error)
                }
                switch status.isNull(0) ? "" : status.string(0) {
                case "committed": return true
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

    /// Whether the last transaction of this opening of the store is one of which no answer came. The history
    /// says with each transaction who made it.
    private func isInHistory(_ error: PostgreSQLError) throws -> Bool {
        guard let known = contents.transactions.own else { throw Self.unknownOutcome(error) }
        let last = try lastOwnNumber()
        contents.transactions.own = last
        return last > known
    }

    private func lastOwnNumber() throws -> Int64 {
        let parameters = StatementParameters()
        parameters.append(contents.signature)
        return try connection.run(
            "SELECT COALESCE(MAX(Z_PK), 0) FROM ATRANSACTION WHERE ZSTORE = $1", parameters
        )[0].integer(0)
    }

    private static func unknownOutcome(_ error: PostgreSQLError) -> PostgreSQLError {
        PostgreSQLError(
            state: "08007",
            message: "the connection was lost while a transaction was to be committed, "
                + "and the server cannot be asked whether it was",
            server: error.server)
    }
}
