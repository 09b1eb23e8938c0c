import CSQLite
import Foundation

/// Copies one state of a store while others read and write it.
struct StoreBackup {
    let sourcePath: String
    /// Called with the completed part, from 0 to 1.
    var progress: ((Double) -> Void)?
    /// Called while the copied state is the newest one and saves wait.
    var withWriteLock: (() throws -> Void)?

    /// The number of pages that are copied at once.
    private static let pageCount: Int32 = 1_024
    /// The number of steps between syncs: a save waits for the data that was written before it.
    private static let stepsAtOnce = 4

    private var mayWrite: Bool {
        let directory = URL(fileURLWithPath: sourcePath).deletingLastPathComponent().path
        return access(sourcePath, W_OK) == 0 && access(directory, W_OK) == 0
    }

    /// Copies the records into a new file, and links the external files.
    ///
    /// - Parameters:
    ///   - path: the new file; an existing one is replaced.
    ///   - external: the folder for the external files.
    /// - Returns: the names of the external files that the copy refers to.
    /// - Throws: `PersistenceError`; then the file does not exist.
    func run(to path: String, _ external: ExternalData) throws -> Set<String> {
        var source = StoreDescription.existing(path: sourcePath)
        source.isReadOnly = !mayWrite
        let access = StoreAccess(source)
        try access.requireUsable()
        unlink(path)
        do {
            let source = try access.connectReader()
            try StoreCatalog(source).checkIsStore(sourcePath)
            let names = try pin(source, external)
            try copy(source, to: path)
            try source.untouchedFile?.checkSame()
            let referred = try ExternalRenaming(path: path, names: names).run()
            try DurableFile.sync(path)
            return referred
        } catch {
            for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
            throw access.openFailure(error)
        }
    }

    /// Pins the state to copy, and links the external files of this state.
    ///
    /// A writer removes a file after the save that drops it. So while saves wait, all the files of
    /// the newest state exist.
    private func pin(_ source: Connection, _ external: ExternalData) throws -> [String: String] {
        let barrier = try writeBarrier()
        defer { if let barrier { sqlite3_close_v2(barrier) } }
        try source.executeOnce("BEGIN")
        _ = try source.integer("SELECT Z_VERSION FROM Z_METADATA")
        try withWriteLock?()
        return try ExternalData(storePath: sourcePath, threshold: 0).link(to: external)
    }

    /// A connection that blocks saves until it is closed; nil if the store cannot be written.
    private func writeBarrier() throws -> OpaquePointer? {
        guard mayWrite else { return nil }
        var connection: OpaquePointer?
        var code = sqlite3_open_v2(
            sourcePath, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        if code == SQLITE_OK {
            sqlite3_busy_timeout(connection, 5_000)
            code = sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil)
        }
        guard code == SQLITE_OK, let connection else {
            let message = String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(connection)
            throw PersistenceError.sqlite(
                code: code, message: message, sql: nil, path: sourcePath)
        }
        return connection
    }

    private func copy(_ source: Connection, to path: String) throws {
        let target = try Connection(
            path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, cachedStatements: 0,
            trace: nil)
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw target.error(code: sqlite3_errcode(target.handle), sql: nil)
        }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        var code = SQLITE_OK
        var steps = 0
        while code == SQLITE_OK {
            code = sqlite3_backup_step(backup, Self.pageCount)
            steps += 1
            if file >= 0, steps.isMultiple(of: Self.stepsAtOnce) { fdatasync(file) }
            let (rest, all) = (
                sqlite3_backup_remaining(backup), sqlite3_backup_pagecount(backup)
            )
            if all > 0 { progress?(Double(all - rest) / Double(all)) }
        }
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw target.error(code: code == SQLITE_DONE ? end : code, sql: nil)
        }
    }
}
