import Foundation
import Persistence

extension PostgreSQLSession {
    /// How long a server that is away is asked what became of a transaction.
    private static let inquiryTime = Duration.seconds(30)

    /// Ends the transaction: its history, what others are told and the commit go out together. If the
    /// connection goes away meanwhile, the server, or the one in its place, is asked what became of the
    /// transaction.
    func commit(_ transaction: PostgreSQLTransaction) throws {
        let connection = try begun()
        try checkStore()
        // A transaction that a migration has begun.
        let identity =
            try noted.isEmpty
            ? connection.execute(Self.identity)[0].string(0) : noted
        // Of a commit whose answer is lost it may not be known.
        var number: Int64?
        var (isTold, isAsked) = (false, false)
        do {
            try connection.pipelined { pipeline in
                isTold = try transaction.sendHistory(pipeline)
                if isTold || !hasToldOthers {
                    try sendNotice(pipeline, isNumbered: isTold) { number = $0 }
                }
                isAsked = true
                try pipeline.send("COMMIT", noParameters) {
                    // Of a transaction that has failed, it is the end all the same.
                    guard $0.commandTag == "COMMIT" else { throw Self.failedBefore(connection) }
                    number = number ?? 0
                }
            }
        } catch let error as PostgreSQLError where error.isConnectionLost {
            guard isAsked, try isFoundCommitted(identity, isTold: isTold, after: error) else {
                throw error
            }
        }
        commitCount += 1
        if let number {
            contents.transactions.record(number)
            if isTold { contents.transactions.own = number }
        } else {
            contents.transactions.doubt()
            // Without an answer it is asked for once more when it is needed.
            if isTold { contents.transactions.own = try? lastOwnNumber() }
        }
        contents.countChange()
    }

    private static func failedBefore(_ connection: ServerConnection) -> PostgreSQLError {
        PostgreSQLError(
            state: "25P02", message: "a statement of the transaction has failed before",
            statement: "COMMIT", server: connection.address.description)
    }

    /// Tells others.
    ///
    /// - Parameter receive: gets the number of the transaction in the history; 0 for none.
    private func sendNotice(
        _ pipeline: ServerConnection.StatementPipeline, isNumbered: Bool,
        _ receive: @escaping (Int64) -> Void
    ) throws {
        let parameters = StatementParameters()
        appendNotice(to: parameters)
        try pipeline.send(isNumbered ? Self.numberedNotice : Self.notice, parameters) {
            receive($0[0].integer(1))
        }
    }

    func appendNotice(to parameters: StatementParameters) {
        parameters.append(contents.channel)
        parameters.append(contents.signature)
    }

    private static let notice = "SELECT pg_notify($1, $2), CAST(0 AS bigint)"
    private static let numberedNotice: String = {
        let number = "currval(\(HistoryTables.sequence))"
        return "SELECT pg_notify($1, $2 || ' ' || \(number)), \(number)"
    }()

    // MARK: - The store

    /// Makes sure that the store is the one that was opened, as the transaction has found it at its beginning.
    ///
    /// - Throws: `PersistenceError.collision` if others have begun a history, or noted something about the
    ///   store: what was written is written anew beside that; what ``presentMetadata()`` throws.
    private func checkStore() throws {
        guard wasKnown != true else { return }
        let hasChanged = wasKnown == false
        try presentMetadata()
        if hasChanged { throw PersistenceError.collision(isUndone: commitCount == 0) }
    }

    static let isHistoryKept = "(to_regclass('atransaction') IS NOT NULL)"

    /// Finds out what the store says about itself, and whether it keeps a history.
    ///
    /// - Throws: `PersistenceError.collision` if it keeps one where it did not, or the other way round,
    ///   `PersistenceError.cannotOpen` if others have migrated it, `PersistenceError.storeReplaced` if
    ///   they have put another one in its place.
    private func presentMetadata() throws {
        let row = try begun().run(
            "SELECT (SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1), \(Self.isHistoryKept), "
                + "\(StoreReader.number), (\(StoreReader.metadataWriter))")[0]
        try contents.checkStore(in: row.data(0), row.integer(2))
        let isHistoryKept = row.boolean(1)
        guard isHistoryKept == (contents.history != nil) else {
            contents.recordHistory(isKept: isHistoryKept)
            throw PersistenceError.collision(isUndone: commitCount == 0)
        }
        contents.knownMetadata = row.integer(3)
    }

    /// Whether a transaction of which the connection was lost was committed. Where nobody knows, whatever is kept
    /// of the store is to be read anew, as after a save.
    private func isFoundCommitted(
        _ identity: String, isTold: Bool, after error: PostgreSQLError
    ) throws -> Bool {
        do {
            return try wasCommitted(identity, isTold: isTold, after: error)
        } catch _ {
            contents.transactions.doubt()
            contents.transactions.own = nil
            contents.countChange()
            // Whatever was in the way of asking says nothing of the transaction.
            throw Self.unknownOutcome(error)
        }
    }

    /// Whether a transaction of which the connection was lost was committed.
    ///
    /// - Parameter isTold: whether it stands in the history if it was.
    private func wasCommitted(
        _ identity: String, isTold: Bool, after error: PostgreSQLError
    ) throws -> Bool {
        let end = ContinuousClock.now + Self.inquiryTime
        repeat {
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
                default: break
                }
            } catch let failure as PostgreSQLError
                where failure.isConnectionLost && failure.state != "08007"
            {
                // It may be on its way back.
            }
            Thread.sleep(forTimeInterval: 0.5)
        } while ContinuousClock.now < end
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
