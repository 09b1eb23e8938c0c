import ObjectModel
import Testing

@testable import Persistence

struct DerivedSchemaTests {
    @Test("The trigger for now() is identical to Core Data’s")
    func now() throws {
        let statements = try StoreSQL.allSQL(for: Shop.model)

        #expect(
            statements.contains(
                """
                CREATE TRIGGER IF NOT EXISTS Z_DA_ZORDER_Order_changed_UPDATE \
                AFTER UPDATE OF Z_OPT ON ZORDER FOR EACH ROW BEGIN \
                UPDATE ZORDER SET ZCHANGED = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; \
                SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue\
                ('ZORDER', Z_ENT, Z_PK, 'changed', ZCHANGED) FROM ZORDER \
                WHERE Z_PK = NEW.Z_PK; END
                """))
    }

    @Test("A count has triggers on the counted table, and one on its own table")
    func count() throws {
        let statements = try StoreSQL.allSQL(for: Shop.model)

        let own = statements.filter { $0.contains(" Z_DA_ZORDER_Order_lineCount_") }
        #expect(own.count == 1)
        let parameters = statements.filter { $0.contains(" Z_DA_ZLINE_Order_lineCount_") }
        #expect(
            parameters.map { $0.split(separator: " ")[5] } == [
                "Z_DA_ZLINE_Order_lineCount_PARAMETER_INSERT",
                "Z_DA_ZLINE_Order_lineCount_PARAMETER_UPDATE",
                "Z_DA_ZLINE_Order_lineCount_PARAMETER_DELETE",
            ])
        #expect(
            parameters.allSatisfy {
                $0.contains(
                    "SET ZLINECOUNT = (SELECT IFNULL(COUNT(ZORDER), 0) FROM ZLINE "
                        + "WHERE ZORDER = ZORDER.Z_PK)")
            })
    }

    @Test("Locations are indexed by R-trees that triggers maintain")
    func places() throws {
        var entity = EntityDescription("Asset")
        entity.attributes = ["latitude", "longitude"].map { name in
            let attribute = AttributeDescription(name, .double)
            return attribute
        }
        var elements = [
            FetchIndexElementDescription(propertyName: "latitude"),
            FetchIndexElementDescription(propertyName: "longitude"),
        ]
        for index in elements.indices { elements[index].collationType = .rTree }
        entity.indexes = [FetchIndexDescription("boundedByRect", elements: elements)]
        let model = ManagedObjectModel(entities: [entity])

        let statements = try StoreSQL.allSQL(for: model)

        #expect(
            statements.contains(
                """
                CREATE VIRTUAL TABLE Z_RT_Asset_boundedByRect USING RTREE \
                (Z_PK INTEGER PRIMARY KEY, ZLATITUDE_MIN, ZLATITUDE_MAX, \
                ZLONGITUDE_MIN, ZLONGITUDE_MAX)
                """))
        #expect(
            statements.contains(
                """
                CREATE TRIGGER IF NOT EXISTS Z_RT_Asset_boundedByRect_INSERT AFTER INSERT ON ZASSET \
                FOR EACH ROW BEGIN INSERT OR REPLACE INTO Z_RT_Asset_boundedByRect \
                (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) \
                VALUES (NEW.Z_PK, NEW.ZLATITUDE, NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; \
                END
                """))
        let shop = try TestLibrary(.sqlite, model: model)
        let context = shop.context()
        let asset = try ManagedObject(entityName: "Asset", context: context)
        try asset.setValue(47.5, forKey: "latitude")
        try asset.setValue(8.5, forKey: "longitude")
        try context.save()
        try asset.setValue(48.5, forKey: "latitude")
        try context.save()
        let database = try RawDatabase(shop.directory + "/Library.sqlite")
        #expect(
            try database.rows("SELECT * FROM Z_RT_Asset_boundedByRect") == [
                ["1", "48.5", "48.5", "8.5", "8.5"]
            ])
        context.delete(asset)
        try context.save()
        #expect(try database.rows("SELECT * FROM Z_RT_Asset_boundedByRect").isEmpty)
    }

    @Test(
        "Partial and expression indexes are created if plain SQL can express them",
        arguments: [
            ("stock > 0", "ZSTOCK > 0"), ("stock == nil", "ZSTOCK IS NULL"),
            ("stock != 2 AND isOld == NO", "(ZSTOCK <> 2) AND (ZISOLD = 0)"),
            ("title == \"it's\"", "ZTITLE = 'it''s'"),
        ])
    func partial(format: String, sql: String) throws {
        let model = Self.things(partial: format, element: .init(propertyName: "title"))

        let statements = try StoreSQL.allSQL(for: model)

        #expect(
            statements.contains(
                "CREATE INDEX Z_Thing_some ON ZTHING (ZTITLE COLLATE BINARY ASC) WHERE \(sql)"))
        _ = try TestLibrary(.sqlite, model: model)
    }

    @Test(
        "PostgreSQL’s partial indexes have constants of the column types",
        arguments: [
            ("stock > 0", "ZSTOCK > 0"), ("stock == nil", "ZSTOCK IS NULL"),
            ("stock != 2 AND isOld == NO", "(ZSTOCK <> 2) AND (ZISOLD = FALSE)"),
            ("isOld == 1 OR NOT title == \"it's\"", "(ZISOLD = TRUE) OR (NOT (ZTITLE = 'it''s'))"),
            ("made < CAST(0, \"NSDate\")", "ZMADE < to_timestamp(978307200.0)"),
            ("TRUEPREDICATE", "TRUE"), ("isOld == 2", nil), ("stock > 0.5", nil),
            ("stock + 1 > 2", nil), ("stock > made", nil),
        ] as [(String, String?)])
    func partialForPostgreSQL(format: String, sql: String?) throws {
        let model = Self.things(partial: format, element: .init(propertyName: "title"))

        let indexes = try SQLSchema.make(ModelLayout(model), for: .postgreSQL).indexes

        let start = "CREATE INDEX Z_Thing_some ON ZTHING (ZTITLE ASC NULLS FIRST) WHERE "
        #expect(indexes.filter { $0.hasPrefix(start) } == (sql.map { [start + $0] } ?? []))
    }

    @Test("An expression index does not call custom functions")
    func expressions() throws {
        let product = Self.things(partial: nil, element: .init(expression: "stock * 2", type: nil))
        let folded = Self.things(
            partial: nil, element: .init(expression: "canonical:(title)", type: nil))

        #expect(
            try StoreSQL.allSQL(for: product).contains(
                "CREATE INDEX Z_Thing_some ON ZTHING ((ZSTOCK * 2) COLLATE BINARY ASC)"))
        #expect(try !StoreSQL.allSQL(for: folded).contains { $0.contains("Z_Thing_some") })
        _ = try TestLibrary(.sqlite, model: product)
    }

    private static func things(
        partial: String?, element: FetchIndexElementDescription
    ) -> ManagedObjectModel {
        var entity = EntityDescription("Thing")
        entity.attributes = [
            AttributeDescription("title", .string, isOptional: false),
            AttributeDescription("stock", .integer32, isOptional: false),
            AttributeDescription("isOld", .boolean, isOptional: false),
            AttributeDescription("made", .date, isOptional: false),
        ]
        var index = FetchIndexDescription("some", elements: [element])
        index.partialIndexPredicateFormat = partial
        entity.indexes = [index]
        return ManagedObjectModel(entities: [entity])
    }
}
