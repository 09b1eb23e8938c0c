import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("PostgreSQL store")
struct PostgreSQLStoreTests {
    @Test("Values of all types are the same after reopening the store")
    func values() throws {
        let yard = try TestYard()
        let values: [String: any Sendable] = [
            "name": "Säge 🪚", "short": Int16.min, "middle": Int32.max, "whole": Int64.min,
            "price": try #require(Decimal(string: "12345678901234.5")), "weight": 0.1,
            "half": 0.1, "sharp": true, "made": Date(timeIntervalSinceReferenceDate: 8e8 + 0.25),
            "key": UUID(), "home": try #require(URL(string: "https://example.org/a?b=c")),
            "picture": Data((0..<200).map { UInt8($0) }), "teeth": Int16(7),
        ]
        let context = yard.context()
        let saw = try context.make("Saw", values)
        _ = try context.make("Tool", ["name": "bare"])
        try context.save()

        let again = try TestYard(yard.address)
        #expect(again.store.identifier == yard.store.identifier)
        let found = try #require(try again.context().named("Tool", "name != 'bare'").first)
        #expect(found.objectID == saw.objectID)
        #expect(found.objectID.entityName == "Saw")
        for (key, value) in values {
            let stored = try found.value(forKey: key)
            #expect(String(describing: stored) == String(describing: Optional(value)), "\(key)")
        }
        let bare = try #require(try again.context().named("Tool", "name == 'bare'").first)
        for key in values.keys where key != "name" && key != "teeth" {
            #expect(try bare.value(forKey: key) == nil, "\(key)")
        }
    }

    @Test("Tables have Core Data's names, native column types and foreign keys")
    func tables() throws {
        let yard = try TestYard()
        let context = yard.context()
        let shed = try context.make("Shed", ["name": "North"])
        let tool = try context.make("Tool", ["name": "Axe", "sharp": true])
        try tool.setValue(shed, forKey: "shed")
        try context.save()
        let look = try yard.look()
        #expect(
            try look.texts(
                """
                SELECT t.zname || ' in ' || s.zname FROM ztool t
                JOIN zshed s ON s.z_pk = t.zshed WHERE t.zsharp
                """) == ["Axe in North"])
        #expect(
            try look.texts(
                """
                SELECT CAST(data_type AS text) FROM information_schema.columns
                WHERE table_name = 'ztool' AND table_schema = current_schema()
                AND column_name IN ('zshort', 'zprice', 'zmade', 'zkey', 'zsharp', 'zpicture')
                ORDER BY column_name
                """) == [
                    "uuid", "timestamp with time zone", "bytea", "numeric", "boolean", "smallint",
                ])
        let error = #expect(throws: PostgreSQLError.self) {
            try look.execute("UPDATE ztool SET zshed = 999")
        }
        #expect(error?.isForeignKeyViolation == true)
        #expect(
            try look.texts("SELECT z_name FROM z_primarykey ORDER BY z_ent")
                == ["Label", "Part", "Shed", "Tool", "Saw"])
    }

    @Test("The database filters, counts and sorts records")
    func fetching() throws {
        let yard = try TestYard()
        let context = yard.context()
        for number in 0..<200 {
            _ = try context.make(
                number % 2 == 0 ? "Tool" : "Saw",
                [
                    "name": "T\(1_000 + number)", "whole": Int64(number),
                    "weight": Double(number) / 4,
                ])
        }
        try context.save()
        let other = yard.context()
        #expect(try other.names("Saw", "whole < 6") == ["T1001", "T1003", "T1005"])
        #expect(
            try other.names("Tool", "name BEGINSWITH 'T119' AND weight > 48")
                == (193...199).map { "T1\($0)" })
        #expect(
            try other.names("Tool", "name ENDSWITH '7' AND whole < 30") == [
                "T1007", "T1017", "T1027",
            ])
        #expect(
            try other.names("Tool", "name LIKE[cd] 't10?0' AND whole IN {0, 10, 55}") == [
                "T1000", "T1010",
            ])
        var request = FetchRequest<ManagedObject>(entityName: "Tool")
        request.predicate = try FetchPredicate(format: "whole >= 100")
        #expect(try other.count(for: request) == 100)
        request.sortDescriptors = [FetchSortDescriptor("whole", ascending: false)]
        request.fetchLimit = 3
        request.fetchOffset = 2
        #expect(
            try other.fetch(request).map { try $0.text("name") } == ["T1197", "T1196", "T1195"])
        request.predicate = try FetchPredicate(format: "name MATCHES 'T1.*5' AND whole >= 100")
        #expect(
            try other.fetch(request).map { try $0.text("name") } == ["T1175", "T1165", "T1155"])
    }

    @Test("Relationships and their inverses are saved and read in order")
    func relationships() throws {
        let yard = try TestYard()
        let context = yard.context()
        let shed = try context.make("Shed", ["name": "North"])
        let tools = try ["Axe", "Bit", "Cap"].map { try context.make("Tool", ["name": $0]) }
        let labels = try ["red", "blue"].map { try context.make("Label", ["name": $0]) }
        let parts = try ["z", "y", "x"].map { try context.make("Part", ["name": $0]) }
        for tool in tools { try tool.setValue(shed, forKey: "shed") }
        try tools[0].setValue(parts, forKey: "parts")
        try labels[0].setValue([tools[2], tools[0], tools[1]], forKey: "tools")
        try labels[1].setValue([tools[1]], forKey: "tools")
        try context.save()

        let other = yard.context()
        let found = try #require(try other.named("Shed").first)
        #expect(try Set(found.many("tools").map { try $0.text("name") }) == ["Axe", "Bit", "Cap"])
        let axe = try #require(try other.named("Tool", "name == 'Axe'").first)
        #expect(try axe.list("parts").map { try $0.text("name") } == ["z", "y", "x"])
        let red = try #require(try other.named("Label", "name == 'red'").first)
        #expect(try red.list("tools").map { try $0.text("name") } == ["Cap", "Axe", "Bit"])
        #expect(try other.names("Tool", "ANY labels.name == 'blue'") == ["Bit"])
        #expect(try other.names("Tool", "labels.@count == 2") == ["Bit"])
        #expect(try other.names("Tool", "shed.name == 'North' AND parts.@count == 3") == ["Axe"])
        #expect(
            try other.names("Shed", "SUBQUERY(tools, $t, $t.name > 'A').@count == 3") == ["North"])

        try red.setValue(
            try ["Bit", "Cap", "Axe"].compactMap {
                try other.named("Tool", "name == '\($0)'").first
            },
            forKey: "tools")
        try axe.setValue(Array(try axe.list("parts").reversed()), forKey: "parts")
        try other.save()
        let third = yard.context()
        #expect(
            try third.named("Label", "name == 'red'").first?.list("tools").map {
                try $0.text("name")
            }
                == ["Bit", "Cap", "Axe"])
        #expect(
            try third.named("Tool", "name == 'Axe'").first?.list("parts").map {
                try $0.text("name")
            }
                == ["x", "y", "z"])
        third.delete(try #require(try third.named("Tool", "name == 'Axe'").first))
        try third.save()
        #expect(try yard.context().names("Part") == [])
        #expect(try yard.look().numbers("SELECT count(*) FROM z_1tools") == [3])
    }

    @Test("A conflicting update is detected by its version, and resolved by the merge policy")
    func conflicts() throws {
        let yard = try TestYard()
        let other = try TestYard(yard.address)
        let context = yard.context()
        let tool = try context.make("Tool", ["name": "Axe", "whole": Int64(1)])
        try context.save()
        let second = other.context()
        let same = try #require(try second.named("Tool").first)
        try same.setValue(Int64(2), forKey: "whole")
        try second.save()
        try tool.setValue("Hatchet", forKey: "name")
        let error = #expect(throws: PersistenceError.self) { try context.save() }
        guard case .mergeConflicts(let conflicts) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(conflicts.map(\.objectID) == [tool.objectID])
        #expect(conflicts.first?.newVersion == 2)
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(try yard.look().numbers("SELECT z_opt FROM ztool") == [3])
        #expect(try yard.look().numbers("SELECT zwhole FROM ztool") == [2])
        #expect(try yard.context().names("Tool") == ["Hatchet"])
        second.delete(same)
        second.mergePolicy = .overwrite
        try second.save()
        try tool.setValue("Club", forKey: "name")
        #expect(throws: PersistenceError.self) {
            context.mergePolicy = .error
            try context.save()
        }
    }

    @Test("A duplicate unique value is reported with the names of the model")
    func constraints() throws {
        let yard = try TestYard()
        let other = try TestYard(yard.address)
        let first = yard.context()
        _ = try first.make("Tool", ["name": "Axe", "code": "A1"])
        try first.save()
        let second = other.context()
        let double = try second.make("Saw", ["name": "Saw", "code": "A1"])
        let error = #expect(throws: PersistenceError.self) { try second.save() }
        guard case .constraintConflict(_, let properties) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(properties == ["code"])
        try double.setValue("A2", forKey: "code")
        try second.save()
        #expect(try yard.context().names("Tool") == ["Axe", "Saw"])
    }

    @Test("Concurrent writers never assign the same key", .blocking)
    func keys() async throws {
        let yard = try TestYard()
        let address = yard.address
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in 0..<3 {
                group.addTask {
                    let own = try TestYard(address)
                    for round in 0..<20 {
                        let context = own.context()
                        for number in 0..<15 {
                            _ = try context.make("Label", ["name": "\(server) \(round) \(number)"])
                        }
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try yard.look().numbers(
                "SELECT count(DISTINCT z_pk) FROM zlabel UNION ALL SELECT count(*) FROM zlabel")
                == [900, 900])
    }

    @Test("A read session sees one state until it ends")
    func states() throws {
        let yard = try TestYard()
        let writer = yard.context()
        _ = try writer.make("Tool", ["name": "Axe"])
        try writer.save()
        try yard.store.withReadSession { session in
            let all = StoreFetch(
                entity: try #require(yard.coordinator.layout.entity(named: "Tool")))
            #expect(try session.count(all) == 1)
            _ = try writer.make("Tool", ["name": "Bit"])
            try writer.save()
            #expect(try session.count(all) == 1)
        }
        #expect(try yard.context().names("Tool") == ["Axe", "Bit"])
    }

    @Test("Large values are loaded on access")
    func largeValues() throws {
        let yard = try TestYard()
        let context = yard.context()
        let picture = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        _ = try context.make("Tool", ["name": "Axe", "picture": picture])
        try context.save()
        let tool = try #require(yard.coordinator.layout.entity(named: "Tool"))
        let slot = try #require(tool.slot(named: "picture"))
        try yard.store.withReadSession { session in
            var values: [AttributeValue] = []
            try session.fetch(StoreFetch(entity: tool)) {
                values.append(try $0.snapshot()[slot.number])
                #expect(try session.byteCount(of: slot, entity: tool, key: $0.key) == 300_000)
            }
            #expect(values == [.deferred(byteCount: 300_000)])
        }
        let reader = yard.context()
        #expect(try reader.named("Tool").first?.value(forKey: "picture") as? Data == picture)
    }

    @Test("A saved date has the precision of the store")
    func dates() throws {
        let yard = try TestYard()
        let context = yard.context()
        let fine = Date(timeIntervalSinceReferenceDate: 804_000_000.123_456_7)
        let tool = try context.make("Tool", ["name": "Axe", "made": fine])
        try context.save()
        let stored = try #require(
            try yard.context().named("Tool").first?.value(forKey: "made") as? Date)
        #expect(try tool.value(forKey: "made") as? Date == stored)
        #expect(abs(stored.timeIntervalSince(fine)) < 0.000_001)
        var request = FetchRequest<ManagedObject>(entityName: "Tool")
        request.predicate = try FetchPredicate(format: "made == %@", fine)
        #expect(try yard.context().count(for: request) == 1)
    }

    @Test("A text that PostgreSQL cannot store is refused, and the store remains usable")
    func refusals() throws {
        let yard = try TestYard()
        let context = yard.context()
        let tool = try context.make("Tool", ["name": "a\0b"])
        #expect(throws: PersistenceError.self) { try context.save() }
        try tool.setValue("ab", forKey: "name")
        try context.save()
        #expect(try yard.context().names("Tool") == ["ab"])
    }

    @Test("A save by another writer is observed")
    func changeCount() async throws {
        let yard = try TestYard()
        let other = try TestYard(yard.address)
        let before = yard.store.changeCount
        let context = other.context()
        _ = try context.make("Tool", ["name": "Axe"])
        try context.save()
        try await waited { yard.store.changeCount > before }
    }

    @Test("The store remains usable after the server has terminated its connections")
    func lostConnections() async throws {
        let server = try TestServer.shared()
        // Connections of other tests are not terminated.
        let name = "lost-" + UUID().uuidString.prefix(8).lowercased()
        var options = StoreDescription.postgreSQL("")
        options.postgreSQL.listens = false
        let yard = try TestYard(
            server.newAddress() + "&application_name=\(name)", options: options)
        let context = yard.context()
        _ = try context.make("Tool", ["name": "Axe"])
        try context.save()
        #expect(try yard.context().names("Tool") == ["Axe"])
        let look = try TestConnection(server.address)
        let own = "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(name)'"
        #expect(try look.numbers(own)[0] > 1)
        try server.endConnections(of: name)
        try await waited { try look.numbers(own) == [0] }
        _ = try context.make("Tool", ["name": "Bit"])
        try context.save()
        #expect(try yard.context().names("Tool") == ["Axe", "Bit"])
    }

    @Test("A read-only store with an incompatible model is not opened")
    func otherModels() throws {
        let yard = try TestYard()
        var model = Yard.model
        model.entities[0].attributes.append(
            AttributeDescription("extra", .string, isOptional: false))
        var options = StoreDescription.postgreSQL("")
        options.isReadOnly = true
        let error = #expect(throws: PersistenceError.self) {
            try TestYard(yard.address, model: model, options: options)
        }
        guard case .cannotOpen(_, .incompatibleModel(let reason)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("Tool"))
    }

    @Test("A read-only store cannot be saved, or be created")
    func readOnly() throws {
        let yard = try TestYard()
        let context = yard.context()
        _ = try context.make("Tool", ["name": "Axe"])
        try context.save()
        var options = StoreDescription.postgreSQL("")
        options.isReadOnly = true
        let reader = try TestYard(yard.address, options: options)
        #expect(try reader.context().names("Tool") == ["Axe"])
        let other = reader.context()
        _ = try other.make("Tool", ["name": "Bit"])
        #expect(throws: PersistenceError.self) { try other.save() }
        #expect(throws: PersistenceError.self) {
            try TestYard(TestServer.shared().newAddress(), options: options)
        }
    }

    @Test(
        "A partial index is created, and used by fetches with its condition",
        arguments: [
            ("sharp == YES", "zsharp"), ("middle > 3", "zmiddle > 3"),
            ("name == 'Rake'", "zname = 'Rake'"), ("price >= 2", "zprice >= 2"),
            ("made > CAST(0, 'NSDate')", "zmade > to_timestamp(978307200)"),
        ])
    func partialIndex(format: String, condition: String) throws {
        var tool = EntityDescription("Tool")
        tool.attributes = [
            AttributeDescription("name", .string, isOptional: false),
            AttributeDescription("middle", .integer32, isOptional: false),
            AttributeDescription("sharp", .boolean, isOptional: false),
            AttributeDescription("made", .date, isOptional: false),
            AttributeDescription("price", .decimal, isOptional: false),
            AttributeDescription("weight", .double, isOptional: false),
        ]
        var index = FetchIndexDescription("some", elements: [.init(propertyName: "weight")])
        index.partialIndexPredicateFormat = format
        tool.indexes = [index]
        let yard = try TestYard(model: ManagedObjectModel(entities: [tool]))
        let look = try yard.look()
        try look.execute("SET enable_seqscan TO off; SET enable_bitmapscan TO off")

        let plan = try look.texts(
            "EXPLAIN SELECT Z_PK FROM ZTOOL WHERE \(condition) ORDER BY ZWEIGHT NULLS FIRST")

        #expect(plan.contains { $0.contains("z_tool_some") }, "\(plan)")
    }
}
