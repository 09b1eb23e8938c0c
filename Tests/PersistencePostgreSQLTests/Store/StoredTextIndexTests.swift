import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Full-text indexes of PostgreSQL stores")
struct StoredTextIndexTests {
    private static var model: ManagedObjectModel {
        var item = EntityDescription("Item")
        item.attributes = ["title", "notes"].map {
            var attribute = AttributeDescription($0, .string)
            attribute.isOptional = true
            attribute.isIndexedBySpotlight = true
            return attribute
        }
        return ManagedObjectModel(entities: [item])
    }

    private let yard: TestYard

    init() throws { yard = try TestYard(model: Self.model) }

    private func add(_ titles: [String], to yard: TestYard? = nil) throws {
        let context = (yard ?? self.yard).context()
        for title in titles {
            try ManagedObject(entityName: "Item", context: context).setValue(title, forKey: "title")
        }
        try context.save()
    }

    private func request(_ text: String) -> FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entityName: "Item")
        request.predicate = .search(text)
        return request
    }

    private func found(_ text: String, in yard: TestYard? = nil) throws -> [String] {
        try (yard ?? self.yard).context().fetch(request(text)).map {
            try $0.value(forKey: "title") as? String ?? ""
        }.sorted()
    }

    @Test("A save updates the full-text index, and a search uses its trigrams")
    func contents() throws {
        try add(["Œuvre", "Blue lamp", "Ωμέγα", "東京"])
        let look = try yard.look()

        #expect(try look.texts("SELECT ztext FROM fulltext_zitem ORDER BY z_pk").count == 4)
        #expect(try look.texts("SELECT ztext FROM fulltext_zitem ORDER BY z_pk")[0] == "oeuvre")
        #expect(try look.numbers("SELECT count(*) FROM fulltext_noted") == [0])
        try look.execute(
            """
            INSERT INTO zitem (z_pk, z_ent, z_opt, ztitle)
            SELECT n, 1, 1, 'thing ' || n FROM generate_series(100, 20000) AS n;
            UPDATE z_primarykey SET z_max = 20000;
            """)
        try add(["one more"])
        try yard.store.analyze()
        for word in ["blue", "ωμέγα", "京", "oeuv"] {
            let plans = try yard.context().fetchPlans(for: request(word))
            #expect(plans.allSatisfy { $0.predicateInMemory == nil && !$0.scansTable }, "\(plans)")
            #expect(
                plans.allSatisfy { $0.steps.contains { $0.contains("fulltext_zitem_grams") } },
                "\(plans)")
            #expect(try found(word).count == 1)
        }
        #expect(try found("thing 19999") == ["thing 19999"])
        #expect(try yard.store.withReadSession { try $0.faults() } == [])
    }

    @Test("Changes by other programs are found at once, and indexed by the next save")
    func foreignWriters() throws {
        try add(["Blue lamp", "Red lamp", "Sofa"])
        let look = try yard.look()
        try look.execute(
            """
            UPDATE zitem SET ztitle = 'Œuvre' WHERE ztitle = 'Blue lamp';
            DELETE FROM zitem WHERE ztitle = 'Red lamp';
            INSERT INTO zitem (z_pk, z_ent, z_opt, ztitle) VALUES (900, 1, 1, 'Lampion');
            UPDATE z_primarykey SET z_max = 900;
            """)
        for isSaved in [false, true] {
            #expect(try found("lamp") == ["Lampion"])
            #expect(try found("oeuv") == ["Œuvre"])
            #expect(try found("blue") == [])
            #expect(try found("so") == ["Sofa"])
            let noted = try look.numbers("SELECT count(*) FROM fulltext_noted")
            #expect(noted == [isSaved ? 0 : 2])
            if !isSaved { try add(["Chair"]) }
        }
        #expect(try yard.store.withReadSession { try $0.faults() } == [])
        try look.execute("UPDATE fulltext_zitem SET ztext = 'other' WHERE z_pk = 900")
        #expect(
            try yard.store.withReadSession { try $0.faults() }
                == ["The full-text index of ZITEM has other texts than the record 900."])
    }

    private func updateTrigger(_ look: TestConnection) throws -> String {
        try #require(
            look.texts(
                "SELECT CAST(tgname AS text) FROM pg_trigger WHERE tgrelid = to_regclass('zitem') "
                    + "AND tgname LIKE 'fulltext_noted_update%'"
            ).first)
    }

    @Test(
        "A change committed while a save indexes earlier ones is indexed by the next save",
        .blocking)
    func foreignWriterMeanwhile() async throws {
        try add(["Blue lamp"])
        let look = try yard.look()
        try look.execute("UPDATE zitem SET ztitle = 'Red lamp'")
        let other = try yard.look()
        try other.execute("BEGIN; UPDATE zitem SET ztitle = 'Green lamp'")
        let container = yard.container
        async let saved: Void = onThread {
            try container.write { context in
                try ManagedObject(entityName: "Item", context: context).setValue(
                    "Sofa", forKey: "title")
                try context.save()
            }
        }
        let waiting =
            "SELECT count(*) FROM pg_locks WHERE NOT granted "
            + "AND pid IN (SELECT pid FROM pg_locks WHERE relation = to_regclass('fulltext_noted'))"
        try await waited { try look.numbers(waiting) == [1] }
        try other.execute("COMMIT")
        try await saved

        #expect(try found("green") == ["Green lamp"])
        #expect(try found("red") == [])
        try add(["Chair"])
        #expect(try found("green") == ["Green lamp"])
        #expect(try look.numbers("SELECT count(*) FROM fulltext_noted") == [0])
        #expect(try yard.store.withReadSession { try $0.faults() } == [])
    }

    @Test("Full-text indexes of another version are rebuilt, with progress notifications")
    func otherVersion() throws {
        try add(["Blue lamp", "Sofa"])
        let look = try yard.look()
        try look.execute(
            """
            ALTER TRIGGER \(updateTrigger(look)) ON zitem RENAME TO fulltext_noted_update_older;
            UPDATE fulltext_zitem SET ztext = 'older';
            """)
        let told = Told()
        var options = StoreDescription.postgreSQL("")
        options.indexingProgress = { told.add("\($0)") }
        let again = try TestYard(yard.address, model: Self.model, options: options)

        #expect(told.all == ["1.0", "1.0"])
        #expect(try found("lamp", in: again) == ["Blue lamp"])
        #expect(try again.store.withReadSession { try $0.faults() } == [])
        _ = try TestYard(yard.address, model: Self.model, options: options)
        #expect(told.all.count == 2)
    }

    @Test("Searches scan the records if parts of the index are missing, until it is rebuilt")
    func missingParts() throws {
        try add(["Blue lamp", "Sofa"])
        let look = try yard.look()
        try look.execute("DROP TRIGGER \(updateTrigger(look)) ON zitem")
        try look.execute("UPDATE zitem SET ztitle = 'Red lamp' WHERE ztitle = 'Sofa'")
        var options = StoreDescription.postgreSQL("")
        options.isReadOnly = true
        #expect(
            try found("red", in: TestYard(yard.address, model: Self.model, options: options))
                == ["Red lamp"])

        let again = try TestYard(yard.address, model: Self.model)
        #expect(try found("red", in: again) == ["Red lamp"])
        #expect(try found("sofa", in: again) == [])
        #expect(try again.store.withReadSession { try $0.faults() } == [])
    }

    @Test("Searches scan the records if trigrams are unavailable, with a notification")
    func withoutTrigrams() throws {
        let server = try TestServer.own()
        let other = try TestConnection(server.address)
        // The schema with the role's name is the default one.
        try other.execute("CREATE ROLE keeper LOGIN; CREATE SCHEMA keeper AUTHORIZATION keeper")
        let place = server.address.replacing("//tester@", with: "//keeper@")
        var options = StoreDescription.postgreSQL("")
        let told = Told()
        options.textIndexObserver = { told.add($0) }
        let kept = try TestYard(place, model: Self.model, options: options)
        let context = kept.context()
        try ManagedObject(entityName: "Item", context: context).setValue("Lampe", forKey: "title")
        try context.save()

        #expect(try found("LAMP", in: kept) == ["Lampe"])
        #expect(told.all.count == 1)
        #expect(
            try other.texts(
                "SELECT CAST(extname AS text) FROM pg_extension WHERE extname = 'pg_trgm'") == [])
    }

    private final class Told: @unchecked Sendable {
        // Notifications arrive on the thread that opens the store.
        private(set) var all: [String] = []
        func add(_ reason: String) { all.append(reason) }
    }

    @Test("Erasing removes deleted texts from the file of the index")
    func erasing() throws {
        // A separate server, since an open transaction of another test would keep deleted rows in
        // the file.
        let server = try TestServer.own()
        let yard = try TestYard(server.address, model: Self.model)
        try add(["Lamp", "Mr Quzxjk"], to: yard)
        let look = try yard.look()
        func fileHas(_ part: String) throws -> Bool {
            try look.execute("CHECKPOINT")
            let file = try look.texts(
                "SELECT current_setting('data_directory') || '/' || "
                    + "pg_relation_filepath('fulltext_zitem')")[0]
            let data = try #require(FileManager.default.contents(atPath: file))
            return data.range(of: Data(part.utf8)) != nil
        }
        #expect(try fileHas("quzxjk"))
        let context = yard.context()
        try context.fetch(request("quzxjk")).forEach(context.delete)
        try context.save()
        #expect(try fileHas("quzxjk"))
        try yard.store.eraseDeletedTexts()
        #expect(try !fileHas("quzxjk"))
        #expect(try found("lamp", in: yard) == ["Lamp"])
    }

    @Test("A migration creates the full-text indexes of the new model")
    func migration() throws {
        try add(["Blue lamp"])
        var model = Self.model
        var colour = AttributeDescription("colour", .string)
        colour.isOptional = true
        colour.isIndexedBySpotlight = true
        model.entities[0].attributes.append(colour)
        let migrated = try TestYard(yard.address, model: model)
        let context = migrated.context()
        let item = try #require(
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Item")).first)
        try item.setValue("Turquoise", forKey: "colour")
        try context.save()

        #expect(try found("turq lamp", in: migrated) == ["Blue lamp"])
        #expect(try migrated.store.withReadSession { try $0.faults() } == [])
    }
}
