import CSQLite
import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct ExternalDataTests {
    private let zoo: ZooStore
    private let large = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0) })

    init() throws {
        zoo = try ZooStore()
    }

    private var files: [String] {
        let directory = zoo.directory.path + "/.Zoo_SUPPORT/_EXTERNAL_DATA"
        return ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    private func photo(_ key: Int64) throws -> AttributeValue {
        try zoo.read {
            try $0.value(
                of: try zoo.slot("photo", of: "Bird"), entity: try zoo.entity("Bird"), key: key)
        }
    }

    @Test("A small value is stored in the row after the byte 1")
    func inline() throws {
        let key = try zoo.insert("Bird", ["photo": .data(Data([9, 8]))])

        #expect(try zoo.raw("SELECT hex(ZPHOTO) FROM ZANIMAL") == [["010908"]])
        #expect(try zoo.value("photo", of: "Bird", key) == .data(Data([9, 8])))
        #expect(files.isEmpty)
    }

    @Test("A large value is stored in a file, and the row has its name after the byte 2")
    func file() throws {
        let key = try zoo.insert("Bird", ["photo": .data(large)])

        let name = try #require(files.first)
        #expect(UUID(uuidString: name)?.uuidString == name)
        let stored = Data([2]) + Data(name.utf8) + Data([0])
        let hex = stored.map { String(format: "%02X", $0) }.joined()
        #expect(try zoo.raw("SELECT hex(ZPHOTO) FROM ZANIMAL") == [[hex]])
        #expect(try zoo.value("photo", of: "Bird", key) == .deferred(byteCount: nil))
        #expect(try photo(key) == .data(large))
    }

    @Test("The size of an external file is looked up on demand, once")
    func size() throws {
        var picture = EntityDescription("Picture")
        var attribute = AttributeDescription("photo", .binaryData)
        attribute.allowsExternalBinaryDataStorage = true
        picture.attributes = [attribute]
        let directory = try TemporaryDirectory()
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: [picture]),
            store: .sqlite(path: directory.path + "/Pictures.sqlite"))
        let context = ManagedObjectContext(container)
        let photo = Data(repeating: 7, count: 1 << 20)
        try ManagedObject(entityName: "Picture", context: context)
            .setValue(photo, forKey: "photo")
        try context.save()
        context.reset()
        func fetched() throws -> ManagedObject {
            try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Picture")).first)
        }
        let object = try fetched()

        #expect(object.byteCount(forKey: "photo") == photo.count)

        #expect(!object.hasChanges && object.changedValues.isEmpty)
        let data = "\(directory.path)/.Pictures_SUPPORT/_EXTERNAL_DATA"
        for name in try FileManager.default.contentsOfDirectory(atPath: data) {
            try FileManager.default.removeItem(atPath: "\(data)/\(name)")
        }
        #expect(object.byteCount(forKey: "photo") == photo.count)
        context.reset()
        #expect(try fetched().byteCount(forKey: "photo") == 0)
        try container.close()
    }

    @Test("A value of medium size is deferred with its length")
    func medium() throws {
        let medium = Data(repeating: 4, count: 5_000)

        let key = try zoo.insert("Bird", ["photo": .data(medium)])

        #expect(try zoo.value("photo", of: "Bird", key) == .deferred(byteCount: 5_000))
        #expect(try photo(key) == .data(medium))
    }

    @Test("An external file is deleted with its value and with its record")
    func removal() throws {
        let key = try zoo.insert("Bird", ["photo": .data(large)])
        let first = files

        try zoo.update("Bird", key, expecting: 1, ["photo": .data(large + large)])
        let second = files
        _ = try zoo.write {
            try $0.delete(
                [StoreDelete(key: key, expectedVersion: 2)], of: try zoo.entity("Bird"))
        }

        #expect(first.count == 1)
        #expect(second.count == 1)
        #expect(first != second)
        #expect(files.isEmpty)
    }

    @Test("A change to another attribute keeps the external file")
    func unrelated() throws {
        let key = try zoo.insert("Bird", ["photo": .data(large)])
        let before = files

        try zoo.update("Bird", key, expecting: 1, ["name": .string("Tit")])

        #expect(files == before)
        #expect(try photo(key) == .data(large))
    }

    @Test("A failed transaction keeps the external files")
    func rollback() throws {
        struct Stop: Error {}
        let key = try zoo.insert("Bird", ["photo": .data(large)])
        let before = files
        let bird = try zoo.entity("Bird")
        let row = try zoo.row("Bird", version: 2, ["photo": .data(large + large)])
        let photo = try zoo.slot("photo", of: "Bird").number

        #expect(throws: Stop.self) {
            try zoo.write { transaction in
                _ = try transaction.update(
                    [StoreUpdate(key: key, expectedVersion: 1, row: row, changed: [photo])],
                    of: bird)
                throw Stop()
            }
        }

        #expect(files == before)
        #expect(try self.photo(key) == .data(large))
    }

    @Test("A conflict keeps the external file of the unchanged record")
    func conflict() throws {
        let key = try zoo.insert("Bird", ["photo": .data(large)])

        try zoo.update("Bird", key, expecting: 7, ["photo": .data(Data([1]))])

        #expect(try photo(key) == .data(large))
        #expect(files.count == 1)
    }

    @Test("A batch insertion writes no external file for a record it ignores")
    func keptRecord() throws {
        let tag = AttributeValue.uuid(UUID())
        let key = try zoo.insert(
            "Bird", ["name": .string("Tit"), "tag": tag, "photo": .data(large)])
        let before = files
        let row = try zoo.row(
            "Bird", ["name": .string("Tit"), "tag": tag, "photo": .data(large + large)])

        let result = try zoo.write { transaction in
            try transaction.insert(
                [StoreInsert(key: key + 1, row: row)], into: try zoo.entity("Bird"),
                given: [try zoo.slot("photo", of: "Bird").number], onConflict: .keep)
        }

        #expect(result.inserted.isEmpty)
        #expect(files == before)
    }

    @Test("A reader sees the large values of its snapshot while they are replaced")
    func snapshot() throws {
        let key = try zoo.insert("Bird", ["photo": .data(large)])
        let before = files

        try zoo.read { session in
            #expect(try session.count(StoreFetch(entity: try zoo.entity("Bird"))) == 1)
            try zoo.update("Bird", key, expecting: 1, ["photo": .data(large + large)])
            try zoo.update("Bird", key, expecting: 2, ["photo": .null])
            #expect(try photo(key) == .data(large))
        }

        #expect(before.count == 1 && files.isEmpty)
        #expect(try photo(key) == .null)
        #expect(try ExternalJournal(external: zoo.store.contents.external).read() == [])
    }

    @Test("External files kept for readers are removed after a crash")
    func snapshotAndCrash() throws {
        let key = try zoo.insert("Bird", ["photo": .data(large)])
        let journal = ExternalJournal(external: zoo.store.contents.external)
        var noted: [String] = []

        try zoo.read { session in
            _ = try session.count(StoreFetch(entity: try zoo.entity("Bird")))
            try zoo.update("Bird", key, expecting: 1, ["photo": .null])
            noted = try journal.read()
            #expect(noted == files)
        }

        #expect(noted.count == 1)
        try ExternalData(storePath: zoo.path, threshold: 0).write(large, as: noted[0])
        try journal.add(noted)
        try zoo.reopen()
        #expect(files.isEmpty)
    }

    @Test("A save removes only its own journal entries, and not those of another writer")
    func otherWriter() throws {
        let journal = ExternalJournal(external: zoo.store.contents.external)
        let other = UUID().uuidString
        let row = try zoo.row("Bird", ["photo": .data(large)])
        let bird = try zoo.entity("Bird")

        try zoo.write { transaction in
            try transaction.insert([StoreInsert(key: 1, row: row)], into: bird)
            try journal.add([other])
        }

        #expect(try journal.read() == [other])
    }

    @Test("A failed rollback throws the original error, and leaves no external file")
    func failedRollback() throws {
        struct Stop: Error {}
        let row = try zoo.row("Bird", ["photo": .data(large)])
        let bird = try zoo.entity("Bird")

        #expect(throws: Stop.self) {
            try zoo.store.withWriter { session in
                let handle = session.connection.handle
                defer { sqlite3_set_authorizer(handle, nil, nil) }
                try session.transaction { transaction in
                    try transaction.insert([StoreInsert(key: 1, row: row)], into: bird)
                    sqlite3_set_authorizer(
                        handle, { _, code, _, _, _, _ in code == SQLITE_TRANSACTION ? 1 : 0 }, nil)
                    throw Stop()
                }
            }
        }

        #expect(files.isEmpty)
        #expect(try ExternalJournal(external: zoo.store.contents.external).read() == [])
    }

    @Test("A missing external file is named in the error")
    func missing() throws {
        let key = try zoo.insert("Bird", ["photo": .data(large)])
        let name = try #require(files.first)
        let path = "\(zoo.directory.path)/.Zoo_SUPPORT/_EXTERNAL_DATA/\(name)"
        try FileManager.default.removeItem(atPath: path)

        #expect(try zoo.value("photo", of: "Bird", key) == .deferred(byteCount: nil))
        do {
            _ = try photo(key)
            Issue.record("The value was read")
        } catch PersistenceError.missingExternalFile(let missing) {
            #expect(missing == path)
        }
    }

    @Test("Only orphaned external files of a crash are removed")
    func crash() throws {
        let key = try zoo.insert("Bird", ["photo": .data(large)])
        let kept = try #require(files.first)
        let external = ExternalData(storePath: zoo.path, threshold: 0)
        let lost = UUID().uuidString
        let stranger = UUID().uuidString
        try external.write(large, as: lost)
        try external.write(large, as: stranger)
        try ExternalJournal(external: external).add([lost, kept])

        try zoo.reopen()

        #expect(files == [kept, stranger].sorted())
        #expect(try photo(key) == .data(large))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: external.supportDirectory)
                == ["_EXTERNAL_DATA"])
    }

    @Test("Stores that differ in their extension share a folder, but not each other’s files")
    func neighbors() throws {
        let farm = try Farm()
        let other = farm.directory.path + "/Farm.db"
        try StoreFiles(path: other).replace(with: farm.path)
        let external = ExternalData(storePath: farm.path, threshold: 0)
        let own = try external.names()
        let toy = try PersistentContainer(model: Farm.model, store: .sqlite(path: other))
        try toy.write { context in
            let toys = try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy"))
            try toys.first?.setValue(Data(repeating: 9, count: 200_000), forKey: "picture")
            try context.save()
        }
        try toy.close()
        // A save of the other store that was killed at its end leaves these.
        let others = try ExternalData.names(referredByStoreAt: other)
        try ExternalJournal(external: ExternalData(storePath: other, threshold: 0)).add(others)
        #expect(try StoreCheck.faults(path: farm.path) == [])
        #expect(others.isDisjoint(with: own))

        try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path)).close()
        #expect(try external.names().isSuperset(of: others) && others.count == 1)
        try StoreFiles(path: farm.path).destroy()

        #expect(try external.names().isSuperset(of: others))
        #expect(try StoreCheck.faults(path: other) == [])
    }

    @Test("A file name that leads out of the directory is rejected")
    func hostileName() {
        let stored = Data([2]) + Data("../../../../../../../etc/hostname-here".utf8) + Data([0])

        guard case .unknown = ExternalMarker(stored) else {
            Issue.record("The name was taken")
            return
        }
    }
}
