import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Sort keys of PostgreSQL stores")
struct StoredSortKeyTests {
    private static var model: ManagedObjectModel {
        var product = EntityDescription("Product")
        var name = AttributeDescription("name", .string)
        name.isOptional = true
        name.userInfo = ["sortKey": "nameSortKey"]
        var key = AttributeDescription("nameSortKey", .binaryData)
        key.isOptional = true
        product.attributes = [name, key]
        product.indexes = [
            FetchIndexDescription(
                "byName", elements: [FetchIndexElementDescription(propertyName: "nameSortKey")])
        ]
        return ManagedObjectModel(entities: [product])
    }

    private let yard: TestYard

    init() throws { yard = try TestYard(model: Self.model) }

    private func add(_ names: [String]) throws {
        let context = yard.context()
        for name in names {
            try ManagedObject(entityName: "Product", context: context).setValue(
                name, forKey: "name")
        }
        try context.save()
    }

    private var request: FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entityName: "Product")
        request.sortDescriptors = [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }

    private func names(in yard: TestYard? = nil) throws -> [String] {
        try (yard ?? self.yard).context().fetch(request).map {
            try $0.value(forKey: "name") as? String ?? ""
        }
    }

    private func noted() throws -> [Int64] {
        try yard.look().numbers("SELECT zcut FROM sortkey_noted ORDER BY zcut")
    }

    @Test("A fetch uses the index of sort keys")
    func plan() throws {
        try add((0..<3_000).map { "Box \($0)" })
        try yard.store.analyze()
        var request = request
        request.fetchLimit = 20
        let plans = try yard.context().fetchPlans(for: request)

        #expect(
            plans.allSatisfy { $0.sortDescriptorsInMemory.isEmpty && !$0.scansTable },
            "\(plans)")
        #expect(
            plans.allSatisfy { $0.steps.contains { $0.contains("z_product_") } }, "\(plans)")
        #expect(try names().prefix(3) == ["Box 0", "Box 1", "Box 2"])
        #expect(try noted() == [])
        #expect(try yard.store.withReadSession { try $0.faults() } == [])
    }

    @Test("Changes by other programs are sorted at once, and get their keys with the next save")
    func foreignWriters() throws {
        try add(["Box 10", "Box 2", "Box 3"])
        let look = try yard.look()
        try look.execute(
            """
            UPDATE zproduct SET zname = 'Box 1' WHERE zname = 'Box 10';
            DELETE FROM zproduct WHERE zname = 'Box 3';
            INSERT INTO zproduct (z_pk, z_ent, z_opt, zname) VALUES (900, 1, 1, 'box 0');
            UPDATE z_primarykey SET z_max = 900;
            """)

        #expect(try noted() == [0, 0])
        #expect(try names() == ["box 0", "Box 1", "Box 2"])
        try add(["Box 4"])
        #expect(try noted() == [])
        #expect(try names() == ["box 0", "Box 1", "Box 2", "Box 4"])
        #expect(try yard.store.withReadSession { try $0.faults() } == [])
        try look.execute(
            "UPDATE zproduct SET zname = 'Sofa', znamesortkey = '\\x01' WHERE z_pk = 900")
        #expect(
            try yard.store.withReadSession { try $0.faults() }
                == ["The sort key ZNAMESORTKEY of ZPRODUCT 900 is not that of its text."])
    }

    @Test("Texts that differ beyond the length of a key are sorted like in memory")
    func cutKeys() throws {
        let long = String(repeating: "Long ", count: 300)
        try add(["c", "a", "b"].map { long + $0 } + ["Box", "Moon"])

        #expect(try noted() == [1, 1, 1])
        #expect(try names() == ["Box"] + ["a", "b", "c"].map { long + $0 } + ["Moon"])
        #expect(
            try yard.context().fetchPlans(for: request).allSatisfy {
                $0.sortDescriptorsInMemory.isEmpty
            })
        let context = yard.context()
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Product")).forEach(
            context.delete)
        try context.save()
        #expect(try noted() == [])
    }

    @Test("Missing sort keys are created when the store is opened")
    func missingParts() throws {
        try add(["Box 10", "Box 2"])
        let look = try yard.look()
        let trigger = try look.texts(
            "SELECT CAST(tgname AS text) FROM pg_trigger WHERE tgrelid = to_regclass('zproduct') "
                + "AND tgname LIKE 'sortkey_noted_update%'")
        try look.execute("DROP TRIGGER \(trigger[0]) ON zproduct")
        try look.execute("UPDATE zproduct SET zname = 'Box 1' WHERE zname = 'Box 10'")

        let again = try TestYard(yard.address, model: Self.model)
        #expect(try names(in: again) == ["Box 1", "Box 2"])
        #expect(try again.store.withReadSession { try $0.faults() } == [])
    }
}
