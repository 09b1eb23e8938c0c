import Foundation
import Persistence

/// A conversation with a store over one connection.
///
/// What it reads is one state of the store: the transaction begins with the first thing that is asked.
final class PostgreSQLSession: SQLSession, PooledSession {
    let contents: PostgreSQLStoreContents
    let canWrite: Bool
    private(set) var connection: ServerConnection
    /// The transaction that is open, if any.
    private(set) var transaction: PostgreSQLTransaction?
    /// The number of transactions that have ended well since somebody began to use the session.
    var commitCount = 0
    /// Whether the server has answered that a transaction has begun, which was not ended since.
    private var hasBegun = false
    private let connect: () throws -> ServerConnection
    private let keys: KeyBlockAllocator?
    /// How far the history had come in the state that is read after a save; nil in other transactions.
    private var readState: Int64?
    /// What the server has answered at the beginning of the transaction that is open: by which number it
    /// knows one that writes.
    private(set) var noted = ""
    /// The number that the tables had then.
    private var notedTables: Int64?
    /// Whether the store was what it was known to be then; nil if that was not asked.
    private(set) var wasKnown: Bool?
    /// Whether the end of the transaction that is open tells others by itself.
    private(set) var hasToldOthers = false
    /// The states of the sort keys that were asked for in the transaction that is open, by table.
    var knownSortKeys: [String: SortKeyState] = [:]
    /// The noted rows that were asked for in the transaction that is open, by table.
    var knownNotedTexts: [String: [PresentTextIndexes.NotedText]] = [:]
    /// Whether rows were noted for their sort keys when the transaction began.
    private(set) var hasNotedSortKeys = true
    /// Whether rows were noted for their indexed texts then.
    private(set) var hasNotedTexts = false
    private let note: String?
    let packer = RowPacker()
    /// How long a server may take to take back what nobody keeps.
    private static let endingTime = Duration.seconds(2)
    /// Those of a statement without any.
    let noParameters = StatementParameters(capacity: 8)

    /// - Parameters:
    ///   - keys: gives keys to new records; nil for a session that only reads.
    ///   - note: what is asked at the beginning of each transaction that reads, beside it; nil, the default,
    ///     for nothing.
    ///   - connect: makes the connection, and another one in its place.
    init(
        _ contents: PostgreSQLStoreContents, keys: KeyBlockAllocator?, noting note: String? = nil,
        connect: @escaping () throws -> ServerConnection
    ) throws {
        self.contents = contents
        self.keys = keys
        self.connect = connect
        canWrite = keys != nil
        self.note = note
        connection = try connect()
    }

    /// The number of the transaction, and since when the server runs, which may give numbers again that it
    /// had not written down when it was killed.
    static let identity =
        "SELECT pg_current_xact_id()::text || ' ' || pg_postmaster_start_time()::text"

    var schema: SQLSchema { contents.schema }
    var storeEntities: StoreEntities { contents.storeEntities }
    var history: HistoryTables? { contents.history }

    var queryBuilder: SQLQueryBuilder {
        var builder = SQLQueryBuilder(schema: schema, storeIdentifier: contents.identifier)
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

    /// Whether the next one may use it.
    var isUsable: Bool { !connection.isLost && !connection.isInTransaction }
    /// A connection that was lost meanwhile is made anew when it is used.
    var isCurrent: Bool { true }

    // MARK: - States

    /// Runs a closure that reads one state of the store.
    func readingOneState<T>(_ body: (PostgreSQLSession) throws -> T) throws -> T {
        commitCount = 0
        defer { endTransaction() }
        return try body(self)
    }

    /// The connection, in a transaction. One that is lost in its middle stays lost until it is ended.
    func begun() throws -> ServerConnection {
        if !isInTransaction {
            try beginning {
                if canWrite, !readsAfterSave { return try connection.pipelined(sendBeginning) }
                try beginReading(noting: canWrite ? HistoryTables.lastNumberStatement : note)
                if canWrite { readState = Int64(noted) }
            }
        }
        return connection
    }

    /// Whether what is asked now is read by a closure that has saved what it had, and writes nothing as yet: it
    /// takes no other turn for that.
    private var readsAfterSave: Bool {
        contents.writersTakeTurns && contents.history != nil && commitCount > 0
            && transaction == nil
    }

    /// Takes the turn of a closure that goes on to write after what it has read without one.
    ///
    /// - Throws: `PersistenceError.collision` if others came between.
    private func takeTurn(after state: Int64) throws {
        let last = try begun().run(HistoryTables.lastNumberStatement)[0].integer(0)
        guard last == state else { throw PersistenceError.collision(isUndone: false) }
    }

    /// Sends statements one behind the other, and waits for the answers at the end. The beginning of the
    /// transaction goes out with them if they are its first: the closure runs again if the connection was
    /// lost while nobody used it.
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

    /// Runs what begins a transaction; once more if the connection is gone before the transaction is there.
    ///
    /// - Throws: `PersistenceError.cannotOpen` or `PersistenceError.storeReplaced` if the tables are not those
    ///   that were opened any more, whatever else went wrong because of that: a model would read and write
    ///   another one's entities by their numbers.
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
        if hasBegun, notedTables != contents.number {
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

    /// Sends what begins a transaction that writes. Whether the store is what it is known to be stays as it is
    /// then: the lock keeps those out who would begin a history or migrate. So does what others are told if the
    /// transaction ends well, unless a history gives it a number.
    private func sendBeginning(_ pipeline: ServerConnection.StatementPipeline) throws {
        // Prepared, they cost half of what they do as text.
        for statement in writingStatements { try pipeline.send(statement, noParameters) }
        let (known, hasHistory) = (contents.knownMetadata, contents.history != nil)
        let parameters = StatementParameters()
        if !hasHistory { appendNotice(to: parameters) }
        hasNotedSortKeys = false
        if contents.keepsSortKeys {
            try pipeline.send("SELECT \(PostgreSQLStoredSortKeys.isAnyNoted)", noParameters) {
                self.hasNotedSortKeys = $0[0].boolean(0)
            }
        }
        hasNotedTexts = false
        if !contents.textIndexes.isEmpty {
            try pipeline.send(PostgreSQLStoredTextIndexes.beginning, noParameters)
            try pipeline.send("SELECT \(PostgreSQLStoredTextIndexes.isAnyNoted)", noParameters) {
                self.hasNotedTexts = $0[0].boolean(0)
            }
        }
        try pipeline.send(hasHistory ? Self.writingBeginning : Self.tellingBeginning, parameters) {
            let row = $0[0]
            self.notedTables = row.isNull(0) ? nil : row.integer(0)
            self.noted = row.string(1)
            let metadata = row.isNull(2) ? nil : row.integer(2)
            let isHistoryKept = row.boolean(3)
            self.wasKnown = known.map { $0 == metadata && isHistoryKept == hasHistory }
            self.hasToldOthers = !hasHistory
            self.hasBegun = true
        }
    }

    private static let writingBeginning =
        "SELECT \(StoreReader.number), (\(identity)), (\(StoreReader.metadataWriter)), \(isHistoryKept)"
    private static let tellingBeginning = "\(writingBeginning), pg_notify($1, $2)"

    /// Begins a transaction that reads. The lock comes before the transaction sees a state: nobody puts other
    /// tables in the place of these until it ends, and where somebody has, it is those that are seen.
    private func beginReading(noting note: String?) throws {
        let asked = [StoreReader.number] + (note.map { ["(\($0))"] } ?? [])
        let answer = try connection.execute(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
                + "LOCK TABLE Z_METADATA IN ACCESS SHARE MODE; "
                + "SELECT \(asked.joined(separator: ", "))")
        hasBegun = true
        if note != nil { noted = answer[0].string(1) }
        notedTables = answer[0].isNull(0) ? nil : Int64(answer[0].string(0))
    }

    /// The statements that begin a transaction that writes. The lock comes before the transaction sees a
    /// state, so that this is the one that a migration, or the holder before, has left. Those who take no turns
    /// are in nobody's way but that of a migration. The transaction's number is known from the beginning, so that
    /// it can be asked for whenever the connection goes away.
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

    /// Ends a transaction in which nothing was written, or is to stay.
    func endTransaction() {
        hasBegun = false
        knownSortKeys = [:]
        knownNotedTexts = [:]
        readState = nil
        guard connection.isInTransaction, !connection.isLost else { return }
        let limits = (deadline, cancellation)
        (deadline, cancellation) = (.now + Self.endingTime, nil)
        defer { (deadline, cancellation) = limits }
        // A connection on which this fails is not used again.
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
    /// Runs a closure with a session whose reads all see one state of the store. A closure within it, on the
    /// same thread, gets the same one.
    func withReadingSession<T>(_ body: (PostgreSQLSession) throws -> T) throws -> T {
        try withSession { session, isFirst in
            try isFirst ? session.readingOneState(body) : body(session)
        }
    }
}
