import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Mappings with source predicates")
struct MappingFilterTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    private static var newer: ManagedObjectModel {
        get throws {
            var model = Farm.model
            try model.change("Keeper") {
                $0.attributes.append(Farm.optional("rank", .string))
            }
            return model
        }
    }

    /// A mapping model of Xcode's with mappings between keepers; each argument is the text of a
    /// mapping besides its entities.
    private static func file(_ mappings: String...) -> Data {
        var objects = ["<object type=\"XDDEVMAPPINGMODEL\" id=\"z1\"></object>"]
        for (number, mapping) in mappings.enumerated() {
            objects.append(
                """
                <object type="XDDEVATTRIBUTEMAPPING" id="n\(number)">
                <attribute name="name" type="string">name</attribute></object>
                <object type="XDDEVATTRIBUTEMAPPING" id="r\(number)">
                <attribute name="name" type="string">rank</attribute>
                <attribute name="valueexpression" type="string">"rank \(number)"</attribute>
                </object>
                <object type="XDDEVENTITYMAPPING" id="m\(number)">
                <attribute name="sourcename" type="string">Keeper</attribute>
                <attribute name="destinationname" type="string">Keeper</attribute>
                <attribute name="mappingnumber" type="int16">\(number)</attribute>
                \(mapping)
                <relationship name="attributemappings" type="0/0"
                destination="XDDEVATTRIBUTEMAPPING" idrefs="n\(number) r\(number)"></relationship>
                </object>
                """)
        }
        return Data("<database>\(objects.joined(separator: "\n"))</database>".utf8)
    }

    private static func filter(_ format: String) -> String {
        "<attribute name=\"sourcefilterpredicatestring\" type=\"string\">\(format)</attribute>"
            + "<attribute name=\"autogenerateexpression\" type=\"bool\">1</attribute>"
    }

    /// A fetch request for an entity, archived like Xcode archives a handwritten one.
    private static func request(_ entity: String, _ format: String) -> String {
        var writer = KeyedArchiveWriter()
        let function = "fetchRequestForSourceEntityNamed:predicateString:"
        let members: [String: PropertyListValue] = [
            "NSExpressionType": .integer(4), "NSOperand": writer.addVariable("manager"),
            "NSSelectorName": writer.add(.string(function)),
            "NSArguments": writer.addArray([
                writer.addConstant(writer.add(.string(entity))),
                writer.addConstant(writer.add(.string(format))),
            ]),
        ]
        let request = writer.add(["NSFunctionExpression", "NSExpression", "NSObject"], members)
        let context = writer.addKeyPath("sourceContext", of: writer.addVariable("manager"))
        let root = writer.add(
            ["NSFetchRequestExpression", "NSExpression", "NSObject"],
            [
                "NSExpressionType": .integer(50), "NSFRExpression": request,
                "NSMOCExpression": context,
            ])
        let archive = writer.data(root: root).base64EncodedString()
        return "<attribute name=\"sourceexpressiondata\" type=\"binary\">\(archive)</attribute>"
    }

    private func migrate(_ mapping: MappingModel) throws -> [String] {
        var migration = StoreMigration(path: farm.path, to: try Self.newer)
        migration.mapping = mapping
        #expect(try migration.run())
        let container = try PersistentContainer(
            model: try Self.newer, store: .sqlite(path: farm.path))
        defer { try? container.close() }
        return try container.read { context in
            try zip(context.values("name", of: "Keeper"), context.values("rank", of: "Keeper"))
                .map { "\($0) \($1)" }
        }
    }

    @Test("Filters distribute the records of one entity among mappings")
    func filters() throws {
        let mapping = try MappingModel(
            xml: Self.file(Self.filter("age &gt; 40"), Self.filter("age == nil")))

        #expect(mapping.entityMappings.map(\.name) == ["KeeperToKeeper", "KeeperToKeeper 2"])
        #expect(try migrate(mapping) == ["Ann rank 0", "Ben rank 1"])
    }

    @Test("A handwritten fetch request selects source records")
    func request() throws {
        let mapping = try MappingModel(
            xml: Self.file(Self.request("Keeper", "name BEGINSWITH \"B\"")))

        #expect(try migrate(mapping) == ["Ben rank 0"])
    }

    @Test("A filter that matches everything is not a filter")
    func all() throws {
        let mapping = try MappingModel(xml: Self.file(Self.filter("TRUEPREDICATE")))

        #expect(mapping.entityMappings[0].sourcePredicate == nil)
        #expect(try migrate(mapping) == ["Ann rank 0", "Ben rank 0"])
    }

    @Test("The error of an invalid source names the mapping")
    func errors() throws {
        for bad in [Self.filter("age &gt;"), Self.request("Toy", "TRUEPREDICATE")] {
            let error = #expect(throws: MappingModelError.self) {
                try MappingModel(xml: Self.file(bad))
            }

            #expect(error?.reason.contains("KeeperToKeeper") == true)
        }
    }

    @Test("An expression fetches and counts source objects")
    func fetchExpressions() throws {
        var mapping = try MappingModel.inferred(from: Farm.model, to: Farm.model)
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        func fetch(_ entity: String, _ format: String, _ counts: String) throws -> FetchExpression {
            try FetchExpression(
                mappingFormat: "FETCH(FUNCTION($manager, "
                    + "\"fetchRequestForSourceEntityNamed:predicateString:\", \"\(entity)\", "
                    + "\"\(format)\"), FUNCTION($manager, \"sourceContext\"), \(counts))")
        }
        mapping.entityMappings[keeper].expressions = [
            "rank": try FetchExpression(mappingFormat: "$entityMapping"),
            "age": try fetch("Keeper", "name != 'Ben'", "YES"),
            "favourite": try fetch("Fish", "TRUEPREDICATE", "NO"),
        ]

        #expect(try migrate(mapping) == ["Ann KeeperToKeeper", "Ben KeeperToKeeper"])

        let container = try PersistentContainer(
            model: try Self.newer, store: .sqlite(path: farm.path))
        try container.read { context in
            let ages = try context.values("age", of: "Keeper")
            let favourites = try context.values("favourite", of: "Keeper")
            #expect(ages == ["1", "1"])
            #expect(favourites == ["Wanda", "Wanda"])
        }
        try container.close()
    }
}
