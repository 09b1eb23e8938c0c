import CSQLite
import Foundation

/// Opens the connections to a store's file.
struct StoreAccess: Sendable {
    let path: String
    private let description: StoreDescription

    init(_ description: StoreDescription) {
        self.description = description
        path = description.path
    }

    var fileExists: Bool { Foundation.access(path, F_OK) == 0 }

    /// Checks that the file can be opened or created.
    ///
    /// - Parameter withLog: whether to check the log beside it too. Default: true.
    /// - Returns: whether it exists.
    /// - Throws: `PersistenceError.cannotOpen` if it is missing and must not be created, if access
    ///   is denied, or if the log belongs to another file.
    @discardableResult
    func requireUsable(withLog: Bool = true) throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let cause = errno
            guard cause == ENOENT else { throw failure(.init(systemError: cause, path: path)) }
            try checkDirectory()
            guard description.createsFile, !description.isReadOnly else { throw failure(.missing) }
            return false
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw failure(.other("it is a directory"))
        }
        guard access(path, description.isReadOnly ? R_OK : R_OK | W_OK) == 0 else {
            throw failure(.init(systemError: errno, path: path))
        }
        if !description.isReadOnly { try checkDirectory() }
        // The log of an open store belongs to its holder.
        if withLog, !StoreLock.isHeld(storePath: path) {
            try refuseLog(StoreLog(storePath: path).confirmedMismatch())
        }
        return true
    }

    /// Checks that a leftover log does not damage the file, because the first connection to close
    /// writes it there.
    ///
    /// - Parameter lock: the lock of the opener.
    func checkLog(_ lock: StoreLock) throws {
        guard !lock.hadOthers else { return }
        try refuseLog(
            StoreLog(storePath: path).reasonNotToUse(unlessLeftBeside: lock.abandonedStore))
    }

    private func refuseLog(_ reason: String?) throws {
        guard let reason else { return }
        throw failure(
            .other("\(reason). Move it away, or put the log of this store in its place"))
    }

    /// SQLite writes files beside the store.
    private func checkDirectory() throws {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var status = stat()
        guard stat(directory, &status) == 0 else {
            throw failure(
                errno == ENOENT
                    ? .other("the directory \(directory) does not exist")
                    : .init(systemError: errno, path: directory))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw failure(.other("\(directory) is not a directory"))
        }
        guard description.isReadOnly || access(directory, W_OK | X_OK) == 0 else {
            throw failure(.init(systemError: errno, path: directory))
        }
    }

    /// The connection that opens a store.
    func connect() throws -> Connection {
        guard !description.isReadOnly else { return try connectReader() }
        let connection = try Connection(
            path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
            cachedStatements: description.sqlite.cachedStatementCount, trace: description.trace)
        try configure(connection)
        // A new store is not synced either.
        if description.sqlite.journalMode == .memory { try setSynchronous(connection) }
        guard sqlite3_db_readonly(connection.handle, "main") == 0 else {
            throw failure(.noPermission("the file may not be written to"))
        }
        return connection
    }

    /// A read-only connection.
    func connectReader() throws -> Connection {
        // Without a log there is no writer, and SQLite need not create one to read.
        let file = ImmutableFileCheck(path: path)
        let isUntouched = description.isReadOnly && file.isUntouched && expectsLog
        let connection = try Connection(
            path: path, address: isUntouched ? immutableAddress : nil,
            flags: SQLITE_OPEN_READONLY | (isUntouched ? SQLITE_OPEN_URI : 0),
            cachedStatements: description.sqlite.cachedStatementCount, trace: description.trace)
        if isUntouched { connection.untouchedFile = file }
        try configure(connection)
        return connection
    }

    /// A connection that reads the file without its log.
    func connectWithoutLog() throws -> Connection {
        let connection = try Connection(
            path: path, address: immutableAddress, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
            cachedStatements: description.sqlite.cachedStatementCount, trace: description.trace)
        try configure(connection)
        return connection
    }

    /// Whether the file uses a log while it is open. For others, SQLite's locks show who writes.
    private var expectsLog: Bool {
        // Empty and invalid files are reported elsewhere.
        DatabaseHead(path: path)?.usesLog ?? true
    }

    private var immutableAddress: String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%"))
        let absolute = URL(fileURLWithPath: path).path
        return "file:\(absolute.addingPercentEncoding(withAllowedCharacters: allowed) ?? absolute)"
            + "?immutable=1"
    }

    private func configure(_ connection: Connection) throws {
        connection.setBusyTimeout(milliseconds: Int32(clamping: description.sqlite.busyTimeout))
        try connection.executeOnce("PRAGMA foreign_keys = OFF")
        if description.sqlite.isSecureDelete {
            try connection.executeOnce("PRAGMA secure_delete = ON")
        }
        try connection.executeOnce("PRAGMA cache_size = -\(max(0, description.sqlite.cacheSize))")
        try TriggerFunctions.register(on: connection)
        try SQLFunctions.register(on: connection.handle)
        try RowCallback.register(on: connection)
    }

    /// Configures the writing connection.
    func prepareWriting(_ connection: Connection) throws {
        let mode = description.sqlite.journalMode.rawValue
        if try connection.text("PRAGMA journal_mode")?.uppercased() != mode {
            let result = try connection.text("PRAGMA journal_mode = \(mode)")
            guard result?.uppercased() == mode else {
                throw failure(.locked("its journal cannot be changed to \(mode)"))
            }
            // A log cannot be emptied before it was read: SQLite reports that it is locked.
            _ = try connection.integer("SELECT count(*) FROM sqlite_master")
        }
        try setSynchronous(connection)
        if description.sqlite.vacuumsWhenOpened { try connection.executeOnce("VACUUM") }
        if description.analyzesWhenOpened { try connection.executeOnce("ANALYZE") }
    }

    func setSynchronous(_ connection: Connection) throws {
        let usual = description.isSynchronousFull ? "FULL" : "NORMAL"
        let mode = description.sqlite.journalMode == .memory ? "OFF" : usual
        try connection.executeOnce("PRAGMA synchronous = \(mode)")
    }

    /// Removes a file whose creation failed, with those beside it.
    func removeFiles() {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    func failure(_ reason: StoreOpenFailure) -> PersistenceError {
        .cannotOpen(path: path, reason: reason)
    }

    /// Adds the file and the cause to an error of opening.
    func openFailure(_ error: any Error) -> any Error {
        if case PersistenceError.cannotOpen(_, .foreign(let detail)) = error {
            return failure(.foreign(detail + logSuspicion))
        }
        guard case PersistenceError.sqlite(let code, let message, _, _) = error else {
            return error
        }
        switch code & 0xFF {
        case SQLITE_CORRUPT: return failure(.other(message + logSuspicion))
        case SQLITE_NOTADB: return failure(.notADatabase)
        case SQLITE_BUSY, SQLITE_LOCKED:
            return failure(.locked("another process is writing to it (\(message))"))
        case SQLITE_FULL: return failure(.noSpace)
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return failure(.noPermission(message))
        case SQLITE_CANTOPEN:
            // The process may have too many open files.
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else {
                return failure(StoreOpenFailure(systemError: errno, path: path))
            }
            close(file)
            return failure(.noPermission("\(message), or a file beside it"))
        default: return failure(.other(message))
        }
    }

    /// A hint that the log may be the cause of a failure, as the rest of a sentence. Errors of
    /// reading the log are ignored, because the failure itself is reported.
    private var logSuspicion: String {
        guard let suspicion = try? StoreLog(storePath: path).suspicion() else { return "" }
        return "; \(suspicion)"
    }
}

extension StoreOpenFailure {
    /// The failure for an error number of the operating system.
    init(systemError: Int32, path: String) {
        let text = "\(path): \(String(cString: strerror(systemError)))"
        switch systemError {
        case EACCES, EPERM, EROFS: self = .noPermission(text)
        case ENOSPC, EDQUOT: self = .noSpace
        default: self = .other(text)
        }
    }
}

/// A store's file that a connection reads as immutable, without SQLite's locks.
struct ImmutableFileCheck {
    let path: String
    /// The file's identity and times, which detect changes.
    private let identity: FileIdentity?

    /// Records the state of the file before it is read.
    init(path: String) {
        self.path = path
        identity = FileIdentity(path: path)
    }

    /// Whether the file is unchanged and has no log.
    var isUntouched: Bool { isSame && access(path + "-wal", F_OK) != 0 }

    /// Checks that the read values are of one state. A log beside the file does not matter.
    ///
    /// - Throws: `PersistenceError.storeReplaced` if the file was written meanwhile.
    func checkSame() throws {
        guard isSame else { throw PersistenceError.storeReplaced(path: path) }
    }

    private var isSame: Bool { FileIdentity(path: path) == identity }
}
