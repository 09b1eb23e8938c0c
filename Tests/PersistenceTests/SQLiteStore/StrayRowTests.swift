import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Rows that are not records")
struct StrayRowTests {
    @Test("A row without an entity number is neither fetched nor counted")
    func withoutNumber() throws {
        let farm = try Farm()
        try RawDatabase(farm.path).run("INSERT INTO ZANIMAL (Z_PK, Z_OPT) VALUES (0, 1)")
        let container = try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path))
        var request = FetchRequest<ManagedObject>(entityName: "Animal")
        request.fetchLimit = 2
        var sum = DictionaryFetchRequest(entityName: "Animal")
        sum.columns = [("count", .function("count:", [.evaluatedObject]))]

        try container.read { (context) throws in
            #expect(try context.fetch(request).count == 2)
            #expect(try context.count(for: request) == 2)
            #expect(try context.fetchObjectIDs(request).count == 2)
            #expect(try context.fetchDictionaries(sum) == [["count": .integer(2)]])
        }
        try container.close()
    }

    @Test("Unknown tables are kept by saves and migrations")
    func unknownTables() throws {
        let farm = try Farm()
        try RawDatabase(farm.path).run("CREATE TABLE ANSCKMETADATAENTRY (Z_PK INTEGER, ZKEY)")
        try RawDatabase(farm.path).run("INSERT INTO ANSCKMETADATAENTRY VALUES (1, 'zone')")
        let write = { (model: ManagedObjectModel) in
            let container = try PersistentContainer(model: model, store: .sqlite(path: farm.path))
            try container.write { context in
                try ManagedObject(entityName: "Keeper", context: context)
                    .setValue("New", forKey: "name")
                try context.save()
            }
            try container.close()
        }
        var newer = Farm.model
        try newer.change("Keeper") { $0.attributes.append(Farm.optional("town", .string)) }

        try write(Farm.model)
        try write(newer)

        let database = try RawDatabase(farm.path)
        #expect(try database.rows("SELECT * FROM ANSCKMETADATAENTRY") == [["1", "zone"]])
        #expect(try database.column("SELECT count(*) FROM ZKEEPER") == ["4"])
    }

    @Test("An empty log next to a store is accepted")
    func emptyLog() throws {
        let farm = try Farm()
        try Data().write(to: URL(fileURLWithPath: farm.path + "-wal"))
        for isReadOnly in [true, false] {
            var store = StoreDescription.sqlite(path: farm.path)
            store.isReadOnly = isReadOnly
            let container = try PersistentContainer(model: Farm.model, store: store)
            let count = try container.read {
                try $0.count(for: FetchRequest<ManagedObject>(entityName: "Animal"))
            }
            #expect(count == 2)
            try container.close()
        }
    }
}
