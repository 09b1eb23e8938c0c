import CSQLite
import Foundation

/// The log beside a store’s file, `NAME-wal`, in which the last saves stand until the file has them.
///
/// A log does not name its file: one that is left behind by another file is read as if it were of this
/// one, and what it says is written over what the file has. But it does not fit every file.
struct StoreLog {
    let storePath: String

    /// The magic number and the format of a log, and the size of its pages.
    private struct Head {
        var isLog: Bool
        var pageSize: Int
    }

    private var path: String { storePath + "-wal" }

    /// What is wrong with the log; nil if nothing tells so.
    func strangeness() throws -> String? {
        guard let head = try head() else { return nil }
        guard head.isLog else { return "\(path) is no log of a database" }
        if let size = storeHead()?.pageSize, size != head.pageSize {
            return otherPages(head.pageSize, size)
        }
        return try foreignness() ?? incompleteness()
    }

    /// Why the log, which SQLite would read, is another file's; nil if nothing tells so.
    ///
    /// Others may have the store open meanwhile, and may begin the log from its start: what is found has to be
    /// found again.
    func foreignness() throws -> String? {
        guard try head() != nil, let reason = try mismatch() else { return nil }
        return try mismatch() == reason ? reason : nil
    }

    private func mismatch() throws -> String? {
        guard let store = storeHead(), let frames = try StoreLogFrames(path: path) else {
            return nil
        }
        if frames.pageSize != store.pageSize { return otherPages(frames.pageSize, store.pageSize) }
        if frames.pageCount != nil, !store.usesLog {
            return "\(path) is the log of another file: the store is one that has none"
        }
        if !frames.mayBelong(toFileStating: store.statedPageCount, of: store.pageCount) {
            return
                "\(path) is the log of another file, or of the store at another time: the two are not "
                + "all of the \(frames.pageCount ?? 0) pages that there were after the last save"
        }
        guard let own = try identifier(alone: true), let found = try identifier(alone: false),
            own != found
        else { return nil }
        return
            "\(path) is the log of another store: with it, the store is \(found), and without it "
            + own
    }

    private func otherPages(_ found: Int, _ own: Int) -> String {
        "\(path) is the log of another file, with pages of \(found) bytes, not of \(own)"
    }

    /// Where the log is cut off; nil if it is not. While somebody writes it, its end comes a moment later.
    private func incompleteness() throws -> String? {
        for _ in 0..<3 {
            guard let frames = try StoreLogFrames(path: path), frames.missingByteCount > 0 else {
                return nil
            }
            usleep(20_000)
        }
        return "\(path) is cut off within a page: what was saved last may not be there"
    }

    /// In what the log may be the cause of damage; nil if nothing tells so, and for a store that is sound.
    func suspicion() throws -> String? {
        if let reason = try reasonNotToUse() ?? incompleteness() { return reason }
        guard storeHead()?.usesLog == true, try head() == nil, try isSound(alone: false) != true
        else { return nil }
        return "the store was written with a log, \(path), which is not there: what was saved last "
            + "may be in it"
    }

    /// Why the file must not take the log in; nil if nothing tells so.
    func reasonNotToUse() throws -> String? {
        if let reason = try foreignness() { return reason }
        guard try head() != nil, try isSound(alone: false) == false,
            try isSound(alone: true) == true
        else { return nil }
        return "the store is sound without its log, \(path), which is damaged or of another store"
    }

    /// Nil if there is no log, or an empty one.
    private func head() throws -> Head? {
        // One that may not be read is for SQLite to report.
        guard access(path, R_OK) == 0 else { return nil }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let bytes = try file.read(upToCount: 32) ?? Data()
        guard bytes.contains(where: { $0 != 0 }) else { return nil }
        func number(_ offset: Int) -> UInt32 {
            bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }
        return Head(
            isLog: bytes.count == 32 && number(0) & ~1 == 0x377F_0682, pageSize: Int(number(8)))
    }

    /// The beginning of the store’s file.
    private struct StoreHead {
        var pageSize: Int
        /// Whether the file says that a log stands beside it.
        var usesLog: Bool
        /// How many pages there are, and how many the file says that there are.
        var pageCount: Int
        var statedPageCount: Int
    }

    /// Nil for a file that is no database.
    private func storeHead() -> StoreHead? {
        var status = stat()
        guard stat(storePath, &status) == 0,
            let bytes = FileHead.bytes(ofFileAt: storePath, count: 32), bytes.count == 32,
            bytes.starts(with: "SQLite format 3\0".utf8)
        else { return nil }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        let pageSize = size == 1 ? 65_536 : size
        guard pageSize > 0 else { return nil }
        return StoreHead(
            pageSize: pageSize, usesLog: bytes[18] == 2, pageCount: Int(status.st_size) / pageSize,
            statedPageCount: bytes[28...].reduce(0) { $0 << 8 | Int($1) })
    }

    private var storeAccess: StoreAccess {
        var options = SQLiteStoreOptions()
        options.isReadOnly = true
        return StoreAccess(path: storePath, options: options)
    }

    /// The identifier of the store; nil if it cannot be read so.
    private func identifier(alone: Bool) throws -> String? {
        try Self.ifReadable {
            let connection = alone ? try storeAccess.connectWithoutLog() : try storeAccess.connect()
            return try StoreMetadata(reading: connection).identifier
        }
    }

    /// Whether the store is sound with its log, or without it; nil if that cannot be told, as while it is in use.
    private func isSound(alone: Bool) throws -> Bool? {
        do {
            let connection = alone ? try storeAccess.connectWithoutLog() : try storeAccess.connect()
            try StoreCatalog(connection).checkIsStore(storePath)
            return try connection.text("PRAGMA integrity_check(1)") == "ok"
        } catch PersistenceError.corruptStore {
            return false
        } catch PersistenceError.sqlite(let code, _, _, _) {
            return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) ? false : nil
        } catch PersistenceError.cannotOpen(_, let reason) {
            guard case .locked = reason else { return false }
            return nil
        }
    }

    /// Nil for what is damaged: nobody asks why.
    private static func ifReadable<T>(_ body: () throws -> T?) throws -> T? {
        do {
            return try body()
        } catch PersistenceError.sqlite, PersistenceError.corruptStore,
            PersistenceError.cannotOpen
        {
            return nil
        }
    }
}
