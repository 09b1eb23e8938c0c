import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Default values in models")
struct DefaultValueTests {
    @Test(
        "A text that does not match the type is converted like in Core Data",
        arguments: [
            (.boolean, "0.0", .boolean(false)), (.boolean, "1.0", .boolean(true)),
            (.boolean, "YES", .boolean(true)), (.boolean, "none", .boolean(false)),
            (.boolean, "007", .boolean(true)), (.boolean, "", .null),
            (.uuid, "none", .null), (.uuid, "", .null),
            (
                .uuid, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
                .uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID())
            ),
            (.uri, "", .null), (.uri, "a b", AttributeValue(text: "a b", of: .uri) ?? .null),
            (.integer16, "0.0", .integer(0)), (.integer16, "-1.9", .integer(-1)),
            (.integer16, "YES", .integer(1)), (.integer16, "40000", .null),
            (.integer32, " 7 kg", .integer(7)), (.integer64, "many", .integer(0)),
            (.double, "1,5", .double(1)), (.double, "1e3", .double(1000)),
            (.double, "1e400", .null), (.double, "-1e400", .null), (.double, "1e400 m", .null),
            (.double, "1e200", .double(1e200)), (.double, "1e-400", .double(0)),
            (.double, "1e200 m", .double(1e200)), (.double, "inf", .double(0)),
            (.float, "1e39", .null), (.float, "1e38", .double(1e38)),
            (.decimal, "1e200", .null), (.decimal, "1e-400", .decimal(0)),
            (.integer32, "1e400", .null), (.integer64, "1e-400", .integer(0)),
            (.integer16, "1e3 m", .integer(1000)),
            (.float, "", .null), (.decimal, "12.5 €", .decimal(12.5)),
            (.string, "none", .string("none")), (.date, "none", .null), (.binaryData, "x", .null),
        ] as [(AttributeType, String, AttributeValue)])
    func texts(type: AttributeType, text: String, value: AttributeValue) throws {
        var attribute = AttributeDescription("a", type)
        attribute.defaultValueString = text
        #expect(AttributeValue(defaultOf: attribute) == value)
        var entity = EntityDescription("Setting")
        entity.attributes = [attribute]
        let model = ManagedObjectModel(entities: [entity])

        let container = try PersistentContainer(model: model, store: .inMemory)

        let setting = try ManagedObject(
            entityName: "Setting", context: ManagedObjectContext(container))
        #expect(try setting.attributeValue(forKey: "a") == value)
        let cached = try ManagedObjectModel(modelCache: model.modelCache())
        #expect(cached.entities[0].attributes[0].hasDefault == attribute.hasDefault)
    }

    @Test("The order of a to-one relationship is ignored on both sides")
    func orderedToOne() throws {
        var owner = EntityDescription("Owner")
        owner.relationships = [
            Farm.optional(
                RelationshipDescription(
                    toMany: "settings", "Setting", inverse: "owner", isOptional: false))
        ]
        var setting = EntityDescription("Setting")
        var relationship = Farm.optional(
            RelationshipDescription(toOne: "owner", "Owner", inverse: "settings", isOptional: false)
        )
        let plain = ManagedObjectModel(entities: [owner, with(relationship, setting)])
        relationship.isOrdered = true
        setting.relationships = [relationship]
        let model = ManagedObjectModel(entities: [owner, setting])
        #expect(try StoreSQL.allSQL(for: model) == StoreSQL.allSQL(for: plain))
        #expect(model.entityVersionHashesByName == plain.entityVersionHashesByName)
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Store.sqlite"
        let container = try PersistentContainer(model: model, store: .sqlite(path: path))

        try container.write { context in
            let owner = try ManagedObject(entityName: "Owner", context: context)
            for _ in 0..<3 {
                let setting = try ManagedObject(entityName: "Setting", context: context)
                try setting.setValue(owner, forKey: "owner")
            }
            try context.save()
        }

        try container.close()
        let again = try PersistentContainer(model: plain, store: .sqlite(path: path))
        try again.read { context in
            let owner = try context.fetch(FetchRequest<ManagedObject>(entityName: "Owner")).first
            #expect((try owner?.value(forKey: "settings") as? Set<ManagedObject>)?.count == 3)
        }
        try again.close()
    }

    private func with(
        _ relationship: RelationshipDescription, _ entity: EntityDescription
    ) -> EntityDescription {
        var entity = entity
        entity.relationships = [relationship]
        return entity
    }
}
