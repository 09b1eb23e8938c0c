import CSQLite
import Foundation

/// The log beside a store’s file, `NAME-wal`, which contains the last saves until they are written
/// to the file.
///
/// A log does not identify its file: the leftover log of another file would be read and written
/// into this one. But it does not match every file.
struct StoreLog {
    let storePath: String

    private var path: String { storePath + "-wal" }

    /// The fault of the log; nil if none is found.
    func problem() throws -> String? {
        guard let head = try StoreLogHead(path: path) else { return nil }
        guard head.isLog else { return "\(path) is not a log of a database" }
        if let size = DatabaseHead(path: storePath)?.pageSize, size != head.pageSize {
            return otherPages(head.pageSize, size)
        }
        return try confirmedMismatch() ?? incompleteness()
    }

    /// The reason why the log, which SQLite would read, belongs to another file; nil if none is
    /// found.
    ///
    /// Others may have the store open and restart the log, so a finding must be confirmed.
    func confirmedMismatch() throws -> String? {
        guard let reason = try mismatch() else { return nil }
        return try mismatch() == reason ? reason : nil
    }

    private func mismatch() throws -> String? {
        guard let store = DatabaseHead(path: storePath), let log = try StoreLogFrames(path: path),
            log.head.isRight
        else { return nil }
        if log.head.pageSize != store.pageSize {
            return otherPages(log.head.pageSize, store.pageSize)
        }
        if log.pageCount != nil, !store.usesLog {
            return "\(path) is the log of another file: the store is one that has none"
        }
        let count = Int(status(of: storePath)?.st_size ?? 0) / store.pageSize
        if !log.mayBelong(toFileStating: store.statedPageCount, of: count) {
            return
                "\(path) is the log of another file, or of the store at another time: the two are not "
                + "all of the \(log.pageCount ?? 0) pages that there were after the last save"
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

    /// The position where the log is cut off; nil if it is complete. A running writer completes it
    /// a moment later.
    private func incompleteness() throws -> String? {
        for _ in 0..<3 {
            guard let frames = try StoreLogFrames(path: path), frames.missingByteCount > 0 else {
                return nil
            }
            usleep(20_000)
        }
        return "\(path) is cut off within a page: what was saved last may not be there"
    }

    /// The reason why the log may be the cause of damage; nil if none is found, and for an
    /// undamaged store.
    func suspicion() throws -> String? {
        if let reason = try reasonNotToUse() ?? incompleteness() { return reason }
        guard DatabaseHead(path: storePath)?.usesLog == true, try StoreLogHead(path: path) == nil,
            try isSound(alone: false) != true
        else { return nil }
        return "the store was written with a log, \(path), which is not there: what was saved last "
            + "may be in it"
    }

    /// The reason why the log must not be written to the file; nil if none is found.
    ///
    /// Some faults are found only by checking the whole store with the log and without, in time
    /// proportional to its size. That is skipped for a log that a killed process has left beside
    /// its own file.
    ///
    /// - Parameter abandonedStore: the store's file as recorded by that process. Default: nil, for
    ///   none.
    func reasonNotToUse(unlessLeftBeside abandonedStore: FileNumber? = nil) throws -> String? {
        // Checked before the files are read, which rebuilds the index.
        let wasLeft = wasLeft(beside: abandonedStore)
        if let reason = try confirmedMismatch() { return reason }
        guard !wasLeft, try StoreLogHead(path: path)?.isRight == true,
            try isSound(alone: false) == false, try isSound(alone: true) == true
        else { return nil }
        return "the store is sound without its log, \(path), which is damaged or of another store"
    }

    /// Whether the log is unchanged since a process was killed, beside the file that it had open.
    private func wasLeft(beside abandonedStore: FileNumber?) -> Bool {
        guard let abandonedStore, abandonedStore == FileNumber(path: storePath),
            let store = status(of: storePath), let log = status(of: path),
            let index = status(of: storePath + "-shm")
        else { return false }
        let written = (log.st_mtim.tv_sec, log.st_mtim.tv_nsec)
        // Copying a file over one of them changes the order of these times: a log is written after
        // its file, and together with its index. The system may record the index's time earlier or
        // not at all.
        return (store.st_ctim.tv_sec, store.st_ctim.tv_nsec) <= written
            && (log.st_ctim.tv_sec, log.st_ctim.tv_nsec) == written
            && index.st_mtim.tv_sec >= log.st_mtim.tv_sec - 120
    }

    private func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    private var storeAccess: StoreAccess {
        return StoreAccess(.readOnly(path: storePath))
    }

    /// The identifier of the store; nil if it is unreadable.
    private func identifier(alone: Bool) throws -> String? {
        try Self.ifReadable {
            let connection = alone ? try storeAccess.connectWithoutLog() : try storeAccess.connect()
            return try StoreMetadata(reading: connection).identifier
        }
    }

    /// Whether the store is undamaged with its log, or without it; nil if unknown, such as while it
    /// is in use.
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

    /// Nil for damaged parts, whatever the error.
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

/// The header of a store's log.
///
/// See <https://www.sqlite.org/fileformat2.html#walformat>.
struct StoreLogHead {
    private static let size = 32

    /// Whether it has the magic number of a log.
    let isLog: Bool
    /// The page size in bytes.
    let pageSize: Int
    /// The salt, which the frames of this log repeat.
    let salt: Data
    /// The initial checksum of the frames.
    let checksum: StoreLogChecksum
    /// Whether the header is valid.
    let isRight: Bool

    /// Nil if there is no log, or an empty one.
    init?(path: String) throws {
        guard let file = try Self.open(path) else { return nil }
        defer { try? file.close() }
        try self.init(file)
    }

    /// Reads from the beginning of a file.
    init?(_ file: FileHandle) throws {
        let bytes = try file.read(upToCount: Self.size) ?? Data()
        guard bytes.contains(where: { $0 != 0 }) else { return nil }
        isLog = bytes.count == Self.size && bytes.number(at: 0) & ~1 == 0x377F_0682
        pageSize = Int(bytes.number(at: 8))
        salt = bytes.dropFirst(16).prefix(8)
        var checksum = StoreLogChecksum(isBigEndian: bytes.number(at: 0) & 1 == 1)
        checksum.add(bytes.prefix(24))
        self.checksum = checksum
        isRight =
            isLog && checksum.isRight(bytes, at: 24) && (512...65_536).contains(pageSize)
            && pageSize & (pageSize - 1) == 0
    }

    /// Nil if there is no log. SQLite reports one that cannot be read.
    static func open(_ path: String) throws -> FileHandle? {
        guard access(path, R_OK) == 0 else { return nil }
        return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    }
}

/// The cumulative checksum of a log.
struct StoreLogChecksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds bytes, whose number is a multiple of eight.
    mutating func add(_ bytes: Data) {
        bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                first &+= word(bytes, offset) &+ second
                second &+= word(bytes, offset + 4) &+ first
            }
        }
    }

    func isRight(_ bytes: Data, at offset: Int) -> Bool {
        bytes.number(at: offset) == first && bytes.number(at: offset + 4) == second
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}

extension Data {
    /// The big-endian number at an offset; 0 beyond the end.
    func number(at offset: Int) -> UInt32 {
        dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// The saves in a store's log, as SQLite recovers them: up to the last one with valid checksums;
/// none if the header is invalid.
///
/// See <https://www.sqlite.org/fileformat2.html#walformat>.
struct StoreLogFrames {
    let head: StoreLogHead
    /// The number of pages after the last save; nil if there is none.
    private(set) var pageCount: Int?
    /// The number of pages in the header of the first page; nil if that page is not in the log.
    private(set) var statedPageCount: Int?
    /// The pages that the saves have written.
    private(set) var pages: Set<Int> = []
    /// The number of missing bytes of the last frame.
    private(set) var missingByteCount = 0

    private static let frameHeadSize = 24

    /// Nil if there is no log, or an empty one.
    init?(path: String) throws {
        guard let file = try StoreLogHead.open(path) else { return nil }
        defer { try? file.close() }
        guard let head = try StoreLogHead(file) else { return nil }
        self.head = head
        if head.isRight { try read(file) }
    }

    private mutating func read(_ file: FileHandle) throws {
        let size = Self.frameHeadSize + head.pageSize
        var checksum = head.checksum
        var isValid = true
        var written: Set<Int> = []
        var stated: Int?
        while let frame = try file.read(upToCount: size), !frame.isEmpty {
            guard frame.count == size else {
                missingByteCount = size - frame.count
                return
            }
            // Frames of the former log follow those of the current one.
            guard isValid else { continue }
            checksum.add(frame.prefix(8))
            checksum.add(frame.dropFirst(Self.frameHeadSize))
            isValid = frame[8..<16] == head.salt && checksum.isRight(frame, at: 16)
            guard isValid else { continue }
            let page = Int(frame.number(at: 0))
            written.insert(page)
            if page == 1 { stated = Int(frame.number(at: Self.frameHeadSize + 28)) }
            let countAfterSave = Int(frame.number(at: 4))
            guard countAfterSave > 0 else { continue }
            (pageCount, statedPageCount, pages) = (countAfterSave, stated, written)
        }
    }

    /// Whether the pages of the log and a file together form the database after the last save.
    ///
    /// - Parameters:
    ///   - statedCount: the number of pages in the file's header.
    ///   - count: its actual number of pages.
    func mayBelong(toFileStating statedCount: Int, of count: Int) -> Bool {
        guard let pageCount else { return true }
        guard statedPageCount ?? statedCount == pageCount else { return false }
        // SQLite uses the page only for locks and never writes it.
        let lockPage = 0x4000_0000 / head.pageSize + 1
        guard count < pageCount else { return true }
        return (count + 1...pageCount).allSatisfy { pages.contains($0) || $0 == lockPage }
    }
}
