import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct CorpusTests {
    @Test(
        "An Apple store opens with its own model, and all its rows are read",
        arguments: Corpus.stores)
    func opens(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let layout = try ModelLayout(try copy.model())
        var options = StoreDescription.sqlite(path: copy.path)
        options.isReadOnly = true
        let before = try Data(contentsOf: URL(fileURLWithPath: copy.path))

        let store = try SQLiteStore(options, layout: layout)
        var counts: [String: Int] = [:]
        try store.withReadSession { session in
            for entity in layout.entities where entity.superNumber == 0 {
                try session.fetch(StoreFetch(entity: entity)) { row in
                    let values = try row.snapshot()
                    #expect(values.count == layout.entity(row.entityNumber).valueCount)
                    counts[entity.name, default: 0] += 1
                }
            }
        }
        try store.close()

        #expect(try Data(contentsOf: URL(fileURLWithPath: copy.path)) == before)
        let database = try RawDatabase(copy.path)
        for entity in layout.entities where entity.superNumber == 0 {
            let table = "Z\(entity.name.uppercased())"
            let count = try database.column("SELECT count(*) FROM \(table) WHERE Z_ENT IS NOT NULL")
            #expect("\(counts[entity.name, default: 0])" == count.first, "\(entity.name)")
        }
    }

    @Test("A model’s tables are identical to Apple’s", arguments: Corpus.stores)
    func tables(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let schema = try SQLSchema.make(ModelLayout(try copy.model()))
        let database = try RawDatabase(copy.path)
        let catalog = try StoreCatalog(database.connection)

        let adapted = schema.adapted(to: catalog)

        #expect(adapted.missingParts(in: catalog) == [])
        let known = Set(adapted.tables.map(\.name) + adapted.joinTables.map(\.name))
        let others = catalog.columns.keys.filter { !known.contains($0) && !$0.hasPrefix("A") }
        #expect(Set(others) == ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"])
        for table in adapted.tables {
            let stored = try database.column(
                "SELECT sql FROM sqlite_master WHERE name = '\(table.name)'")
            // Older frameworks wrote constraints into the table, and columns that were added later
            // are last.
            let columns = { (sql: String) in
                Set(
                    sql.split(separator: "(", maxSplits: 1)[1].split(separator: ",")
                        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " )")) }
                        .filter { !$0.hasPrefix("CONSTRAINT") && $0.contains(" ") })
            }
            #expect(stored.map(columns) == [columns(table.createStatement)])
        }
    }

    @Test("A model’s indexes are identical to those of newer frameworks", arguments: Corpus.stores)
    func indexes(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let schema = try SQLSchema.make(ModelLayout(try copy.model()))
        let stored = try RawDatabase(copy.path).column(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        // Older frameworks named them differently, and an upgraded store keeps some of them.
        guard stored.contains(where: { $0.contains("COLLATE BINARY") }) else { return }

        let missing = schema.indexes.filter { !stored.contains($0) }

        #expect(missing == [])
        let extra = stored.filter { !schema.indexes.contains($0) && $0.contains("COLLATE BINARY") }
        #expect(extra == [])
    }

    @Test("Entity numbers are identical to Apple’s", arguments: Corpus.stores)
    func numbers(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let layout = try ModelLayout(try copy.model())

        let stored = try RawDatabase(copy.path).rows(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY 1")

        #expect(stored == layout.entities.map { ["\($0.number)", $0.name, "\($0.superNumber)"] })
    }

    @Test("A model survives a round trip through our model cache", arguments: Corpus.stores)
    func ownCache(_ name: String) throws {
        let model = try Corpus.Copy(of: name).model()

        let read = try ManagedObjectModel(modelCache: StoreModelCache.encode(model))

        #expect(read == model)
    }

    @Test(
        "An Apple store accepts new records, and keeps its metadata and model",
        arguments: Corpus.stores)
    func writes(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let layout = try ModelLayout(try copy.model())
        let entity = try #require(layout.entities.first { !$0.description.isAbstract })
        let before = try Self.bookkeeping(copy.path)

        let store = try SQLiteStore(.sqlite(path: copy.path), layout: layout)
        let key = try store.withWriteSession { session in
            try session.transaction { transaction in
                let key = try transaction.allocateKeys(rootNumber: entity.rootNumber, count: 1)
                try transaction.insert(
                    [StoreInsert(key: key, row: RowSnapshot(count: entity.valueCount, version: 1))],
                    into: entity)
                return key
            }
        }
        try store.close()

        #expect(try Self.bookkeeping(copy.path) == before)
        let database = try RawDatabase(copy.path)
        #expect(try database.column("PRAGMA integrity_check") == ["ok"])
        let max = try database.column(
            "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity.rootNumber)")
        #expect(max == ["\(key)"])
    }

    @Test(
        "A store opens with its own model file, but with no other version",
        arguments: Corpus.stores)
    func modelFiles(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let cached = try copy.model()
        var fitting: [String] = []

        for (path, model) in try Corpus.models(beside: name) {
            let isEqual = model.hashesForComparison == cached.hashesForComparison
            var opens = false
            do {
                let store = try SQLiteStore(
                    .existing(path: copy.path), layout: try ModelLayout(model))
                try store.close()
                opens = true
                fitting.append(path)
            } catch PersistenceError.cannotOpen(_, .incompatibleModel(let reason)) {
                #expect(reason.contains("differ"))
            }
            #expect(opens == isEqual, "\(path)")
        }

        #expect(!fitting.isEmpty, "\(name)")
    }

    @Test("A model file equals the model in the store", arguments: Corpus.stores)
    func equalModels(_ name: String) throws {
        let cached = try Corpus.Copy(of: name).model()
        var count = 0

        for (path, model) in try Corpus.models(beside: name)
        where model.hashesForComparison == cached.hashesForComparison {
            count += 1
            for entity in model.entities {
                let other = try #require(cached[entity.name])
                #expect(other.renamingIdentifier == entity.renamingIdentifier)
                #expect(other.uniquenessConstraints == entity.uniquenessConstraints)
                #expect(other.userInfo == entity.userInfo)
                for attribute in entity.attributes {
                    let twin = other.attributes.first { $0.name == attribute.name }
                    #expect(
                        twin?.renamingIdentifier ?? attribute.name
                            == attribute.renamingIdentifier ?? attribute.name,
                        "\(entity.name).\(attribute.name)")
                    #expect(twin?.valueTransformerName == attribute.valueTransformerName)
                    #expect(
                        twin?.allowsExternalBinaryDataStorage
                            == attribute.allowsExternalBinaryDataStorage)
                    let defaults = [twin ?? attribute, attribute].map {
                        AttributeValue(defaultOf: $0)
                    }
                    #expect(defaults[0] == defaults[1], "\(entity.name).\(attribute.name)")
                }
            }
            let indexes = try [model, cached].map {
                Set(try SQLSchema.make(try ModelLayout($0)).indexes)
            }
            #expect(indexes[0] == indexes[1], "\(path)")
        }
        #expect(count > 0)
    }

    @Test("The corpus has stores, some with indexes of newer frameworks")
    func presence() throws {
        let stores = try Corpus.stores.filter { name in
            let copy = try Corpus.Copy(of: name)
            return try !RawDatabase(copy.path).column(
                "SELECT sql FROM sqlite_master WHERE sql LIKE '%COLLATE BINARY%'"
            ).isEmpty
        }

        #expect(stores.contains { $0.hasPrefix("garden/") })
    }

    private static func bookkeeping(_ path: String) throws -> [[String?]] {
        try RawDatabase(path).rows(
            "SELECT hex(Z_PLIST), Z_UUID, hex(Z_CONTENT) FROM Z_METADATA, Z_MODELCACHE")
    }
}
