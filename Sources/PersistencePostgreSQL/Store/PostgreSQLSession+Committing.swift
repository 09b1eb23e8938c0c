import Foundation
import Persistence

extension PostgreSQLSession {
    /// The time for which a lost server is asked about the outcome of a transaction.
    private static let inquiryTime = Duration.seconds(30)

    /// Commits: the history, the notification and the commit are sent together. If the connection
    /// is lost meanwhile, the server, or its successor, is asked about the transaction's outcome.
    func commit(_ transaction: PostgreSQLTransaction) throws {
        let connection = try begun()
        try checkStore()
        // A migration has begun this transaction.
        let identity =
            try beginningAnswer.isEmpty
            ? connection.execute(Self.identity)[0].string(0) : beginningAnswer
        // Without an answer to the commit, the number may be unknown.
        var number: Int64?
        var (hasHistory, isAsked) = (false, false)
        do {
            try connection.pipelined { pipeline in
                hasHistory = try transaction.sendHistory(pipeline)
                if hasHistory || !hasNotified {
                    try sendNotice(pipeline, isNumbered: hasHistory) { number = $0 }
                }
                isAsked = true
                try pipeline.send("COMMIT", noParameters) {
                    // In a failed transaction the server answers COMMIT with ROLLBACK.
                    guard $0.commandTag == "COMMIT" else { throw Self.failedBefore(connection) }
                    number = number ?? 0
                }
            }
        } catch let error as PostgreSQLError where error.isConnectionLost {
            guard isAsked, try isFoundCommitted(identity, hasHistory: hasHistory, after: error)
            else {
                throw error
            }
        }
        commitCount += 1
        if let number {
            contents.transactions.record(number)
            if hasHistory { contents.transactions.own = number }
        } else {
            contents.transactions.doubt()
            // Without an answer, the number is asked for when it is needed.
            if hasHistory { contents.transactions.own = try? lastOwnNumber() }
        }
        contents.countChange()
    }

    private static func failedBefore(_ connection: ServerConnection) -> PostgreSQLError {
        PostgreSQLError(
            state: "25P02", message: "a statement of the transaction has failed before",
            statement: "COMMIT", server: connection.address.description)
    }

    /// Sends the notification to other processes.
    ///
    /// - Parameter receive: receives the number of the transaction in the history; 0 for none.
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

    /// Makes sure that the store is still the one that was opened, from the answer at the beginning
    /// of the transaction.
    ///
    /// - Throws: `PersistenceError.collision` if others have begun a history or changed the
    ///   metadata, so that the changes have to be written again; the errors of
    ///   ``presentMetadata()``.
    private func checkStore() throws {
        guard wasKnown != true else { return }
        let hasChanged = wasKnown == false
        try presentMetadata()
        if hasChanged { throw PersistenceError.collision(isUndone: commitCount == 0) }
    }

    static let isHistoryKept = "(to_regclass('atransaction') IS NOT NULL)"

    /// Reads the metadata and whether the store keeps a history.
    ///
    /// - Throws: `PersistenceError.collision` if a history was begun or removed,
    ///   `PersistenceError.cannotOpen` if the store was migrated, `PersistenceError.storeReplaced`
    ///   if another store is in its place.
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

    /// Whether a transaction was committed before the connection was lost. If that stays unknown,
    /// caches become stale, as after a save.
    private func isFoundCommitted(
        _ identity: String, hasHistory: Bool, after error: PostgreSQLError
    ) throws -> Bool {
        do {
            return try wasCommitted(identity, hasHistory: hasHistory, after: error)
        } catch _ {
            contents.transactions.doubt()
            contents.transactions.own = nil
            contents.countChange()
            // A failed inquiry says nothing about the transaction.
            throw Self.unknownOutcome(error)
        }
    }

    /// Asks whether a transaction was committed before the connection was lost.
    ///
    /// - Parameter hasHistory: whether a committed transaction is in the history.
    private func wasCommitted(
        _ identity: String, hasHistory: Bool, after error: PostgreSQLError
    ) throws -> Bool {
        let end = ContinuousClock.now + Self.inquiryTime
        repeat {
            do {
                try reconnect()
                let parameters = StatementParameters()
                parameters.append(identity)
                // A restarted server, or its successor, may know the number as another
                // transaction's, or not yet.
                let status = try connection.run(
                    "SELECT CASE WHEN same THEN pg_xact_status(split_part($1, ' ', 1)::xid8) END, same "
                        + "FROM (SELECT right($1, -position(' ' in $1)) "
                        + "= pg_postmaster_start_time()::text AS same) AS server", parameters)[0]
                guard status.boolean(1) else {
                    guard hasHistory else { throw Self.unknownOutcome(error) }
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
                // The server may be restarting.
            }
            Thread.sleep(forTimeInterval: 0.5)
        } while ContinuousClock.now < end
        throw Self.unknownOutcome(error)
    }

    /// Whether this process's last transaction is the one whose answer was lost. The history names
    /// the author of each transaction.
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
