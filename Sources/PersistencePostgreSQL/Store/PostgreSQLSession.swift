import Foundation
import Persistence

/// A session with a store over one connection.
///
/// Its reads all see one state of the store: the transaction begins with the first query.
final class PostgreSQLSession: SQLSession, PooledSession {
    let contents: PostgreSQLStoreContents
    let canWrite: Bool
    private(set) var connection: ServerConnection
    /// The open transaction, if any.
    private(set) var transaction: PostgreSQLTransaction?
    /// The number of transactions committed since the session was taken from the pool.
    var commitCount = 0
    /// Whether the server has confirmed the beginning of a transaction that has not ended yet.
    private var hasBegun = false
    private let connect: () throws -> ServerConnection
    private let keys: KeyBlockAllocator?
    /// The last transaction number in the state that is read after a save; nil in other
    /// transactions.
    private var readState: Int64?
    /// The answer at the beginning of the open transaction: the identity of a writing transaction
    /// on the server.
    private(set) var beginningAnswer = ""
    /// The number of the store's tables at that time.
    private var tablesNumber: Int64?
    /// Whether the metadata was unchanged then; nil if it was not checked.
    private(set) var wasKnown: Bool?
    /// Whether the open transaction has already sent its notification.
    private(set) var hasNotified = false
    /// The states of the sort keys queried in the open transaction, by table.
    var knownSortKeys: [String: SortKeyState] = [:]
    /// The changed texts queried in the open transaction, by table.
    var knownChangedTexts: [String: [PresentTextIndexes.ChangedText]] = [:]
    /// Whether rows were recorded for their sort keys when the transaction began.
    private(set) var hasChangedSortKeys = true
    /// Whether rows were recorded for their full-text indexes then.
    private(set) var hasChangedTexts = false
    private let question: String?
    let packer = RowPacker()
    private let compiledQueries = CompiledQueryCache()
    /// The time limit for rolling back.
    private static let endingTime = Duration.seconds(2)
    /// The parameters of a statement without any.
    let noParameters = StatementParameters(capacity: 8)

    /// - Parameters:
    ///   - keys: gives keys to new records; nil for a session that only reads.
    ///   - question: an expression that is queried at the beginning of each reading
    ///     transaction; nil, the default, for none.
    ///   - connect: opens the connection, and replaces a lost one.
    init(
        _ contents: PostgreSQLStoreContents, keys: KeyBlockAllocator?,
        asking question: String? = nil,
        connect: @escaping () throws -> ServerConnection
    ) throws {
        self.contents = contents
        self.keys = keys
        self.connect = connect
        canWrite = keys != nil
        self.question = question
        connection = try connect()
    }

    /// The transaction's number and the start time of the server, which may reuse numbers that it
    /// had not written down before a crash.
    static let identity =
        "SELECT pg_current_xact_id()::text || ' ' || pg_postmaster_start_time()::text"

    var schema: SQLSchema { contents.schema }
    var storeEntities: StoreEntities { contents.storeEntities }
    var history: HistoryTables? { contents.history }

    var queryBuilder: SQLQueryBuilder {
        var builder = SQLQueryBuilder(schema: schema, storeIdentifier: contents.identifier)
        builder.cache = compiledQueries
        builder.sortKeys = { [self] in try stateOfSortKeys(in: $0) }
        builder.textIndexes = { [self] in try presentTextIndexes() }
        return builder
    }

    var deadline: ContinuousClock.Instant? {
        get { connection.deadline }
        set { connection.deadline = newValue }
    }

    var cancellation: ReadCancellation? {
        get { connection.cancellation }
        set { connection.cancellation = newValue }
    }

    /// Whether the pool can give it to the next user.
    var isUsable: Bool { !connection.isLost && !connection.isInTransaction }
    /// A lost connection is replaced when it is next used.
    var isCurrent: Bool { true }

    // MARK: - States

    /// Runs a closure whose reads all see one state of the store.
    func readingOneState<T>(_ body: (PostgreSQLSession) throws -> T) throws -> T {
        commitCount = 0
        defer { endTransaction() }
        return try body(self)
    }

    /// The connection, in a transaction. One that is lost in the middle stays lost until the end of
    /// the transaction.
    func begun() throws -> ServerConnection {
        if !isInTransaction {
            try beginning {
                if canWrite, !readsAfterSave { return try connection.pipelined(sendBeginning) }
                try beginReading(asking: canWrite ? HistoryTables.lastNumberStatement : question)
                if canWrite { readState = Int64(beginningAnswer) }
            }
        }
        return connection
    }

    /// Whether a query belongs to a closure that has committed its changes and has written nothing
    /// since: it does not take the writer's turn again.
    private var readsAfterSave: Bool {
        contents.writersTakeTurns && contents.history != nil && commitCount > 0
            && transaction == nil
    }

    /// Takes the writer's turn for a closure that writes after it has read without one.
    ///
    /// - Throws: `PersistenceError.collision` if others have saved in between.
    private func takeTurn(after state: Int64) throws {
        let last = try begun().run(HistoryTables.lastNumberStatement)[0].integer(0)
        guard last == state else { throw PersistenceError.collision(isUndone: false) }
    }

    /// Sends several statements without waiting between them, and waits for all answers at the end.
    /// The first ones go out together with the beginning of the transaction: the closure runs again
    /// if the idle connection turns out to be lost.
    func pipelined(_ body: (ServerConnection.StatementPipeline) throws -> Void) throws {
        guard canWrite, !isInTransaction else { return try begun().pipelined(body) }
        try beginning {
            try connection.pipelined { pipeline in
                try sendBeginning(pipeline)
                try body(pipeline)
            }
        }
    }

    private var isInTransaction: Bool {
        hasBegun || connection.isInTransaction && !connection.isLost
    }

    /// Begins a transaction; once more if the connection is lost before it has begun.
    ///
    /// - Throws: `PersistenceError.cannotOpen` or `PersistenceError.storeReplaced` if the tables
    ///   are no longer those that were opened, whatever other error that caused: otherwise entity
    ///   numbers of one model would be used with another.
    private func beginning(_ body: () throws -> Void) throws {
        let outcome = Result {
            do {
                if connection.isLost { try reconnect() }
                try body()
            } catch let error as PostgreSQLError where error.isConnectionLost && !hasBegun {
                if error.isUnreachable { contents.absence.record(error) }
                try reconnect()
                try body()
            }
        }
        if hasBegun, tablesNumber != contents.number {
            endTransaction()
            try contents.checkTables(over: connection)
        }
        do { try outcome.get() } catch let error as PostgreSQLError
            where error.isUndefinedTable && !hasBegun
        {
            endTransaction()
            throw PersistenceError.cannotOpen(
                path: contents.address.description,
                reason: .foreign("the database holds no store"))
        }
    }

    /// Sends the beginning of a writing transaction. The metadata cannot change after that: the
    /// lock keeps out processes that would begin a history or migrate. Nor can the notification,
    /// unless a history gives the transaction a number.
    private func sendBeginning(_ pipeline: ServerConnection.StatementPipeline) throws {
        // Prepared, they take half the time.
        for statement in writingStatements { try pipeline.send(statement, noParameters) }
        let (known, hasHistory) = (contents.knownMetadata, contents.history != nil)
        let parameters = StatementParameters()
        if !hasHistory { appendNotice(to: parameters) }
        hasChangedSortKeys = false
        if contents.keepsSortKeys {
            try pipeline.send("SELECT \(PostgreSQLStoredSortKeys.isAnyChanged)", noParameters) {
                self.hasChangedSortKeys = $0[0].boolean(0)
            }
        }
        hasChangedTexts = false
        if !contents.textIndexes.isEmpty {
            try pipeline.send(PostgreSQLStoredTextIndexes.beginning, noParameters)
            try pipeline.send("SELECT \(PostgreSQLStoredTextIndexes.isAnyChanged)", noParameters) {
                self.hasChangedTexts = $0[0].boolean(0)
            }
        }
        try pipeline.send(hasHistory ? Self.writingBeginning : Self.notifyingBeginning, parameters)
        {
            let row = $0[0]
            self.tablesNumber = row.isNull(0) ? nil : row.integer(0)
            self.beginningAnswer = row.string(1)
            let metadata = row.isNull(2) ? nil : row.integer(2)
            let isHistoryKept = row.boolean(3)
            self.wasKnown = known.map { $0 == metadata && isHistoryKept == hasHistory }
            self.hasNotified = !hasHistory
            self.hasBegun = true
        }
    }

    private static let writingBeginning =
        "SELECT \(StoreReader.number), (\(identity)), (\(StoreReader.metadataWriter)), \(isHistoryKept)"
    private static let notifyingBeginning = "\(writingBeginning), pg_notify($1, $2)"

    /// Begins a reading transaction. The lock comes before the snapshot: the tables cannot be
    /// replaced until it ends, and if they were replaced before, the new ones are seen.
    private func beginReading(asking question: String?) throws {
        let asked = [StoreReader.number] + (question.map { ["(\($0))"] } ?? [])
        let answer = try connection.execute(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
                + "LOCK TABLE Z_METADATA IN ACCESS SHARE MODE; "
                + "SELECT \(asked.joined(separator: ", "))")
        hasBegun = true
        if question != nil { beginningAnswer = answer[0].string(1) }
        tablesNumber = answer[0].isNull(0) ? nil : Int64(answer[0].string(0))
    }

    /// The statements that begin a writing transaction. The lock comes before the snapshot, so that
    /// it includes the changes of the migration or writer before. Writers without turns only
    /// conflict with a migration. The transaction's identity is known from the beginning, so that
    /// its outcome can be asked for whenever the connection is lost.
    private var writingStatements: [String] {
        let mode = contents.writersTakeTurns ? "SHARE ROW EXCLUSIVE" : "ROW SHARE"
        return ["BEGIN ISOLATION LEVEL SERIALIZABLE", "LOCK TABLE Z_METADATA IN \(mode) MODE"]
    }

    func reconnect() throws {
        let new = try connect()
        new.deadline = connection.deadline
        new.cancellation = connection.cancellation
        connection = new
    }

    /// Rolls back the transaction.
    func endTransaction() {
        hasBegun = false
        knownSortKeys = [:]
        knownChangedTexts = [:]
        readState = nil
        guard connection.isInTransaction, !connection.isLost else { return }
        let limits = (deadline, cancellation)
        (deadline, cancellation) = (.now + Self.endingTime, nil)
        defer { (deadline, cancellation) = limits }
        // If this fails, the connection is not used again.
        _ = try? connection.execute("ROLLBACK")
    }

    // MARK: - Writing

    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        guard let keys else {
            throw contents.isReadOnly
                ? PersistenceError.readOnly(path: contents.address.description)
                : PersistenceError.misuse("A session for reading has no transactions")
        }
        if let transaction { return try transaction.join(body) }
        let state = readState
        if state != nil { endTransaction() }
        let transaction = PostgreSQLTransaction(self, keys)
        self.transaction = transaction
        defer { self.transaction = nil }
        do {
            if let state { try takeTurn(after: state) }
            let result = try body(transaction)
            try transaction.prepareCommit()
            try commit(transaction)
            hasBegun = false
            return result
        } catch {
            endTransaction()
            throw error
        }
    }
}

extension SessionPool<PostgreSQLSession> {
    /// Runs a closure with a session whose reads all see one state of the store. A nested closure
    /// on the same thread gets the same session.
    func withReadingSession<T>(_ body: (PostgreSQLSession) throws -> T) throws -> T {
        try withSession { session, isFirst in
            try isFirst ? session.readingOneState(body) : body(session)
        }
    }
}
