import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// A store of a first version of a model, to be migrated.
final class Farm {
    let directory: TemporaryDirectory
    var path: String { directory.path + "/Farm.sqlite" }
    var copyPath: String { directory.path + "/Farm-before-migration.sqlite" }
    /// Large enough for an external file.
    static let picture = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })

    static var model: ManagedObjectModel {
        ManagedObjectModel(entities: [animal, bird, fish, keeper, toy])
    }

    private static var animal: EntityDescription {
        var entity = EntityDescription("Animal")
        entity.attributes = [searched(required("name", .string)), optional("weight", .float)]
        entity.relationships = [
            optional(
                RelationshipDescription(
                    toOne: "keeper", "Keeper", inverse: "animals", isOptional: false)),
            optional(
                RelationshipDescription(
                    toMany: "toys", "Toy", inverse: "players", isOptional: false)),
            optional(
                RelationshipDescription(
                    toMany: "fans", "Keeper", inverse: "favourite", isOptional: false)),
        ]
        return entity
    }

    private static var bird: EntityDescription {
        var entity = EntityDescription("Bird", superentityName: "Animal")
        entity.attributes = [optional("wingspan", .integer16)]
        return entity
    }

    private static var fish: EntityDescription {
        EntityDescription("Fish", superentityName: "Animal")
    }

    private static var keeper: EntityDescription {
        var entity = EntityDescription("Keeper")
        entity.attributes = [searched(required("name", .string)), optional("age", .integer16)]
        entity.relationships = [
            optional(
                RelationshipDescription(
                    toMany: "animals", "Animal", inverse: "keeper", isOptional: false,
                    isOrdered: true)),
            optional(
                RelationshipDescription(
                    toOne: "favourite", "Animal", inverse: "fans", isOptional: false)),
        ]
        return entity
    }

    private static var toy: EntityDescription {
        var entity = EntityDescription("Toy")
        var picture = optional("picture", .binaryData)
        picture.allowsExternalBinaryDataStorage = true
        entity.attributes = [optional("label", .string), optional("cost", .decimal), picture]
        entity.relationships = [
            optional(
                RelationshipDescription(
                    toMany: "players", "Animal", inverse: "toys", isOptional: false, isOrdered: true
                ))
        ]
        return entity
    }

    static func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }

    static func required(_ name: String, _ type: AttributeType) -> AttributeDescription {
        AttributeDescription(name, type, isOptional: false)
    }

    /// An attribute with *Index in Spotlight*.
    private static func searched(_ attribute: AttributeDescription) -> AttributeDescription {
        var attribute = attribute
        attribute.isIndexedBySpotlight = true
        return attribute
    }

    static func optional(_ relationship: RelationshipDescription) -> RelationshipDescription {
        var relationship = relationship
        relationship.isOptional = true
        return relationship
    }

    /// Ann keeps the fish Wanda and the bird Tweety, in this order, and likes the bird; Ben keeps
    /// none. Both animals play with the ball, the bird first.
    init() throws {
        directory = try TemporaryDirectory()
        let container = try PersistentContainer(model: Self.model, store: .sqlite(path: path))
        try container.write { context in
            let objects = try ["Fish", "Bird", "Keeper", "Keeper", "Toy"].map {
                try ManagedObject(entityName: $0, context: context)
            }
            for (object, name) in zip(objects, ["Wanda", "Tweety", "Ann", "Ben"]) {
                try object.setValue(name, forKey: "name")
            }
            try objects[1].setValue(Int64(30), forKey: "wingspan")
            try objects[2].setValue(Int64(41), forKey: "age")
            try objects[2].setValue([objects[0], objects[1]], forKey: "animals")
            try objects[2].setValue(objects[1], forKey: "favourite")
            try objects[4].setValue("Ball", forKey: "label")
            try objects[4].setValue(Decimal(string: "2.5"), forKey: "cost")
            try objects[4].setValue(Self.picture, forKey: "picture")
            try objects[4].setValue([objects[1], objects[0]], forKey: "players")
            try context.save()
        }
        try container.close()
    }

    /// Opens the store with a changed model, which migrates it, reads it, and checks that it has
    /// exactly the expected tables.
    func migrate(
        _ change: (inout ManagedObjectModel) throws -> Void,
        read: (ManagedObjectContext) throws -> Void
    ) throws {
        var model = Self.model
        try change(&model)
        let container = try PersistentContainer(model: model, store: .sqlite(path: path))
        try container.read(read)
        try container.close()
        try expectStore(at: path, of: model)
    }

    /// The reason for which the store cannot be opened with a changed model.
    func refusal(_ change: (inout ManagedObjectModel) throws -> Void) throws -> String? {
        var model = Self.model
        try change(&model)
        let before = try RawDatabase(path).contents()
        do {
            try PersistentContainer(model: model, store: .sqlite(path: path)).close()
            return nil
        } catch PersistenceError.cannotOpen(_, .incompatibleModel(let reason)) {
            #expect(try RawDatabase(path).contents() == before)
            return reason
        }
    }
}

/// Checks that a store equals one that was created for a model.
func expectStore(at path: String, of model: ManagedObjectModel) throws {
    let layout = try ModelLayout(model)
    let schema = try SQLSchema.make(layout)
    let database = try RawDatabase(path)
    #expect(try database.column("PRAGMA integrity_check") == ["ok"])
    let catalog = try StoreCatalog(database.connection)
    let known = schema.tables.map(\.name) + schema.joinTables.map(\.name)
    let textIndexes = schema.textIndexes
    #expect(
        try SQLTextIndex.present(of: textIndexes, database.connection)
            == textIndexes)
    #expect(
        Set(
            catalog.columns.keys.filter {
                !$0.hasPrefix("A") && !$0.hasPrefix("FULLTEXT_")
                    && !$0.hasPrefix("SORTKEY_")
            })
            == Set(known + ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]))
    for table in schema.tables {
        let wanted = Set(["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name))
        #expect(catalog.columns[table.name] == wanted)
    }
    #expect(schema.missingParts(in: catalog) == [])
    let indexes = try database.column(
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    #expect(Set(indexes) == Set(schema.indexes))
    #expect(
        try database.rows(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY 1")
            == layout.entities.map { ["\($0.number)", $0.name, "\($0.superNumber)"] })
    let stored = try #require(try StoreModelCache.read(database.connection))
    #expect(stored.hashesForComparison == model.hashesForComparison)
    #expect(
        try StoreMetadata(reading: database.connection).hashes == model.entityVersionHashesByName)
}

extension RawDatabase {
    /// The contents of the database, as text.
    func contents() throws -> [[String?]] {
        let tables = try rows("SELECT name, sql FROM sqlite_master ORDER BY name")
        return try tables
            + column("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            .flatMap { table in
                let columns = try column("SELECT name FROM pragma_table_info('\(table)')")
                let values = columns.map { "quote(\($0))" }.joined(separator: ", ")
                return try rows("SELECT \(values) FROM \"\(table)\" ORDER BY \(values)")
            }
    }
}

extension ManagedObjectModel {
    /// Changes an entity.
    mutating func change(_ name: String, _ body: (inout EntityDescription) -> Void) throws {
        let index = try #require(entities.firstIndex { $0.name == name })
        body(&entities[index])
    }
}

extension ManagedObjectContext {
    /// The values of a property of all objects of an entity, by key; for a relationship the names
    /// of the destinations, sorted unless it is ordered.
    func values(_ property: String, of entity: String) throws -> [String] {
        try fetch(FetchRequest<ManagedObject>(entityName: entity))
            .sorted { $0.objectID.key < $1.objectID.key }
            .map { object in
                switch try object.value(forKey: property) {
                case nil: "none"
                case let value as ManagedObject: try value.title
                case let value as [ManagedObject]:
                    try value.map { try $0.title }.joined(separator: ", ")
                case let value as Set<ManagedObject>:
                    try value.map { try $0.title }.sorted().joined(separator: ", ")
                case let value?: "\(value)"
                }
            }
    }
}

extension ManagedObject {
    fileprivate var title: String {
        get throws {
            let key = ["name", "title", "label"].first { layout.slot(named: $0) != nil }
            return "\(try value(forKey: key ?? "name") ?? "none")"
        }
    }
}
