import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Store options")
struct StoreOptionTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    private func container(
        _ change: (inout StoreDescription) -> Void
    ) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: farm.path)
        change(&store)
        return try PersistentContainer(model: Farm.model, store: store)
    }

    private var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
                .filter { $0.hasPrefix("Farm.sqlite") && !$0.hasSuffix("-lock") }.sorted()
        }
    }

    private func addKeeper(_ container: PersistentContainer) throws {
        try container.write { context in
            let keeper = try ManagedObject(entityName: "Keeper", context: context)
            try keeper.setValue("New", forKey: "name")
            try context.save()
        }
    }

    @Test(
        "A store in rollback journal mode is one file while open, and can return to WAL",
        arguments: [SQLiteStoreOptions.JournalMode.delete, .memory])
    func journal(mode: SQLiteStoreOptions.JournalMode) throws {
        let plain = try container { $0.sqlite.journalMode = mode }

        try addKeeper(plain)

        #expect(try files == ["Farm.sqlite"])
        #expect(try plain.checkpoint())
        try plain.read { context in
            let count = try context.count(for: FetchRequest<ManagedObject>(entityName: "Keeper"))
            #expect(count == 3)
        }
        try plain.close()
        #expect(try RawDatabase(farm.path).column("PRAGMA journal_mode") == ["delete"])
        let usual = try container { _ in }
        try addKeeper(usual)
        #expect(try files.contains("Farm.sqlite-wal"))
        try usual.close()
        #expect(try RawDatabase(farm.path).column("PRAGMA journal_mode") == ["wal"])
    }

    @Test(
        "A store in rollback journal mode can change to WAL with a migration and be closed at once"
    )
    func journalWithMigration() throws {
        let forest = try TestLibrary(.sqlite, model: Forest.versions[0])
        try forest.reopen(as: Forest.versions[0]) { $0.sqlite.journalMode = .delete }
        try forest.container.write { context in
            let twig = try ManagedObject(entityName: "Twig", context: context)
            try twig.setValue("a", forKey: "name")
            try twig.setValue(1, forKey: "number")
            try context.save()
        }

        try forest.reopen(as: Forest.versions[1]) { $0.sqlite.journalMode = .writeAheadLog }
        try forest.container.close()
    }

    @Test("A read-only store in rollback journal mode sees another container’s saves")
    func readingWithoutLog() throws {
        let writer = try container { $0.sqlite.journalMode = .delete }
        let reader = try container { $0.isReadOnly = true }
        let request = FetchRequest<ManagedObject>(entityName: "Keeper")
        #expect(try ManagedObjectContext(reader).count(for: request) == 2)

        try addKeeper(writer)

        #expect(try ManagedObjectContext(reader).count(for: request) == 3)
        try reader.close()
        try writer.close()
    }

    @Test("A read-only store opened without a log sees later saves")
    func readingBeforeAnyLog() throws {
        let reader = try container { $0.isReadOnly = true }
        let request = FetchRequest<ManagedObject>(entityName: "Keeper")
        #expect(try ManagedObjectContext(reader).count(for: request) == 2)

        let writer = try container { _ in }
        try addKeeper(writer)

        #expect(try ManagedObjectContext(reader).count(for: request) == 3)
        try addKeeper(writer)
        try writer.close()
        #expect(try ManagedObjectContext(reader).count(for: request) == 4)
        try reader.close()
    }

    @Test("Reading a store whose file changes meanwhile is an error, and the next read succeeds")
    func readingWhileWritten() throws {
        let reader = try container { $0.isReadOnly = true }
        let store = try #require(reader.coordinator.stores.first)
        let keepers = try #require(
            ModelLayout(Farm.model).entity(named: "Keeper").map { StoreFetch(entity: $0) })

        #expect {
            try store.withReadSession { session in
                #expect(try session.count(keepers) == 2)
                let writer = try container { _ in }
                try addKeeper(writer)
                try writer.close()
            }
        } throws: { error in
            guard case PersistenceError.storeReplaced(farm.path) = error else { return false }
            return true
        }

        #expect(try store.withReadSession { try $0.count(keepers) } == 3)
        try reader.close()
    }

    @Test("Statistics are gathered on request")
    func analysis() throws {
        let sql = "SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_stat1'"
        let usual = try container { _ in }
        #expect(try RawDatabase(farm.path).column(sql) == ["0"])
        try usual.analyze()
        #expect(try RawDatabase(farm.path).column(sql) == ["1"])
        try usual.close()
        let other = try Farm()
        var store = StoreDescription.sqlite(path: other.path)
        store.analyzesWhenOpened = true

        let container = try PersistentContainer(model: Farm.model, store: store)

        try container.close()
        #expect(try RawDatabase(other.path).column(sql) == ["1"])
        #expect(try StoreCheck.faults(path: other.path).isEmpty)
    }

    @Test("The space of deleted records is freed on opening")
    func vacuum() throws {
        let filling = try container { _ in }
        try filling.write { context in
            for number in 0..<2_000 {
                let toy = try ManagedObject(entityName: "Toy", context: context)
                try toy.setValue(String(repeating: "toy \(number) ", count: 20), forKey: "label")
            }
            try context.save()
            try context.execute(BatchDeleteRequest(entityName: "Toy"))
        }
        try filling.close()
        let before = try pageCount()

        try container { $0.sqlite.vacuumsWhenOpened = true }.close()

        #expect(try pageCount() < before / 2)
    }

    private func pageCount() throws -> Int {
        try #require(Int(try RawDatabase(farm.path).column("PRAGMA page_count").first ?? ""))
    }

    @Test("Cache size and busy timeout are set")
    func connection() throws {
        let container = try container { store in
            store.sqlite.cacheSize = 512
            store.sqlite.busyTimeout = 50
        }
        let store = try #require(container.coordinator.stores.first as? SQLiteStore)

        let found = try store.withWriter { session in
            [
                try session.connection.integer("PRAGMA cache_size"),
                try session.connection.integer("PRAGMA busy_timeout"),
            ]
        }

        #expect(found == [-512, 50])
        try container.close()
    }

    @Test("A container with a read-only store does not write or create files")
    func readOnly() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: farm.path))
        let container = try container { $0.isReadOnly = true }

        #expect {
            try addKeeper(container)
        } throws: { error in
            guard case PersistenceError.readOnly(farm.path) = error else { return false }
            return true
        }
        #expect(throws: PersistenceError.self) {
            try ManagedObjectContext(container).execute(BatchDeleteRequest(entityName: "Toy"))
        }
        try container.read { context in
            let count = try context.count(for: FetchRequest<ManagedObject>(entityName: "Keeper"))
            #expect(count == 2)
        }
        try container.close()
        #expect(try files == ["Farm.sqlite"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: farm.path)) == before)
    }
}
