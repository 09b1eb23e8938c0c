import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Synchronization
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Migration of a PostgreSQL store")
struct MigrationTests {
    /// The yard with a new attribute and a renamed one.
    private var newModel: ManagedObjectModel {
        var model = Yard.model
        for index in model.entities.indices {
            if model.entities[index].name == "Tool" {
                var origin = AttributeDescription("origin", .string, isOptional: false)
                origin.defaultValueString = "unknown"
                model.entities[index].attributes.append(origin)
            }
            if model.entities[index].name == "Shed" {
                var title = AttributeDescription("title", .string)
                title.renamingIdentifier = "name"
                model.entities[index].attributes = [title]
            }
        }
        return model
    }

    private func fill(_ yard: TestYard) throws -> [ManagedObjectID] {
        let context = yard.context()
        let shed = try context.make("Shed", ["name": "North"])
        let tools = try (0..<60).map { try context.make("Tool", ["name": "T\($0)"]) }
        for tool in tools { try tool.setValue(shed, forKey: "shed") }
        try tools[0].setValue(
            try ["b", "a"].map { try context.make("Part", ["name": $0]) }, forKey: "parts")
        let label = try context.make("Label", ["name": "red"])
        try label.setValue([tools[1], tools[0]], forKey: "tools")
        try context.save()
        return tools.map(\.objectID)
    }

    @Test("Opening a store of an older version migrates it, and keeps its records")
    func migrating() throws {
        let old = try TestYard()
        let ids = try fill(old)
        let new = try TestYard(old.address, model: newModel)
        #expect(new.store.identifier == old.store.identifier)
        let context = new.context()
        let tools = try context.named("Tool", "origin == 'unknown' AND shed.title == 'North'")
        #expect(Set(tools.map(\.objectID)) == Set(ids))
        let first = try #require(tools.first { $0.objectID == ids[0] })
        #expect(try first.list("parts").map { try $0.text("name") } == ["b", "a"])
        let red = try #require(try context.named("Label").first)
        #expect(try red.list("tools").map(\.objectID) == [ids[1], ids[0]])
        #expect(
            try new.look().texts(
                "SELECT CAST(column_name AS text) FROM information_schema.columns "
                    + "WHERE table_name = 'zshed' AND table_schema = current_schema() "
                    + "AND column_name IN ('zname', 'ztitle')") == ["ztitle"])
        let added = try context.make("Tool", ["name": "new"])
        try added.setValue("here", forKey: "origin")
        try context.save()
        #expect(!ids.contains(added.objectID))
    }

    @Test("A staged migration uses a mapping model and runs its handler")
    func stages() throws {
        let old = try TestYard()
        let ids = try fill(old)
        let newest = newModel
        var middle = Yard.model
        let place = try #require(middle.entities.firstIndex { $0.name == "Tool" })
        let origin = try #require(
            newest.entities[place].attributes.first { $0.name == "origin" })
        middle.entities[place].attributes.append(origin)
        var mapping = try MappingModel.inferred(from: Yard.model, to: middle)
        for index in mapping.entityMappings.indices
        where ["Tool", "Saw"].contains(mapping.entityMappings[index].destinationEntityName) {
            mapping.entityMappings[index].expressions["origin"] = try FetchExpression(
                mappingFormat: "uppercase($source.shed.name)")
        }
        var description = StoreDescription.postgreSQL(old.address)
        description.migrationStages = [
            .mapped(mapping, from: Yard.model, to: middle),
            .custom(
                from: middle, to: newest,
                didMigrate: { container in
                    try container.write { context in
                        try context.named("Tool", "name == 'T1'").first?
                            .setValue("made here", forKey: "origin")
                        try context.save()
                    }
                }),
        ]

        let container = try PersistentContainer(model: newest, store: description)

        let context = ManagedObjectContext(container)
        let tools = try context.named("Tool", "origin == 'NORTH'")
        #expect(Set(tools.map(\.objectID)) == Set(ids).subtracting([ids[1]]))
        #expect(try context.names("Tool", "origin == 'made here'") == ["T1"])
        let first = try #require(tools.first { $0.objectID == ids[0] })
        #expect(try first.list("parts").map { try $0.text("name") } == ["b", "a"])
        let red = try #require(try context.named("Label").first)
        #expect(try red.list("tools").map(\.objectID) == [ids[1], ids[0]])
        #expect(try first.one("shed")?.text("title") == "North")
        try container.close()
    }

    @Test("A program with the old model cannot write after a migration")
    func oldPrograms() throws {
        let old = try TestYard()
        _ = try fill(old)
        let new = try TestYard(old.address, model: newModel)
        let context = old.context()
        _ = try context.make("Part", ["name": "late"])
        expectRefusal { try context.save() }
        #expect(try new.context().names("Part") == ["a", "b"])
    }

    /// The yard with an entity that comes first by name, which changes the numbers of all others.
    private var renumberedModel: ManagedObjectModel {
        var model = Yard.model
        model.entities.append(EntityDescription("Aisle"))
        return model
    }

    /// Expects an error for an incompatible model.
    private func expectRefusal(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = #expect(
            throws: PersistenceError.self, sourceLocation: sourceLocation, performing: body)
        guard case .cannotOpen(_, .incompatibleModel(let reason)) = error else {
            Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
        #expect(reason == "another program has migrated the store")
    }

    @Test("A program with the old model cannot write to a table with a renamed column")
    func oldWriters() throws {
        let old = try TestYard()
        let ids = try fill(old)
        let held = old.context()
        let shed = try #require(try held.named("Shed").first)
        try shed.setValue("South", forKey: "name")
        // Keys that were reserved before the migration are assigned without a query.
        let new = try TestYard(old.address, model: newModel)

        expectRefusal { try held.save() }
        for _ in 0..<2 {
            expectRefusal {
                let context = old.context()
                _ = try context.make("Shed", ["name": "West"])
                try context.save()
            }
        }

        #expect(
            try new.look().texts("SELECT ztitle FROM zshed") == ["North"])
        #expect(try new.context().named("Tool").count == ids.count)
    }

    @Test("A program with the old model cannot write to a removed table")
    func removedEntities() throws {
        let old = try TestYard()
        var model = Yard.model
        model.entities.removeAll { $0.name == "Label" }
        for index in model.entities.indices {
            model.entities[index].relationships.removeAll { $0.destinationEntity == "Label" }
        }
        let new = try TestYard(old.address, model: model)

        expectRefusal {
            let context = old.context()
            _ = try context.make("Label", ["name": "red"])
            try context.save()
        }

        #expect(try new.context().named("Tool").isEmpty)
    }

    @Test("A program with the old model cannot read within a write closure after a migration")
    func oldWritingReaders() throws {
        let old = try TestYard()
        _ = try fill(old)
        let new = try TestYard(old.address, model: renumberedModel)

        for _ in 0..<2 {
            expectRefusal {
                try old.container.write { context in
                    for part in try context.named("Part") { context.delete(part) }
                    try context.save()
                }
            }
        }

        #expect(try new.context().names("Part") == ["a", "b"])
    }

    @Test("A program with the old model cannot read after the entities were renumbered")
    func oldReaders() throws {
        let old = try TestYard()
        _ = try fill(old)
        let held = old.context()
        #expect(try held.names("Part") == ["a", "b"])
        let new = try TestYard(old.address, model: renumberedModel)

        for context in [held, old.context()] {
            expectRefusal { _ = try context.names("Part") }
        }
        #expect(try new.context().names("Part") == ["a", "b"])
    }

    @Test(
        "A reader sees the old store throughout a migration, and does not block others",
        .blocking)
    func readersMeanwhile() async throws {
        let old = try TestYard()
        _ = try fill(old)
        let (address, model) = (old.address, renumberedModel)
        let look = try old.look()
        let part = try #require(old.container.coordinator.layout.entity(named: "Part"))
        let migration = Mutex<Result<Int, any Error>?>(nil)
        let waiting =
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = "
            + "to_regclass('z_metadata') AND mode = 'AccessExclusiveLock'"

        try old.store.withReadSession { session in
            _ = try #require(session as? PostgreSQLSession).begun()
            let thread = Thread {
                let outcome = Result {
                    let yard = try TestYard(address, model: model)
                    return try yard.context().named("Part").count
                }
                migration.withLock { $0 = outcome }
            }
            thread.start()
            while try look.numbers(waiting) == [0] {
                guard migration.withLock({ $0 == nil }) else { break }
                Thread.sleep(forTimeInterval: 0.002)
            }

            // Everything is copied without waiting for readers of a table.
            #expect(
                try look.numbers(
                    """
                    SELECT count(*) FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock'
                    AND relation IN (to_regclass('zpart'), to_regclass('ztool'))
                    """) == [0])
            #expect(try session.count(StoreFetch(entity: part)) == 2)
            // Other readers begin between two attempts.
            let other = try TestConnection(address)
            try other.execute(
                "BEGIN; LOCK TABLE Z_METADATA IN ACCESS SHARE MODE; SELECT * FROM zpart; COMMIT")
            #expect(try session.count(StoreFetch(entity: part)) == 2)
            #expect(migration.withLock { $0 == nil })
        }

        try await waited { migration.withLock { $0 != nil } }
        #expect(try migration.withLock { try $0?.get() } == 2)
        #expect(
            try look.numbers(
                "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'migration!_%' ESCAPE '!'")
                == [0])
    }

    @Test("A role that cannot create schemas migrates the tables in place")
    func withoutSchemas() throws {
        let address = try addressWithoutSchemas()
        let old = try TestYard(address)
        let ids = try fill(old)
        let new = try TestYard(address, model: newModel)
        #expect(try Set(new.context().named("Tool").map(\.objectID)) == Set(ids))
        #expect(try new.look().numbers("SELECT count(*) FROM zshed") == [1])
    }

    /// The address of a schema that belongs to a role which cannot create others.
    func addressWithoutSchemas() throws -> String {
        let base = try TestServer.shared().address
        let name = "bare_" + UUID().uuidString.prefix(8).lowercased()
        try TestConnection(base).execute(
            "CREATE ROLE \(name) LOGIN; CREATE SCHEMA \(name) AUTHORIZATION \(name)")
        // The schema with the role's name is the default one.
        return base.replacing("//tester@", with: "//\(name)@")
    }

    @Test("Concurrent migrations result in one store with all records", .blocking)
    func together() async throws {
        let old = try TestYard()
        let ids = try fill(old)
        let (address, model) = (old.address, newModel)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let own = try TestYard(address, model: model)
                    return try own.context().named("Tool", "origin == 'unknown'").count
                }
            }
            for try await count in group { #expect(count == ids.count) }
        }
    }

    @Test("A failed migration leaves the old store")
    func failing() throws {
        let old = try TestYard()
        let ids = try fill(old)
        var description = StoreDescription.postgreSQL(old.address)
        description.shouldInferMappingModelAutomatically = false
        #expect(throws: (any Error).self) {
            try PersistentContainer(model: newModel, store: description)
        }
        #expect(try old.context().named("Tool").count == ids.count)
        let context = old.context()
        _ = try context.make("Part", ["name": "later"])
        try context.save()
    }
}
