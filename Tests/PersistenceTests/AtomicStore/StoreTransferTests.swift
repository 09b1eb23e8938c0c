import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

@Suite("Copies between store types")
struct StoreTransferTests {
    private func migrate(_ source: String, to path: String, _ type: StoreType) throws {
        try PersistentStoreCoordinator.migratePersistentStore(at: source, to: path, type: type)
    }

    @Test("A copy through XML and binary back to SQLite keeps every object")
    func circle() throws {
        let zoo = try AtomicZoo(.sqlite)
        let paths = ["Copy.xml", "Copy.binary", "Copy.sqlite"].map {
            zoo.directory.path + "/" + $0
        }
        try PersistentStoreCoordinator.setMetadata(forPersistentStoreAt: .file(zoo.path)) {
            #expect($0.applicationKeys == [])
            return ["owner": .string("Ann"), "local.folder": .string("here")]
        }

        try migrate(zoo.path, to: paths[0], .xml)
        try migrate(paths[0], to: paths[1], .binary)
        try migrate(paths[1], to: paths[2], .sqlite)

        let original = try rankedDump(zoo.path)
        #expect(original.count == 5 && Set(original).count == 5)
        for path in paths { expectSame(try rankedDump(path), original) }
        expectSame(try dump(paths[0]), try dump(paths[2]))
        #expect(try StoreCheck.faults(path: paths[2]) == [])
        try expectStore(at: paths[2], of: AtomicZoo.model)
        for path in paths {
            let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
            #expect(metadata.value(forKey: "owner") == .string("Ann"))
            // Values that hold only for this place are not copied.
            #expect(metadata.applicationKeys == ["owner"])
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: zoo.directory.path)
        #expect(
            left.sorted() == [
                ".Copy_SUPPORT", ".Zoo_SUPPORT", "Copy.binary", "Copy.sqlite", "Copy.xml",
                "Zoo.sqlite",
            ])
    }

    @Test("A copy keeps primary keys, and the store identifier, where the type allows it")
    func identity() throws {
        let zoo = try AtomicZoo(.sqlite)
        let (binary, xml) = (zoo.directory.path + "/A.binary", zoo.directory.path + "/A.xml")
        func identifier(_ path: String) throws -> String {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: path).identifier
        }

        try migrate(zoo.path, to: binary, .binary)
        try migrate(zoo.path, to: xml, .xml)

        expectSame(try dump(binary), try dump(zoo.path))
        #expect(try identifier(binary) == identifier(zoo.path))
        #expect(try identifier(xml) != identifier(zoo.path))
        try migrate(xml, to: binary, .binary)
        #expect(try identifier(binary) == identifier(xml))
    }

    @Test("A copy has the same model version as its source")
    func version() throws {
        var model = AtomicZoo.model
        let place = try #require(model.entities.firstIndex { $0.name == "Keeper" })
        // The model in the store spells the predicate differently.
        model.entities[place].fetchedProperties = [
            FetchedPropertyDescription(
                "twins",
                fetchRequest: FetchRequestTemplate(
                    name: "twins", entityName: "Keeper",
                    predicateFormat: "SELF==$FETCH_SOURCE or SELF  IN  {}"))
        ]
        let directory = try TemporaryDirectory()
        let first = directory.path + "/First.sqlite"
        try PersistentContainer(model: model, store: .sqlite(path: first)).close()
        let stored = try PersistentStoreCoordinator.storedModel(at: .file(first))
        #expect(stored.entityVersionHashesByName != model.entityVersionHashesByName)

        var source = first
        for (name, type) in [
            ("B.xml", StoreType.xml), ("C.binary", .binary), ("D.sqlite", .sqlite),
        ] {
            let copy = directory.path + "/" + name
            try migrate(source, to: copy, type)
            let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: copy)
            #expect(metadata.isCompatible(with: model), "\(name)")
            source = copy
        }
    }

    @Test(
        "A copy of an Apple store keeps its version hashes",
        // The external files of those stores are not available.
        arguments: Corpus.stores.filter { !$0.hasSuffix(".wiredatabase") })
    func appleVersion(_ name: String) throws {
        let original = try Corpus.Copy(of: name)
        let copy = original.directory.path + "/Copy.sqlite"

        try migrate(original.path, to: copy, .sqlite)

        let known = try [original.path, copy].map {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: $0)
        }
        #expect(!known[0].versionHashes.isEmpty)
        #expect(known[1].versionHashes == known[0].versionHashes)
        #expect(known[1].versionIdentifiers == known[0].versionIdentifiers)
        try PersistentContainer(model: original.model(), classes: [], store: .sqlite(path: copy))
            .close()
    }

    @Test("Primary keys that a type cannot hold are replaced, and the store gets a new identifier")
    func largeNumbers() throws {
        let zoo = try AtomicZoo(.sqlite)
        let (copy, large) = (zoo.directory.path + "/A.binary", zoo.directory.path + "/A.sqlite")
        try RawDatabase(zoo.path).run(
            "INSERT INTO ZKEEPER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (5000000000, 4, 1, 'Far')")

        try migrate(zoo.path, to: copy, .binary)
        try migrate(zoo.path, to: large, .sqlite)

        expectSame(try rankedDump(copy), try rankedDump(zoo.path))
        let identifiers = try [zoo.path, copy, large].map {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: $0).identifier
        }
        #expect(identifiers[0] != identifiers[1])
        #expect(identifiers[0] == identifiers[2])
        #expect(try dump(copy).contains { $0.contains("Far") })
        expectSame(try dump(large), try dump(zoo.path))
        let last = try RawDatabase(large).column(
            "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Keeper'")
        #expect(last == ["5000000000"])
    }

    @Test("Records are inserted into an SQLite store in batches of limited count and size")
    func batches() throws {
        var leaf = EntityDescription("Leaf")
        let picture = AttributeDescription("picture", .binaryData)
        leaf.attributes = [picture]
        let others = RelationshipDescription(toMany: "others", "Leaf", inverse: "others")
        leaf.relationships = [others]
        let model = ManagedObjectModel(entities: [leaf])
        let container = try PersistentContainer(model: model, store: .inMemory)
        let context = ManagedObjectContext(container)
        for number in 0..<2_500 {
            let leaf = try ManagedObject(entityName: "Leaf", context: context)
            guard number < 20 else { continue }
            try leaf.setValue(Data(repeating: 1, count: 1 << 20), forKey: "picture")
        }
        try context.save()
        let spy = BatchSpy()

        try container.coordinator.stores[0].withReadSession { session in
            try RecordCopy(from: session, to: spy, container.coordinator.layout).run()
        }

        #expect(spy.counts.reduce(0, +) == 2_500)
        #expect(spy.counts == [8, 8, 1_000, 1_000, 484])
        #expect(spy.reserved == 2_500)
    }

    @Test("Records are written to SQLite while others are still being read")
    func streaming() throws {
        var leaf = EntityDescription("Leaf")
        leaf.attributes = [Farm.optional("picture", .binaryData)]
        let model = ManagedObjectModel(entities: [leaf])
        let directory = try TemporaryDirectory()
        let (path, copy) = (directory.path + "/A.sqlite", directory.path + "/B.sqlite")
        let container = try PersistentContainer(model: model, store: .sqlite(path: path))
        try container.write { context in
            for _ in 0..<40 {
                let leaf = try ManagedObject(entityName: "Leaf", context: context)
                try leaf.setValue(Data(repeating: 1, count: 1 << 20), forKey: "picture")
            }
            try context.save()
        }
        try container.close()
        let layout = try ModelLayout(model)
        // The largest size of the copy's files at a time when a record is read.
        let size = Mutex(0)
        let staged = StoreCopy(storePath: copy, suffix: "migrating").path
        var options = StoreDescription.sqlite(path: path)
        options.trace = SQLTrace(capacity: 0) { _ in
            let sizes = ["", "-wal"].map { suffix in
                let attributes = try? FileManager.default.attributesOfItem(
                    atPath: staged + suffix)
                return (attributes?[.size] as? NSNumber)?.intValue ?? 0
            }
            size.withLock { $0 = max($0, sizes[0] + sizes[1]) }
        }
        let source = try SQLiteStore(options, layout: layout)

        try StoreTransfer(
            source: source, layout: layout,
            metadata: try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
        ).run(to: .sqlite(path: copy))

        #expect(size.withLock { $0 } > 2 * RecordCopy.maximumByteCount)
        try source.close()
        #expect(try RawDatabase(copy).column("SELECT count(*) FROM ZLEAF") == ["40"])
    }

    @Test(
        "A copied record keeps its version, and new records get higher primary keys",
        arguments: [.binary, .sqlite] as [StoreType])
    func versions(type: StoreType) throws {
        let zoo = try AtomicZoo(.sqlite)
        let copy = zoo.directory.path + "/A.copy"
        try RawDatabase(zoo.path).run("UPDATE ZKEEPER SET Z_OPT = 5")
        func next() throws -> [Int64?] {
            let container = try PersistentContainer(
                model: AtomicZoo.model, store: StoreDescription(type: type, path: copy))
            let result = try container.write { context in
                let old = try context.fetch(FetchRequest<ManagedObject>(entityName: "Keeper"))[0]
                let new = try ManagedObject(entityName: "Keeper", context: context)
                try context.save()
                return [old.rowVersion, new.objectID.recordNumber]
            }
            try container.close()
            return result
        }

        try migrate(zoo.path, to: copy, type)
        #expect(try next() == [5, 2])
        try RawDatabase(zoo.path).run("UPDATE Z_PRIMARYKEY SET Z_MAX = 40 WHERE Z_NAME = 'Keeper'")
        try migrate(zoo.path, to: copy, type)

        #expect(try next() == [5, 41])
    }

    @Test(
        "An atomic store can be backed up, replaced and destroyed",
        arguments: AtomicStoreTests.types)
    func files(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let copy = zoo.directory.path + "/Copy"
        let container = try zoo.container()
        var parts: [Double] = []

        try container.backUp(to: copy) { parts.append($0) }
        try container.vacuum()

        #expect(try dump(copy) == dump(zoo.path))
        #expect(parts == [1])
        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.destroyPersistentStore(at: zoo.path)
        }
        try container.close()
        let sqlite = try AtomicZoo(.sqlite)
        try PersistentStoreCoordinator.replacePersistentStore(
            at: sqlite.path, withPersistentStoreFrom: zoo.path)
        #expect(try dump(sqlite.path) == dump(zoo.path))
        try PersistentStoreCoordinator.destroyPersistentStore(at: zoo.path)
        try PersistentStoreCoordinator.destroyPersistentStore(at: copy)
        #expect(try FileManager.default.contentsOfDirectory(atPath: zoo.directory.path) == [])
    }

    @Test("A store is not copied over an open store, or to a type without a file")
    func refusals() throws {
        let (zoo, other) = (try AtomicZoo(.sqlite), try AtomicZoo(.xml))
        let container = try other.container()
        let before = try other.bytes()

        #expect(throws: PersistenceError.self) { try migrate(zoo.path, to: other.path, .xml) }
        #expect(throws: PersistenceError.self) { try migrate(zoo.path, to: zoo.path, .xml) }
        #expect(throws: PersistenceError.self) {
            try migrate(zoo.path, to: zoo.path + "-other", .inMemory)
        }

        #expect(try other.bytes() == before)
        try container.close()
    }
}

/// Counts the records of each insertion.
private final class BatchSpy: StoreTransaction {
    private(set) var counts: [Int] = []
    private(set) var reserved = 0

    func allocateKeys(rootNumber: Int, count: Int) -> Int64 {
        reserved += count
        return 1
    }

    func insert(_ rows: [StoreInsert], into entity: EntityLayout) { counts.append(rows.count) }

    func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) -> StoreInsertResult {
        counts.append(rows.count)
        return StoreInsertResult()
    }

    func update(_ rows: [StoreUpdate], of entity: EntityLayout) -> [StoreConflict] { [] }
    func delete(_ rows: [StoreDelete], of entity: EntityLayout) -> [StoreConflict] { [] }
    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) {}
}
