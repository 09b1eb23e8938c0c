import CSQLite
import Foundation
import Testing

@testable import Persistence

@Suite("Logs that are missing, or of another file")
struct StoreLogTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    private var log: String { farm.path + "-wal" }

    /// Copies a store with its log while something stands in that alone.
    private func copyWithLog(_ store: Farm, to path: String, _ change: String) throws {
        let database = try RawDatabase(store.path)
        try database.run("PRAGMA wal_autocheckpoint = 0")
        try database.run(change)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store.path + suffix, toPath: path + suffix)
        }
    }

    @Test("The log of another store is named with both identifiers")
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

    @Test("A store beside the log of another one is not migrated, and neither is changed")
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

    @Test("A log of its own is none to be doubted")
    func own() throws {
        let copy = farm.directory.path + "/Copy.sqlite"
        try copyWithLog(farm, to: copy, "UPDATE ZKEEPER SET ZNAME = 'Ada' WHERE ZNAME = 'Ann'")

        #expect(try StoreLog(storePath: copy).strangeness() == nil)
        #expect(try StoreLog(storePath: copy).suspicion() == nil)
        let dump = try StoreDump(path: copy)
        var lines: [String] = []
        try dump.forEachLine { lines.append($0) }
        try dump.close()
        #expect(lines.contains { $0.contains("Ada") })
    }

    @Test("What is no log, and a log with other pages, is named")
    func otherFiles() throws {
        try Data("no log at all, but a text that is long enough".utf8)
            .write(to: URL(fileURLWithPath: log))
        let text = try StoreCheck.faults(path: farm.path)
        var head = Data([0x37, 0x7F, 0x06, 0x82, 0, 0x2D, 0xE2, 0x18, 0, 0, 0x20, 0])
        head.append(Data(count: 20))
        try head.write(to: URL(fileURLWithPath: log))
        let pages = try StoreCheck.faults(path: farm.path)

        #expect(text.first?.contains("\(log) is no log of a database") == true, "\(text)")
        #expect(pages.first?.contains("with pages of 8192 bytes, not of 4096") == true, "\(pages)")
    }

    @Test("A store whose records stand in a log that was left behind says which one")
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
