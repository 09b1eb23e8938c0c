import CSQLite
import Foundation
import PersistenceInspection
import Testing

@testable import Persistence

@Suite("Missing and foreign logs")
struct StoreLogTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    private var log: String { farm.path + "-wal" }

    /// Copies a store with its log, which has a change that is not in the main file.
    private func copyWithLog(_ store: Farm, to path: String, _ change: String) throws {
        let database = try RawDatabase(store.path)
        try database.run("PRAGMA wal_autocheckpoint = 0")
        try database.run(change)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store.path + suffix, toPath: path + suffix)
        }
    }

    @Test("The log of another store is reported with both identifiers")
    func foreign() throws {
        let copy = farm.directory.path + "/Copy.sqlite"
        let other = try Farm()
        try copyWithLog(
            other, to: copy, "UPDATE Z_METADATA SET Z_UUID = '\(UUID().uuidString)'")
        try FileManager.default.copyItem(atPath: copy + "-wal", toPath: log)

        let faults = try StoreCheck.faults(path: farm.path)

        #expect(faults.first?.contains("\(log) is the log of another store: ") == true, "\(faults)")
        try FileManager.default.removeItem(atPath: log)
        #expect(try StoreCheck.faults(path: farm.path) == [])
    }

    @Test("A store with the log of another one is not migrated, and no file is changed")
    func migration() throws {
        let copy = farm.directory.path + "/Copy.sqlite"
        try copyWithLog(
            try Farm(), to: copy, "UPDATE Z_METADATA SET Z_UUID = '\(UUID().uuidString)'")
        try FileManager.default.copyItem(atPath: copy + "-wal", toPath: log)
        let files = [farm.path, log]
        let before = files.map(FileManager.default.contents)

        let error = #expect(throws: PersistenceError.self) {
            try StoreMigration(path: farm.path, to: try FarmChange.newerModel).run()
        }

        #expect(error.map { "\($0)" }?.contains("\(log) is the log of another store") == true)
        #expect(files.map(FileManager.default.contents) == before)
        try FileManager.default.removeItem(atPath: log)
        try StoreMigration(path: farm.path, to: try FarmChange.newerModel).run()
    }

    @Test("A later log of the same store is refused by all ways to open it")
    func later() throws {
        let old = try oldStoreWithLaterLog()
        let before = [old, old + "-wal"].map(FileManager.default.contents)
        let openings: [(String, () throws -> Void)] = [
            (
                "open",
                { try PersistentContainer(model: Farm.model, store: .sqlite(path: old)).close() }
            ),
            ("read", { _ = try StoreDump(path: old) }),
            ("info", { _ = try StoreSummary(path: old) }),
            ("model", { _ = try PersistentStoreCoordinator.storedModel(at: old) }),
            (
                "metadata",
                {
                    _ = try PersistentStoreCoordinator.metadataForPersistentStore(at: old)
                }
            ),
            (
                "copy",
                {
                    try PersistentStoreCoordinator.migratePersistentStore(
                        at: old, to: old + ".xml", type: .xml)
                }
            ),
            ("migrate", { try StoreMigration(path: old, to: try FarmChange.newerModel).run() }),
        ]

        for (name, open) in openings {
            let error = #expect(throws: PersistenceError.self, "\(name)") { try open() }

            let text = error.map { "\($0)" } ?? ""
            #expect(
                text.contains("\(old)-wal is the log of another file, or of"), "\(name): \(text)")
            #expect(text.hasSuffix("put the log of this store in its place."), "\(name): \(text)")
        }

        #expect(try StoreCheck.faults(path: old).map { $0.contains("\(old)-wal") } == [true])
        #expect([old, old + "-wal"].map(FileManager.default.contents) == before)
        try FileManager.default.removeItem(atPath: old + "-wal")
        #expect(try logFaults(old) == [])
        try PersistentContainer(model: Farm.model, store: .sqlite(path: old)).close()
    }

    /// The faults of a store's log. Copies have no external files.
    private func logFaults(_ path: String) throws -> [String] {
        try StoreCheck.faults(path: path).filter { $0.contains(" log ") }
    }

    /// A store, and next to it its own log after some later saves.
    private func oldStoreWithLaterLog() throws -> String {
        let old = farm.directory.path + "/Old.sqlite"
        let later = farm.directory.path + "/Later.sqlite"
        try FileManager.default.copyItem(atPath: farm.path, toPath: old)
        for number in 1...3 {
            try RawDatabase(farm.path).run("CREATE TABLE note\(number) (text)")
        }
        try copyWithLog(farm, to: later, "CREATE TABLE note (text)")
        #expect(try logFaults(later) == [])
        try FileManager.default.copyItem(atPath: later + "-wal", toPath: old + "-wal")
        return old
    }

    @Test("The log of an open store belongs to its process until it is closed")
    func held() throws {
        let old = try oldStoreWithLaterLog()
        func open() throws {
            _ = try PersistentStoreCoordinator.metadataForPersistentStore(at: old)
        }
        let lock = try StoreLock(storePath: old)
        try open()
        lock.release()
        #expect(throws: PersistenceError.self) { try open() }

        // The lock files of a process that exists, and of one that does not.
        try Data("\(getppid())\n".utf8).write(to: URL(fileURLWithPath: old + "-lock"))
        try open()
        try Data("\(Int32.max)\n".utf8).write(to: URL(fileURLWithPath: old + "-lock"))
        #expect(throws: PersistenceError.self) { try open() }
        #expect(throws: PersistenceError.self) {
            try PersistentContainer(model: Farm.model, store: .sqlite(path: old)).close()
        }
    }

    @Test("A copy without a log refuses one that is at its path")
    func copyWithoutLog() throws {
        let later = farm.directory.path + "/Later.sqlite"
        try copyWithLog(farm, to: later, "UPDATE ZKEEPER SET ZNAME = 'Ada' WHERE ZNAME = 'Ann'")
        let copy = farm.directory.path + "/Copy.sqlite"
        try RawDatabase(farm.path).run("VACUUM INTO '\(copy)'")
        try FileManager.default.copyItem(atPath: later + "-wal", toPath: copy + "-wal")

        let error = #expect(throws: PersistenceError.self) {
            try PersistentContainer(model: Farm.model, store: .sqlite(path: copy)).close()
        }

        #expect(error.map { "\($0)" }?.contains("the store is one that has none") == true)
    }

    @Test("The log of a database of another size is refused")
    func otherSize() throws {
        let other = farm.directory.path + "/Other.sqlite"
        let database = try RawDatabase(other)
        try database.run("PRAGMA page_size = 4096")
        try database.run("PRAGMA journal_mode = WAL")
        try database.run("CREATE TABLE t (x)")
        let rows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) "
        try database.run("\(rows)INSERT INTO t SELECT zeroblob(3000) FROM n")
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        try database.run("PRAGMA wal_autocheckpoint = 0")
        try database.run("UPDATE t SET x = randomblob(3000)")
        try FileManager.default.copyItem(atPath: other + "-wal", toPath: log)
        let before = FileManager.default.contents(atPath: farm.path)

        let error = #expect(throws: PersistenceError.self) {
            try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path)).close()
        }

        #expect(error.map { "\($0)" }?.contains("\(log) is the log of another file, or of") == true)
        #expect(FileManager.default.contents(atPath: farm.path) == before)
    }

    @Test("A log that would damage the store is refused")
    func damaging() throws {
        let old = farm.directory.path + "/Old.sqlite"
        try FileManager.default.copyItem(atPath: farm.path, toPath: old)
        // The index, which is not in the log, lacks the record in the older file.
        try RawDatabase(farm.path).run(
            "INSERT INTO ZKEEPER (Z_PK, Z_ENT, Z_OPT, ZNAME) "
                + "SELECT 900, Z_ENT, 1, 'Zoe' FROM ZKEEPER LIMIT 1")
        let later = farm.directory.path + "/Later.sqlite"
        try copyWithLog(farm, to: later, "UPDATE ZKEEPER SET ZNAME = 'Zoé' WHERE Z_PK = 900")
        try FileManager.default.copyItem(atPath: later + "-wal", toPath: old + "-wal")
        let before = [old, old + "-wal"].map(FileManager.default.contents)

        let error = #expect(throws: PersistenceError.self) {
            try PersistentContainer(model: Farm.model, store: .sqlite(path: old)).close()
        }

        #expect(
            error.map { "\($0)" }?.contains("the store is sound without its log, \(old)-wal,")
                == true)
        #expect([old, old + "-wal"].map(FileManager.default.contents) == before)
        #expect(try logFaults(old).first?.contains("sound without its log") == true)
        try PersistentContainer(model: Farm.model, store: .sqlite(path: later)).close()
        #expect(try RawDatabase(later).column("SELECT ZNAME FROM ZKEEPER").contains("Zoé"))
    }

    /// Kills a process that has the store open, with a log in which an index lacks a row.
    private func killWithUnsoundLog() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = farm.path as String] in
            let container = try PersistentContainer(model: Farm.model, store: .sqlite(path: path))
            let database = try RawDatabase(path)
            for statement in [
                "CREATE TABLE odd (x)", "CREATE INDEX oddly ON odd (x)",
                "INSERT INTO odd VALUES (1)", "PRAGMA writable_schema = ON",
                "UPDATE sqlite_master SET sql = sql || ' WHERE x > 5' WHERE name = 'oddly'",
            ] {
                try database.run(statement)
            }
            withExtendedLifetime(container) { _ = kill(getpid(), SIGKILL) }
        }
    }

    private func open(_ path: String) throws {
        try PersistentContainer(model: Farm.model, store: .sqlite(path: path)).close()
    }

    @Test("A log left by a killed process is used without a scan of the store")
    func killed() async throws {
        try await killWithUnsoundLog()
        let copy = farm.directory.path + "/Copy.sqlite"
        for suffix in ["", "-lock", "-shm", "-wal"] {
            try FileManager.default.copyItem(
                atPath: farm.path + suffix, toPath: copy + suffix)
        }

        try open(farm.path)

        #expect(!FileManager.default.fileExists(atPath: log))
        #expect(try RawDatabase(farm.path).column("SELECT x FROM odd") == ["1"])
        // The files do not show whether the copies are of the same moment.
        let error = #expect(throws: PersistenceError.self) { try open(copy) }
        #expect(error.map { "\($0)" }?.contains("the store is sound without its log") == true)
    }

    @Test(
        "A store with a file written since its process was killed is scanned",
        arguments: ["", "-wal", "-lock"])
    func writtenSinceKilled(suffix: String) async throws {
        try await killWithUnsoundLog()
        let file = URL(fileURLWithPath: farm.path + suffix)
        var content = try Data(contentsOf: file)
        if suffix == "-lock" {
            // Like the lock of a process that started a minute earlier.
            let words = String(decoding: content, as: UTF8.self).split(separator: " ")
            let seconds = try #require(Int(words[1].dropLast()))
            content = Data("\(words[0]) \(seconds - 60)\n".utf8)
        }

        try content.write(to: file)
        // Like a copy that keeps the time of its original.
        let times = [
            timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0),
        ]
        #expect(utimensat(AT_FDCWD, file.path, times, 0) == 0)

        let error = #expect(throws: PersistenceError.self) { try open(farm.path) }
        #expect(error.map { "\($0)" }?.contains("the store is sound without its log") == true)
    }

    @Test("A log truncated within a page is reported, and its complete transactions are read")
    func cut() throws {
        let copy = farm.directory.path + "/Copy.sqlite"
        try copyWithLog(farm, to: copy, "UPDATE ZKEEPER SET ZNAME = 'Ada' WHERE ZNAME = 'Ann'")
        let whole = try #require(FileManager.default.contents(atPath: copy + "-wal"))
        try whole.dropLast(100).write(to: URL(fileURLWithPath: copy + "-wal"))

        #expect(
            try logFaults(copy) == [
                "The log may be damaged: \(copy)-wal is cut off within a page: what was saved last "
                    + "may not be there."
            ])
        try PersistentContainer(model: Farm.model, store: .sqlite(path: copy)).close()
        #expect(try logFaults(copy) == [])
    }

    @Test("A log that SQLite ignores does not prevent opening a store", arguments: [0, 8, 16, 24])
    func passedOver(offset: Int) throws {
        let copy = farm.directory.path + "/Copy.sqlite"
        try copyWithLog(farm, to: copy, "UPDATE ZKEEPER SET ZNAME = 'Ada' WHERE ZNAME = 'Ann'")
        var bytes = try #require(FileManager.default.contents(atPath: copy + "-wal"))
        bytes[offset] ^= 0x10
        try bytes.write(to: URL(fileURLWithPath: copy + "-wal"))

        try PersistentContainer(model: Farm.model, store: .sqlite(path: copy)).close()

        #expect(try logFaults(copy) == [])
        let names = try RawDatabase(copy).column("SELECT ZNAME FROM ZKEEPER ORDER BY 1")
        #expect(names.contains("Ann") && !names.contains("Ada"))
    }

    @Test("The partly checkpointed log of an open store is its own")
    func live() throws {
        let container = try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path))
        let database = try RawDatabase(farm.path)
        try database.run("PRAGMA wal_autocheckpoint = 0")
        for number in 1...5 {
            try database.run("CREATE TABLE note\(number) (text)")
            if number % 2 == 0 { try database.run("PRAGMA wal_checkpoint(PASSIVE)") }
            try RawDatabase(farm.path).run("UPDATE ZKEEPER SET Z_OPT = Z_OPT + 1")

            #expect(try StoreLog(storePath: farm.path).problem() == nil)
            #expect(try StoreLog(storePath: farm.path).reasonNotToUse() == nil)
        }
        try container.close()
    }

    @Test("A store’s own log is accepted")
    func own() throws {
        let copy = farm.directory.path + "/Copy.sqlite"
        try copyWithLog(farm, to: copy, "UPDATE ZKEEPER SET ZNAME = 'Ada' WHERE ZNAME = 'Ann'")

        #expect(try StoreLog(storePath: copy).problem() == nil)
        #expect(try StoreLog(storePath: copy).suspicion() == nil)
        let dump = try StoreDump(path: copy)
        var lines: [String] = []
        try dump.forEachLine { lines.append($0) }
        try dump.close()
        #expect(lines.contains { $0.contains("Ada") })
    }

    @Test("A file that is not a log, and a log with another page size, are reported")
    func otherFiles() throws {
        try Data("no log at all, but a text that is long enough".utf8)
            .write(to: URL(fileURLWithPath: log))
        let text = try StoreCheck.faults(path: farm.path)
        var head = Data([0x37, 0x7F, 0x06, 0x82, 0, 0x2D, 0xE2, 0x18, 0, 0, 0x20, 0])
        head.append(Data(count: 20))
        try head.write(to: URL(fileURLWithPath: log))
        let pages = try StoreCheck.faults(path: farm.path)

        #expect(text.first?.contains("\(log) is not a log of a database") == true, "\(text)")
        #expect(pages.first?.contains("with pages of 8192 bytes, not of 4096") == true, "\(pages)")
    }

    @Test("The error of a store without its log names the log")
    func missing() throws {
        let path = farm.directory.path + "/Alone.sqlite"
        let database = try RawDatabase(path)
        try database.run("PRAGMA journal_mode = WAL")
        try FileManager.default.copyItem(
            atPath: path, toPath: farm.directory.path + "/Head.sqlite")
        let head = farm.directory.path + "/Head.sqlite"

        let error = #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.storedModel(at: head)
        }

        let text = "\(error.map { "\($0)" } ?? "")"
        #expect(text.contains("\(head)-wal, which is not there"), "\(text)")
    }
}
