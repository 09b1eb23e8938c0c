import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Migration of derived attributes and R-trees")
struct DerivedMigrationTests {
    private static func derived(
        _ name: String, _ type: AttributeType, _ expression: String
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name, type)
        attribute.derivationExpression = expression
        return attribute
    }

    private static func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }

    /// Lists of lines with a derived count.
    private static func model(listName: String, isNewer: Bool) -> ManagedObjectModel {
        var list = EntityDescription(listName)
        list.attributes = [
            optional("title", .string), optional("latitude", .double),
            derived("count", .integer32, "lines.@count"),
        ]
        let lines = RelationshipDescription(toMany: "lines", "Line", inverse: "list")
        list.relationships = [lines]
        var place = FetchIndexElementDescription(propertyName: "latitude")
        place.collationType = .rTree
        list.indexes = [FetchIndexDescription("place", elements: [place])]
        var line = EntityDescription("Line")
        line.attributes = [optional("amount", .decimal)]
        let owner = RelationshipDescription(toOne: "list", listName, inverse: "lines")
        line.relationships = [owner]
        if isNewer {
            list.renamingIdentifier = "List"
            list.attributes += [
                derived("search", .string, "canonical:(title)"),
                derived("total", .decimal, "lines.amount.@sum"),
            ]
            line.attributes.append(derived("listTitle", .string, "uppercase:(list.title)"))
        }
        return ManagedObjectModel(entities: [list, line])
    }

    @Test(
        "Triggers and R-trees are migrated, and new values are computed",
        arguments: ["List", "Agenda", "Zettel"])
    func migration(listName: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Lists.sqlite"
        let old = try PersistentContainer(
            model: Self.model(listName: "List", isNewer: false), store: .sqlite(path: path))
        let before = ManagedObjectContext(old)
        let list = try ManagedObject(entityName: "List", context: before)
        try list.setValue("Crème", forKey: "title")
        try list.setValue(47.5, forKey: "latitude")
        for amount in 1...3 {
            let line = try ManagedObject(entityName: "Line", context: before)
            try line.setValue(Decimal(amount), forKey: "amount")
            try line.setValue(list, forKey: "list")
        }
        try before.save()
        try old.close()

        let new = try PersistentContainer(
            model: Self.model(listName: listName, isNewer: true), store: .sqlite(path: path))
        let context = ManagedObjectContext(new)
        let moved = try #require(
            try context.fetch(FetchRequest<ManagedObject>(entityName: listName)).first)
        let lines = try context.fetch(FetchRequest<ManagedObject>(entityName: "Line"))

        #expect(try moved.attributeValue(forKey: "count") == .integer(3))
        #expect(try moved.attributeValue(forKey: "search") == .string("creme"))
        #expect(try moved.attributeValue(forKey: "total") == .decimal(6))
        #expect(try lines.map { try $0.text("listTitle") } == ["CRÈME", "CRÈME", "CRÈME"])
        context.delete(lines[2])
        try moved.setValue("Été", forKey: "title")
        try context.save()
        #expect(try moved.attributeValue(forKey: "count") == .integer(2))
        #expect(try moved.attributeValue(forKey: "total") == .decimal(3))
        #expect(try moved.attributeValue(forKey: "search") == .string("ete"))
        #expect(try lines[0].text("listTitle") == "ÉTÉ")
        let database = try RawDatabase(path)
        let trees = try database.column(
            "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
        #expect(trees == ["Z_RT_\(listName)_place"])
        #expect(try database.column("SELECT ZLATITUDE_MIN FROM \(trees[0])") == ["47.5"])
        #expect(try database.column("PRAGMA integrity_check") == ["ok"])
        try new.close()
    }
}
