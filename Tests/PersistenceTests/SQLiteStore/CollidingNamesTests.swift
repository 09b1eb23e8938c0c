import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Model names that collide in SQL")
struct CollidingNamesTests {
    /// A model, and the expected names in its store: tables, indexes and triggers.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var entities: [EntityDescription]
        var composites: [CompositeAttributeDescription] = []
        var names: [String]

        init(
            _ description: String, _ entities: EntityDescription...,
            composites: [CompositeAttributeDescription] = [], names: [String]
        ) {
            testDescription = description
            self.entities = entities
            self.composites = composites
            self.names = names
        }

        var model: ManagedObjectModel {
            var model = ManagedObjectModel(entities: entities)
            model.compositeAttributes = composites
            return model
        }
    }

    @Test(
        "Colliding names are made unique, and the store can be created, filled and reopened",
        arguments: cases)
    func stores(_ example: Case) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Store.sqlite"
        try example.model.validate()
        var store = StoreDescription.sqlite(path: path)
        store.tracksHistory = true
        let container = try PersistentContainer(model: example.model, store: store)
        try container.write { context in
            for entity in example.entities { try Self.fill(entity, context) }
            try context.save()
        }
        try container.close()
        let version = try RawDatabase(path).connection.integer("PRAGMA schema_version")

        let again = try PersistentContainer(model: example.model, store: store)

        try again.read { context in
            for entity in example.entities {
                var request = FetchRequest<ManagedObject>(entityName: entity.name)
                request.includesSubentities = false
                let object = try #require(try context.fetch(request).first)
                for attribute in entity.attributes where attribute.attributeType == .string {
                    let text = try object.value(forKey: attribute.name) as? String
                    #expect(text == Self.text(of: attribute), "\(attribute.name)")
                }
                for relationship in entity.relationships {
                    let members = try object.value(forKey: relationship.name)
                    let found =
                        (members as? Set<ManagedObject>).map { Array($0) }
                        ?? [members as? ManagedObject].compactMap(\.self)
                    let names = found.map(\.objectID.entityName)
                    #expect(names == [relationship.destinationEntity], "\(relationship.name)")
                }
            }
        }
        try again.close()
        let database = try RawDatabase(path)
        #expect(try database.connection.integer("PRAGMA schema_version") == version)
        let present = try database.column("SELECT name FROM sqlite_master WHERE sql IS NOT NULL")
        #expect(Set(example.names).subtracting(present) == [], "\(present)")
        #expect(try StoreCheck.faults(path: path) == [])
    }

    private static func text(of attribute: AttributeDescription) -> String {
        switch attribute.derivationExpression {
        case "uppercase:(word)": "WORD"
        case "lowercase:(word)": "word"
        default: attribute.name == "word" ? "Word" : attribute.name
        }
    }

    private static func fill(
        _ entity: EntityDescription, _ context: ManagedObjectContext
    ) throws {
        let object = try ManagedObject(entityName: entity.name, context: context)
        for attribute in entity.attributes
        where attribute.attributeType == .string && !attribute.isDerived {
            try object.setValue(text(of: attribute), forKey: attribute.name)
        }
        for relationship in entity.relationships {
            let first = try context.fetch(
                FetchRequest<ManagedObject>(entityName: relationship.destinationEntity)
            ).first
            guard let first else { continue }
            if relationship.isToMany {
                try object.setValue(Set([first]), forKey: relationship.name)
            } else {
                try object.setValue(first, forKey: relationship.name)
            }
        }
    }

    @Test("PostgreSQL’s tables and indexes get unique names too", arguments: cases)
    func postgreSQL(_ example: Case) throws {
        let statements = try SQLSchema.make(ModelLayout(example.model), for: .postgreSQL)
            .createStatements
        let tables = statements.filter { $0.hasPrefix("CREATE TABLE ") }
            .compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) }

        let names =
            (tables + tables.map { "\($0)_pkey" }
            + statements.compactMap { StoreSQL.name(madeBy: $0) }).map { $0.lowercased() }

        #expect(Set(names).count == names.count, "\(names.sorted())")
    }

    static let cases: [Case] = [
        Case(
            "an index with the name of its only attribute",
            entity("Tab", ["created"]) { $0.indexes = [index("created", ["created"])] },
            names: ["Z_Tab_created"]),
        Case(
            "an index with the name of another indexed attribute",
            entity("Tab", ["created", "title"]) {
                $0.attributes[0].isIndexed = true
                $0.indexes = [index("created", ["title"]), index("Created", ["created", "title"])]
            }, names: ["Z_Tab_created", "Z_Tab_created1", "Z_Tab_Created2"]),
        Case(
            "an index and a compound index",
            entity("Tab", ["a", "b"]) {
                $0.compoundIndexes = [["a", "b"], ["a", "b"]]
                $0.indexes = [index("a_b", ["b", "a"])]
            }, names: ["Z_Tab_a_b", "Z_Tab_a_b1"]),
        Case(
            "constraints",
            entity("Tab", ["a_b", "a", "b"]) {
                $0.uniquenessConstraints = [["a_b"], ["a", "b"], ["a_b"]]
                $0.indexes = [index("UNIQUE_a_b", ["a"])]
            }, names: ["Z_Tab_UNIQUE_a_b", "Z_Tab_UNIQUE_a_b1", "Z_Tab_UNIQUE_a_b2"]),
        Case(
            "a constraint over a part of a composite attribute",
            entity("Tab", ["home_street"]) {
                var home = AttributeDescription("home", .composite)
                home.compositeName = "Address"
                $0.attributes.append(home)
                $0.uniquenessConstraints = [["home.street"], ["home_street"]]
            },
            composites: [.init("Address", attributes: [Farm.optional("street", .string)])],
            names: ["Z_Tab_UNIQUE_home_street", "Z_Tab_UNIQUE_home_street1"]),
        Case(
            "indexes of two entities",
            entity("Item", ["word"]) { $0.indexes = [index("a_b", ["word"])] },
            entity("Item_a", ["word"]) { $0.indexes = [index("b", ["word"])] },
            names: ["Z_Item_a_b", "Z_Item_a_b1"]),
        Case(
            "indexes of relationships",
            entity("Goal"),
            entity("A") { $0.relationships = [one("b_zc", "Goal")] },
            entity("A_ZB") { $0.relationships = [one("c", "Goal")] },
            entity("A_ZB_ZC_INDEX"),
            names: ["ZA_ZB_ZC_INDEX", "ZA_ZB_ZC_INDEX1", "ZA_ZB_ZC_INDEX2"]),
        Case(
            "an index whose name is not an SQL identifier",
            entity("Tab", ["word"]) {
                $0.indexes = [index("by word; DROP", ["word"]), index("by-word--DROP", ["word"])]
            }, names: ["Z_Tab_word", "Z_Tab_by_word__DROP"]),
        Case(
            "entities that differ in case or by a number",
            entity("Tab", ["word"]), entity("TAB", ["word"]), entity("Tab1", ["word"]),
            names: ["ZTAB", "ZTAB1", "ZTAB11"]),
        Case(
            "an entity and a system table",
            entity("_primaryKey", ["word"]), entity("_metadata"), entity("_modelCache"),
            names: ["Z_PRIMARYKEY1", "Z_METADATA1", "Z_MODELCACHE1"]),
        Case(
            "an entity and a primary key’s index", entity("Tab", ["word"]), entity("Tab_pkey"),
            names: ["ZTAB", "ZTAB_PKEY"]),
        Case(
            "an entity and a join table", entity("_2friends", ["word"]),
            entity("Person") { $0.relationships = [many("friends", "Person", "friends")] },
            names: ["Z_2FRIENDS", "Z_2FRIENDS1"]),
        Case(
            "join tables",
            entity("Book") {
                $0.relationships = [
                    many("fa", "Person", "friends"), many("fb", "Person", "Friends"),
                ]
            },
            entity("Person") {
                $0.relationships = [many("friends", "Book", "fa"), many("Friends", "Book", "fb")]
            }, names: ["Z_1FA", "Z_1FB"]),
        Case(
            "join tables of relationships that differ in case",
            entity("Book") {
                $0.relationships = [many("fans", "Person", "fa"), many("Fans", "Person", "fb")]
            },
            entity("Person") {
                $0.relationships = [many("fa", "Book", "fans"), many("fb", "Book", "Fans")]
            }, names: ["Z_1FANS", "Z_1FANS1"]),
        Case(
            "the columns of a join table",
            entity("Friend") { $0.relationships = [many("friend", "Friend", nil)] },
            names: ["Z_1FRIEND"]),
        Case(
            "columns", entity("Tab", ["a", "A", "_pk", "_ENT", "_opt", "a1"]), names: ["ZTAB"]),
        Case(
            "R-trees and their shadow tables",
            entity("Place") {
                $0.attributes = [Farm.optional("x", .double), Farm.optional("y", .double)]
                $0.indexes = [tree("i", ["x", "y"]), tree("i_node", ["y"]), tree("I", ["x"])]
            },
            entity("RT_Place") {
                $0.attributes = [Farm.optional("x", .double)]
                $0.indexes = [index("i", ["x"])]
            },
            names: [
                "Z_RT_Place_i", "Z_RT_Place_i_node1", "Z_RT_Place_I1", "Z_RT_Place_i2",
            ]),
        Case(
            "triggers",
            entity("Tab", ["word"]) {
                $0.attributes += [derived("total", "uppercase:(word)")]
                $0.attributes += [derived("Total", "lowercase:(word)")]
            },
            names: ["Z_DA_ZTAB_Tab_Total_INSERT", "Z_DA_ZTAB_Tab_total_INSERT1"]),
        Case(
            "the indexes of history tables",
            entity("Transaction", ["word"]) {
                $0.indexes = [index("TransactionTimestampIndex", ["word"])]
            },
            entity("TransactionString", ["name"]) { $0.uniquenessConstraints = [["name"]] },
            names: [
                "Z_Transaction_TransactionTimestampIndex1", "Z_TransactionString_UNIQUE_name1",
            ]),
    ]

    // MARK: - Constraints with such names

    private static let tabs = entity("Tab", ["a_b", "a", "b"])

    private static let constrainedTabs: EntityDescription = {
        var entity = tabs
        entity.uniquenessConstraints = [["a_b"], ["a", "b"]]
        return entity
    }()

    @Test("A violated new constraint is reported with its properties, regardless of index names")
    func sharedValues() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Store.sqlite"
        let old = try PersistentContainer(
            model: ManagedObjectModel(entities: [Self.tabs]), store: .sqlite(path: path))
        try old.write { context in
            for name in ["x", "y"] {
                let tab = try ManagedObject(entityName: "Tab", context: context)
                try tab.setValue(name, forKey: "a_b")
                try tab.setValue("same", forKey: "a")
                try tab.setValue("same", forKey: "b")
            }
            try context.save()
        }
        try old.close()

        #expect {
            try PersistentContainer(
                model: ManagedObjectModel(entities: [Self.constrainedTabs]),
                store: .sqlite(path: path))
        } throws: { error in
            "\(error)".contains("Tab.a, b: it must be unique now")
        }
    }

    @Test("A migration keeps a constraint that only the older model has")
    func keptConstraint() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Store.sqlite"
        try PersistentContainer(
            model: ManagedObjectModel(entities: [Self.constrainedTabs]),
            store: .sqlite(path: path)
        ).close()
        var newer = Self.tabs
        newer.attributes.append(Farm.optional("c", .string))
        newer.uniquenessConstraints = [["a", "b"]]

        try PersistentContainer(
            model: ManagedObjectModel(entities: [newer]), store: .sqlite(path: path)
        ).close()

        let indexes = try RawDatabase(path).rows(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND name LIKE '%UNIQUE%'")
        #expect(indexes.compactMap(\.first).compactMap(\.self).count == 2)
        #expect(indexes.filter { $0[1]?.hasSuffix("(ZA_B COLLATE BINARY ASC)") == true }.count == 1)
        #expect(
            indexes.filter {
                $0[1]?.hasSuffix("(ZA COLLATE BINARY ASC, ZB COLLATE BINARY ASC)") == true
            }.count == 1)
    }

    @Test("Constraints are looked up by the names of their indexes")
    func constraintNames() throws {
        let model = ManagedObjectModel(entities: [Self.constrainedTabs])

        let constraints = try SQLSchema.make(ModelLayout(model)).constraints

        #expect(
            constraints.mapValues(\.properties)
                == ["Z_Tab_UNIQUE_a_b": ["a_b"], "Z_Tab_UNIQUE_a_b1": ["a", "b"]])
    }

    // MARK: - Parts of models

    private static func entity(
        _ name: String, _ texts: [String] = [],
        _ change: (inout EntityDescription) -> Void = { _ in }
    ) -> EntityDescription {
        var entity = EntityDescription(name)
        entity.attributes = texts.map { Farm.optional($0, .string) }
        change(&entity)
        return entity
    }

    private static func index(_ name: String, _ properties: [String]) -> FetchIndexDescription {
        FetchIndexDescription(name, elements: properties.map { .init(propertyName: $0) })
    }

    private static func tree(_ name: String, _ properties: [String]) -> FetchIndexDescription {
        var index = index(name, properties)
        for element in index.elements.indices { index.elements[element].collationType = .rTree }
        return index
    }

    private static func one(_ name: String, _ destination: String) -> RelationshipDescription {
        Farm.optional(RelationshipDescription(toOne: name, destination, isOptional: false))
    }

    private static func many(
        _ name: String, _ destination: String, _ inverse: String?
    ) -> RelationshipDescription {
        Farm.optional(
            RelationshipDescription(toMany: name, destination, inverse: inverse, isOptional: false))
    }

    private static func derived(_ name: String, _ expression: String) -> AttributeDescription {
        var attribute = Farm.optional(name, .string)
        attribute.derivationExpression = expression
        return attribute
    }
}
