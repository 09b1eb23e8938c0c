import Foundation
import PersistenceInspection
import Testing

@testable import Persistence

@Suite("Errors about damaged stores")
struct DamageTextTests {
    private let zoo: ZooStore

    init() throws { zoo = try ZooStore() }

    @Test("The error of an invalid value names the record’s entity and property")
    func value() throws {
        let key = try zoo.insert("Bird", ["weight": .decimal(2)])
        try RawDatabase(zoo.path).run("UPDATE ZANIMAL SET ZWEIGHT = 1e200")
        let animal = try zoo.entity("Animal")

        #expect {
            try zoo.read { session in
                try session.fetch(StoreFetch(entity: animal)) { _ = try $0.snapshot() }
            }
        } throws: { error in
            "\(error)" == "The store \(zoo.path) is damaged: "
                + "Bird \(key): what weight holds is no decimal."
        }
    }

    @Test("The error of a store without metadata says how to fix it")
    func tablesAlone() throws {
        let path = zoo.path + "-tables"
        let database = try RawDatabase(path)
        for statement in try StoreSQL.allSQL(for: Zoo.model) { try database.run(statement) }
        let openings: [() throws -> Void] = [
            { _ = try PersistentStoreCoordinator.metadataForPersistentStore(at: path) },
            { _ = try StoreDump(path: path, model: Zoo.model) },
            { try PersistentContainer(model: Zoo.model, store: .sqlite(path: path)).close() },
        ]

        for open in openings {
            let error = #expect(throws: PersistenceError.self) { try open() }

            let text = error.map { "\($0)" } ?? ""
            #expect(text.hasPrefix("The store \(path) cannot be opened: its table Z_METADATA"))
            #expect(text.contains("no row") && text.hasSuffix("that is made there."), "\(text)")
        }
    }

    @Test("The error of a store that is only inspected has its path")
    func path() throws {
        try RawDatabase(zoo.path).run("PRAGMA wal_checkpoint(TRUNCATE)")
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Zoo #1.sqlite"
        try FileManager.default.copyItem(atPath: zoo.path, toPath: path)
        try RawDatabase(path).run("UPDATE Z_METADATA SET Z_UUID = NULL")

        let error = #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
        }

        #expect(
            error.map { "\($0)" }
                == "The store \(path) is damaged: the row of Z_METADATA has no Z_UUID.")
    }

    @Test("The error of incomplete metadata names the column", arguments: ["Z_UUID", "Z_PLIST"])
    func metadata(column: String) throws {
        try RawDatabase(zoo.path).run("UPDATE Z_METADATA SET \(column) = NULL")

        #expect {
            try StoreMetadata(reading: RawDatabase(zoo.path).connection)
        } throws: { error in
            "\(error)".hasSuffix("is damaged: the row of Z_METADATA has no \(column).")
        }
    }
}
