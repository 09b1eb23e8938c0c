import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct SchemaTests {
    private let statements: [String]

    init() throws {
        statements = try StoreSQL.allSQL(for: Zoo.model)
    }

    @Test("Columns are in Core Data’s groups, and subentities are in their root’s table")
    func tables() {
        let tables = statements.filter {
            $0.hasPrefix("CREATE TABLE Z") && !$0.contains("TABLE Z_")
        }

        #expect(
            tables == [
                """
                CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
                ZISSHY INTEGER, ZKEEPER INTEGER, ZCOLOUR1 INTEGER, Z_FOK_KEEPER INTEGER, \
                ZBORN TIMESTAMP, ZSPAN FLOAT, ZWEIGHT DECIMAL, ZNAME VARCHAR, ZCOLOUR VARCHAR, \
                ZHOME VARCHAR, ZTAG BLOB, ZNOTES BLOB, ZPHOTO BLOB )
                """,
                """
                CREATE TABLE ZKEEPER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
                ZFAVOURITE INTEGER, Z1_FAVOURITE INTEGER, ZSALARY DECIMAL, ZNAME VARCHAR )
                """,
                """
                CREATE TABLE ZTOY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
                ZLABEL VARCHAR )
                """,
            ])
    }

    @Test("A join table is named by the lower entity number, and has order columns")
    func joinTables() {
        let tables = statements.filter {
            $0.hasPrefix("CREATE TABLE Z_") && $0.contains("PRIMARY KEY (")
        }

        #expect(
            tables == [
                """
                CREATE TABLE Z_1FRIENDS ( Z_1FRIENDOF INTEGER, Z_1FRIENDS INTEGER, \
                PRIMARY KEY (Z_1FRIENDOF, Z_1FRIENDS) )
                """,
                """
                CREATE TABLE Z_4TOYS ( Z_4OWNERS INTEGER, Z_5TOYS INTEGER, Z_FOK_5TOYS INTEGER, \
                PRIMARY KEY (Z_4OWNERS, Z_5TOYS) )
                """,
                """
                CREATE TABLE Z_5TWINS ( Z_5TWINS INTEGER, Z_5TWINS1 INTEGER, \
                PRIMARY KEY (Z_5TWINS, Z_5TWINS1) )
                """,
            ])
    }

    @Test("Foreign keys, entity numbers and the model’s indexes are indexed")
    func indexes() {
        let indexes = statements.filter { $0.contains(" INDEX ") }

        #expect(
            indexes == [
                "CREATE INDEX ZANIMAL_ZKEEPER_INDEX ON ZANIMAL (ZKEEPER)",
                "CREATE INDEX ZANIMAL_Z_ENT_INDEX ON ZANIMAL (Z_ENT)",
                "CREATE INDEX ZKEEPER_ZFAVOURITE_INDEX ON ZKEEPER (ZFAVOURITE)",
                "CREATE INDEX Z_1FRIENDS_Z_1FRIENDS_INDEX ON Z_1FRIENDS (Z_1FRIENDS, Z_1FRIENDOF)",
                "CREATE INDEX Z_4TOYS_Z_5TOYS_INDEX ON Z_4TOYS (Z_5TOYS, Z_4OWNERS)",
                "CREATE INDEX Z_5TWINS_Z_5TWINS1_INDEX ON Z_5TWINS (Z_5TWINS1, Z_5TWINS)",
                "CREATE INDEX Z_Animal_name ON ZANIMAL (ZNAME COLLATE BINARY ASC)",
                """
                CREATE UNIQUE INDEX Z_Animal_UNIQUE_name_tag ON ZANIMAL \
                (ZNAME COLLATE BINARY ASC, ZTAG COLLATE BINARY ASC)
                """,
                """
                CREATE INDEX Z_Keeper_name_salary ON ZKEEPER \
                (ZNAME COLLATE BINARY ASC, ZSALARY COLLATE BINARY ASC)
                """,
                "CREATE INDEX Z_Keeper_bySalary ON ZKEEPER (ZSALARY COLLATE BINARY DESC)",
            ])
    }

    @Test("An index of a single attribute is created twice, like in Core Data")
    func indexedTwice() throws {
        var item = EntityDescription("Item")
        item.attributes = [AttributeDescription("key", .uuid, isOptional: false)]
        item.indexes = [FetchIndexDescription("byKey", elements: [.init(propertyName: "key")])]

        let statements = try StoreSQL.allSQL(for: ManagedObjectModel(entities: [item]))

        #expect(
            statements.filter { $0.contains(" INDEX ") } == [
                "CREATE INDEX Z_Item_key ON ZITEM (ZKEY COLLATE BINARY ASC)",
                "CREATE INDEX Z_Item_byKey ON ZITEM (ZKEY COLLATE BINARY ASC)",
            ])
    }

    @Test("An index omits relationships without a column")
    func indexedRelationships() throws {
        var item = EntityDescription("Item")
        item.attributes = [AttributeDescription("key", .uuid, isOptional: false)]
        item.relationships = [
            RelationshipDescription(toMany: "parts", "Item", inverse: "parts", isOptional: false)
        ]
        item.indexes = [
            FetchIndexDescription(
                "both", elements: [.init(propertyName: "parts"), .init(propertyName: "key")]),
            FetchIndexDescription("none", elements: [.init(propertyName: "parts")]),
        ]

        let statements = try StoreSQL.allSQL(for: ManagedObjectModel(entities: [item]))

        #expect(
            statements.filter { $0.hasPrefix("CREATE INDEX Z_Item_") }
                == ["CREATE INDEX Z_Item_both ON ZITEM (ZKEY COLLATE BINARY ASC)"])
    }

    @Test("Z_PRIMARYKEY has a row for each entity")
    func primaryKeys() {
        let rows = statements.filter { $0.hasPrefix("INSERT") }

        #expect(
            rows
                == [("Animal", 0), ("Bird", 1), ("Fish", 1), ("Keeper", 0), ("Toy", 0)].enumerated()
                .map { number, entity in
                    "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
                        + "VALUES (\(number + 1), '\(entity.0)', \(entity.1), 0)"
                })
    }

    @Test("A name that is invalid in SQL is refused")
    func badName() {
        let model = ManagedObjectModel(entities: [EntityDescription("X); DROP TABLE Y")])

        #expect(throws: PersistenceError.self) { try StoreSQL.allSQL(for: model) }
    }

    @Test("A composite attribute has a column for each element")
    func composite() throws {
        var home = AttributeDescription("home", .composite, isOptional: false)
        home.compositeName = "Address"
        var person = EntityDescription("Person")
        person.attributes = [home]
        var model = ManagedObjectModel(entities: [person])
        model.compositeAttributes = [
            .init("Address", attributes: [.init("street", .string), .init("number", .integer16)])
        ]

        let statements = try StoreSQL.allSQL(for: model)

        #expect(statements.first?.contains("ZHOME_NUMBER INTEGER, ZHOME_STREET VARCHAR") == true)
    }
}
