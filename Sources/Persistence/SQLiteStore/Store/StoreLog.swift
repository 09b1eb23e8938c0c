import CSQLite
import Foundation

/// The log beside a store’s file, `NAME-wal`, in which the last saves stand until the file has them.
///
/// Nothing in a log tells which file it is of: one that is left behind by another file is read as if it
/// were of this one.
struct StoreLog {
    let storePath: String

    /// The magic number and the format of a log, and the size of its pages.
    private struct Head {
        var isLog: Bool
        var pageSize: Int
    }

    private var path: String { storePath + "-wal" }

    /// Why the log is none of the store’s; nil if nothing tells so.
    func strangeness() throws -> String? {
        guard let head = try head() else { return nil }
        guard head.isLog else { return "\(path) is no log of a database" }
        if let size = pageSize, size != head.pageSize {
            return
                "\(path) is the log of another file, with pages of \(head.pageSize) bytes, not of "
                + "\(size)"
        }
        guard let own = try identifier(alone: true), let found = try identifier(alone: false),
            own != found
        else { return nil }
        return
            "\(path) is the log of another store: with it, the store is \(found), and without it "
            + own
    }

    /// In what the log may be the cause of damage; nil if nothing tells so, and for a store that is sound.
    func suspicion() throws -> String? {
        if let reason = try reasonNotToUse() { return reason }
        guard usesLog, try head() == nil, try isSound(alone: false) != true else { return nil }
        return "the store was written with a log, \(path), which is not there: what was saved last "
            + "may be in it"
    }

    /// Why the file must not take the log in; nil if nothing tells so.
    func reasonNotToUse() throws -> String? {
        if let strangeness = try strangeness() { return strangeness }
        guard try head() != nil, try isSound(alone: false) == false,
            try isSound(alone: true) == true
        else { return nil }
        return "the store is sound without its log, \(path), which is damaged or of another store"
    }

    /// Nil if there is no log, or an empty one.
    private func head() throws -> Head? {
        guard access(path, F_OK) == 0 else { return nil }
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

    private var pageSize: Int? {
        guard let head = FileHead.bytes(ofFileAt: storePath, count: 20), head.count == 20 else {
            return nil
        }
        let size = Int(head[16]) << 8 | Int(head[17])
        return size == 1 ? 65_536 : size
    }

    /// Whether the file says that a log stands beside it.
    private var usesLog: Bool {
        guard let head = FileHead.bytes(ofFileAt: storePath, count: 20), head.count == 20 else {
            return false
        }
        return head[18] == 2
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
            return try connection.text("PRAGMA quick_check(1)") == "ok"
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
