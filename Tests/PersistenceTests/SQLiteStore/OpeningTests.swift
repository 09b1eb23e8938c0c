import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct OpeningTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let layout: ModelLayout

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/Store.sqlite"
        layout = try ModelLayout(Zoo.model)
    }

    private func failure(
        at path: String? = nil, model: ManagedObjectModel = Zoo.model,
        _ change: (inout StoreDescription) -> Void = { _ in }
    ) throws -> StoreOpenFailure? {
        var options = StoreDescription.sqlite(path: path ?? self.path)
        options.shouldMigrateStoreAutomatically = false
        change(&options)
        do {
            let store = try SQLiteStore(options, layout: try ModelLayout(model))
            try store.close()
            return nil
        } catch PersistenceError.cannotOpen(let named, let reason) {
            #expect(named == path ?? self.path)
            return reason
        }
    }

    private func create() throws {
        try SQLiteStore(.sqlite(path: path), layout: layout).close()
    }

    @Test("A new store is a single file with Core Data’s settings")
    func newStore() throws {
        try create()

        let database = try RawDatabase(path)
        #expect(try database.column("PRAGMA journal_mode") == ["wal"])
        #expect(try database.column("PRAGMA page_size") == ["4096"])
        #expect(try database.column("PRAGMA auto_vacuum") == ["2"])
        #expect(try database.column("PRAGMA user_version") == ["0"])
        #expect(
            try database.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY") == [
                ["1", "Animal", "0", "0"], ["2", "Bird", "1", "0"], ["3", "Fish", "1", "0"],
                ["4", "Keeper", "0", "0"], ["5", "Toy", "0", "0"],
            ])
    }

    @Test("The metadata of a new store has Core Data’s keys")
    func metadata() throws {
        try create()

        let connection = try RawDatabase(path).connection
        let metadata = try StoreMetadata(reading: connection)

        #expect(UUID(uuidString: metadata.identifier)?.uuidString == metadata.identifier)
        #expect(metadata.members["NSStoreType"] == .string("SQLite"))
        #expect(metadata.members["NSStoreModelVersionHashesVersion"] == .integer(3))
        #expect(metadata.members["_NSAutoVacuumLevel"] == .string("2"))
        #expect(
            metadata.members["NSStoreModelVersionIdentifiers"] == .array([.string("zoo")]))
        #expect(metadata.hashes.keys.sorted() == ["Animal", "Bird", "Fish", "Keeper", "Toy"])
        #expect(metadata.hashes.values.allSatisfy { $0.count == 32 })
    }

    @Test("A store keeps its identifier and its model")
    func reopening() throws {
        let first = try SQLiteStore(.sqlite(path: path), layout: layout)
        try first.close()

        let second = try SQLiteStore(.sqlite(path: path), layout: layout)
        try second.close()

        #expect(first.identifier == second.identifier)
        let stored = try SQLiteStore.storedModel(path: path)
        #expect(stored.hashesForComparison == Zoo.model.hashesForComparison)
    }

    @Test("A model survives the model cache")
    func modelCache() throws {
        let cache = try StoreModelCache.encode(Zoo.model)

        let model = try ManagedObjectModel(modelCache: cache)

        var expected = Zoo.model
        for index in expected.entities.indices {
            expected.entities[index].attributes.sort { caseInsensitiveOrder($0.name, $1.name) }
            expected.entities[index].relationships.sort { caseInsensitiveOrder($0.name, $1.name) }
            for relationship in expected.entities[index].relationships.indices {
                let destination = expected.entities[index].relationships[relationship]
                expected.entities[index].relationships[relationship].inverseEntity =
                    destination.inverseName.map { _ in destination.destinationEntity }
            }
        }
        #expect(model == expected)
    }

    @Test("A file that is not a database is refused as such")
    func noDatabase() throws {
        try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: path))

        #expect(try failure() == .notADatabase)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 5_000)
    }

    @Test("A foreign database is not changed")
    func foreign() throws {
        try RawDatabase(path).run("CREATE TABLE notes (text)")

        let reason = try failure()

        #expect(reason == .foreign("the database has no table Z_METADATA and Z_PRIMARYKEY"))
        #expect(try RawDatabase(path).column("SELECT name FROM sqlite_master") == ["notes"])
    }

    @Test("Missing files and directories, and a directory at the path, are named in the error")
    func missing() throws {
        #expect(try failure { $0.createsFile = false } == .missing)
        #expect(try failure { $0.isReadOnly = true } == .missing)
        #expect(
            try failure(at: directory.path + "/none/Store.sqlite")
                == .other("the directory \(directory.path)/none does not exist"))
        #expect(try failure(at: directory.path) == .other("it is a directory"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test("A store of another model version is refused with the differing entities")
    func otherModel() throws {
        try create()
        var newer = Zoo.model
        newer.entities[3].attributes.append(
            AttributeDescription("age", .integer16, isOptional: false))
        newer.entities.append(EntityDescription("Visitor"))

        let reason = try failure(model: newer)

        guard case .incompatibleModel(let text) = reason else {
            Issue.record("The reason is \(String(describing: reason))")
            return
        }
        #expect(text.hasSuffix("Keeper, Visitor"))
    }

    @Test("A store with missing columns is refused with the properties")
    func missingColumn() throws {
        try create()
        let database = try RawDatabase(path)
        for sql in [
            "DROP INDEX ZKEEPER_ZFAVOURITE_INDEX", "ALTER TABLE ZKEEPER DROP COLUMN ZFAVOURITE",
            "ALTER TABLE ZKEEPER DROP COLUMN Z1_FAVOURITE", "ALTER TABLE ZTOY DROP COLUMN ZLABEL",
        ] {
            try database.run(sql)
        }

        #expect(
            try failure()
                == .incompatibleModel(
                    "the store lacks Keeper.favourite (the columns ZFAVOURITE and Z1_FAVOURITE of "
                        + "ZKEEPER), Toy.label (the column ZLABEL of ZTOY)"))
    }

    @Test("The error of a locked store names the process that holds it")
    func locked() throws {
        try create()
        let lock = open(path + "-lock", O_RDWR | O_CREAT, 0o644)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(write(lock, "4711\n", 5) == 5)

        #expect(try failure() == .locked("held by process 4711"))
        #expect(try failure { $0.isReadOnly = true } == nil)
    }

    @Test("A process can open a store twice, and the last close releases the lock")
    func openedTwice() throws {
        let first = try SQLiteStore(.sqlite(path: path), layout: layout)
        let second = try SQLiteStore(.sqlite(path: path), layout: layout)
        try first.close()
        #expect(FileManager.default.fileExists(atPath: path + "-lock"))

        try second.close()

        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["Store.sqlite"])
    }

    @Test("A store that is being replaced or migrated cannot be opened, even by the same process")
    func exclusiveLock() throws {
        try create()
        let lock = try StoreLock(exclusivelyFor: path)

        #expect(try failure() == .locked("held by this process"))
        #expect(try failure { $0.isReadOnly = true } == nil)
        lock.release()

        #expect(try failure() == nil)
    }

    @Test("A lock detects whether others had the store since it was acquired")
    func aloneWithLock() throws {
        let lock = try StoreLock(storePath: path)
        var count = 0
        lock.ifAlone { count += 1 }
        #expect(count == 1)

        try StoreLock(storePath: path).release()
        lock.ifAlone { count += 1 }

        #expect(count == 1)
        lock.release()
    }

    @Test("All spellings of a path share one lock")
    func spelling() throws {
        let first = try SQLiteStore(.sqlite(path: path), layout: layout)
        let link = directory.path + "/Link.sqlite"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)

        let second = try SQLiteStore(.sqlite(path: link), layout: layout)
        try second.close()
        try first.close()

        #expect(first.identifier == second.identifier)
    }

    @Test("A read-only store reads records in its log, and does not change any file")
    func readOnly() throws {
        let writer = try SQLiteStore(.sqlite(path: path), layout: layout)
        let keeper = try #require(layout.entity(named: "Keeper"))
        try writer.withWriteSession { session in
            try session.transaction {
                try $0.insert(
                    [StoreInsert(key: 1, row: RowSnapshot(count: keeper.valueCount, version: 1))],
                    into: keeper)
            }
        }
        let copy = directory.path + "/Copy.sqlite"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try writer.close()
        let before = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }
        var options = StoreDescription.sqlite(path: copy)
        options.isReadOnly = true

        let store = try SQLiteStore(options, layout: layout)
        let count = try store.withReadSession { try $0.count(StoreFetch(entity: keeper)) }
        #expect(throws: PersistenceError.self) {
            try store.withWriteSession { _ in }
        }
        try store.close()

        #expect(count == 1)
        let after = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }
        #expect(after == before)
        // Only the shared memory file of the log is added.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.path)
                .filter { $0.hasPrefix("Copy") }.sorted()
                == ["Copy.sqlite", "Copy.sqlite-shm", "Copy.sqlite-wal"])
    }

    @Test("A read-only store without a log creates no other file")
    func readOnlyUntouched() throws {
        try create()
        var options = StoreDescription.sqlite(path: path)
        options.isReadOnly = true

        let store = try SQLiteStore(options, layout: layout)
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        try store.close()

        #expect(files == ["Store.sqlite"])
    }

    @Test("A damaged model cache does not prevent opening a store")
    func damagedCache() throws {
        try create()
        try RawDatabase(path).run("UPDATE Z_MODELCACHE SET Z_CONTENT = x'0102'")
        var other = Zoo.model
        other.entities[3].relationships[0].deleteRule = .cascade

        #expect(try failure() == nil)
        #expect(try failure(model: other) == nil)
        #expect(throws: PersistenceError.self) { try SQLiteStore.storedModel(path: path) }
    }

    @Test("Triggers of derived attributes can call their functions")
    func triggers() throws {
        try create()
        try RawDatabase(path).run(
            """
            CREATE TRIGGER Z_DA AFTER INSERT ON ZTOY BEGIN
            SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZTOY', 5, NEW.Z_PK, 'a', 1);
            SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZTOY', 5, NEW.Z_PK, 'a', 1);
            END
            """)
        let toy = try #require(layout.entity(named: "Toy"))

        let store = try SQLiteStore(.sqlite(path: path), layout: layout)
        try store.withWriteSession { session in
            try session.transaction {
                try $0.insert(
                    [StoreInsert(key: 1, row: RowSnapshot(count: toy.valueCount, version: 1))],
                    into: toy)
            }
        }
        try store.close()

        #expect(try RawDatabase(path).column("SELECT count(*) FROM ZTOY") == ["1"])
    }
}
