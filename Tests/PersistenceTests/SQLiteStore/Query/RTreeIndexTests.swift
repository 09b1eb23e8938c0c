import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Fetches with an R-tree")
struct RTreeIndexTests {
    private static func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }

    /// Places, including towns, with an R-tree for their coordinates and one for their years.
    private static var model: ManagedObjectModel {
        func tree(_ name: String, _ properties: String...) -> FetchIndexDescription {
            FetchIndexDescription(
                name,
                elements: properties.map { property in
                    var element = FetchIndexElementDescription(propertyName: property)
                    element.collationType = .rTree
                    return element
                })
        }
        var place = EntityDescription("Place")
        place.attributes = [
            optional("latitude", .double), optional("longitude", .double),
            optional("name", .string),
        ]
        place.indexes = [
            tree("byLocation", "latitude", "longitude"),
            FetchIndexDescription("byName", elements: [.init(propertyName: "name")]),
        ]
        let region = RelationshipDescription(toOne: "region", "Town", inverse: "places")
        place.relationships = [region]
        var town = EntityDescription("Town", superentityName: "Place")
        town.attributes = [optional("people", .integer64)]
        town.indexes = [tree("byPeople", "people")]
        let places = RelationshipDescription(toMany: "places", "Place", inverse: "region")
        town.relationships = [places]
        return ManagedObjectModel(entities: [place, town])
    }

    /// Coordinates that are not exact in 32 bits, close together, missing, or far away.
    private static let coordinates: [Double?] = [
        nil, 0, -0.1, 0.1, 0.10000000149011612, 0.2, 47.5, 47.50000001, 47.49999999, -89.999999,
        16_777_217, -16_777_217, 1e30, -1e30, 1e300, -1e300, .leastNonzeroMagnitude,
        -.leastNonzeroMagnitude, 1e-39, -1e-39,
        -.infinity,
    ]

    private static func library(_ kind: StoreKind, count: Int) throws -> TestLibrary {
        var random = SplitMix(state: 99)
        let library = try TestLibrary(kind, model: model)
        let context = library.context()
        var towns: [ManagedObject] = []
        for number in 0..<count {
            let isTown = number % 3 == 0
            let place = try ManagedObject(
                entityName: isTown ? "Town" : "Place", context: context)
            for key in ["latitude", "longitude"] {
                guard let value = coordinates.randomElement(using: &random) ?? nil,
                    value.isFinite
                else { continue }
                try place.setValue(value, forKey: key)
            }
            try place.setValue("p\(number % 7)", forKey: "name")
            try place.setValue(towns.randomElement(using: &random), forKey: "region")
            guard isTown else { continue }
            let people: [Int64] = [0, 1, 16_777_216, 16_777_217, .max, .max - 1, .min, -5]
            try place.setValue(people.randomElement(using: &random), forKey: "people")
            towns.append(place)
        }
        try context.save()
        return library
    }

    private func request(
        _ format: String, entity: String = "Place"
    ) throws -> FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entityName: entity)
        request.predicate = try FetchPredicate(format: format)
        return request
    }

    @Test(
        "The predicate survives a round trip through its format string",
        arguments: [
            #"indexed:by:(latitude, "byLocation") BETWEEN {1, 2}"#,
            #"indexed:by:(latitude, "byLocation") >= 1.5 AND indexed:by:(longitude, "byLocation") < 8"#,
            #"NOT 5 < indexed:by:(people, "byPeople")"#,
        ])
    func printing(format: String) throws {
        let predicate = try FetchPredicate(format: format)

        let printed = predicate.predicateFormat

        #expect(try FetchPredicate(format: printed) == predicate)
        #expect(printed.contains("indexed:by:("))
    }

    @Test("SQLite searches the R-tree once for all conditions")
    func plan() throws {
        let library = try Self.library(.sqlite, count: 1)
        let context = library.context()
        let both = try request(
            #"indexed:by:(latitude, "byLocation") BETWEEN {47, 48} AND name CONTAINS 'p' "#
                + #"AND (indexed:by:(longitude, "byLocation") > 8 "#
                + #"AND 9 > indexed:by:(longitude, "byLocation"))"#)
        let town = try request(
            #"indexed:by:(people, "byPeople") > 5 AND indexed:by:(latitude, "byLocation") == 1"#,
            entity: "Town")

        let plan = try #require(try context.fetchPlans(for: both).first)
        let second = try #require(try context.fetchPlans(for: town).first)

        #expect(plan.sql.components(separatedBy: "Z_RT_Place_byLocation").count == 2)
        #expect(plan.steps.contains { $0.contains("SEARCH t0 USING INTEGER PRIMARY KEY") })
        #expect(plan.steps.contains { $0.contains("Z_RT_Place_byLocation VIRTUAL TABLE INDEX 2:") })
        #expect(!plan.scansTable)
        #expect(second.sql.contains("Z_RT_Town_byPeople"))
        #expect(second.sql.contains("Z_RT_Place_byLocation"))
        #expect(!second.scansTable)
    }

    @Test("Conditions unsupported by an R-tree are evaluated without it")
    func others() throws {
        let library = try Self.library(.sqlite, count: 60)
        let context = library.context()

        for format in [
            #"NOT indexed:by:(latitude, "byLocation") > 5"#,
            #"indexed:by:(latitude, "byLocation") > 5 OR name == 'p1'"#,
            #"indexed:by:(latitude, "byLocation") == NULL"#,
            #"indexed:by:(latitude, "byLocation") IN {0.1, 0.2}"#,
            #"indexed:by:(latitude, "byLocation") > longitude"#,
            #"indexed:by:(region.latitude, "byLocation") > 5"#,
            #"indexed:by:(name, "byName") == "p3""#,
            #"ANY region.places.latitude > 5"#,
        ] {
            let request = try request(format)
            let plan = try #require(try context.fetchPlans(for: request).first)

            let found = try context.fetchObjectIDs(request)

            #expect(!plan.sql.contains("Z_RT_"), "\(format)")
            let all = try context.fetch(FetchRequest<ManagedObject>(entityName: "Place"))
            let predicate = try #require(request.predicate)
            let expected = try all.filter { try predicate.evaluate(with: $0) }.map(\.objectID)
            #expect(found == expected, "\(format)")
        }
    }

    @Test(
        "An unknown index is named in the error",
        arguments: [
            #"indexed:by:(latitude, "byPlace") > 5"#, #"indexed:by:(name, "byLocation") == "x""#,
            #"indexed:by:(latitude, name) > 5"#, #"indexed:by:(latitude + 1, "byLocation") > 5"#,
            #"ANY indexed:by:(region.places.latitude, "byLocation") > 5"#,
        ])
    func unknown(format: String) throws {
        let library = try Self.library(.sqlite, count: 1)
        let context = library.context()

        let error = #expect(throws: FetchPredicateError.self) {
            try context.fetch(self.request(format))
        }

        #expect("\(try #require(error))".contains("index"))
    }

    @Test("Generated predicates have the same results in SQL and in memory")
    func generated() throws {
        var random = SplitMix(state: 2_026)
        let (stored, held) = (
            try Self.library(.sqlite, count: 300), try Self.library(.inMemory, count: 300)
        )
        let context = stored.context()
        var (used, hits) = (0, 0)
        for _ in 0..<150 {
            let format = Self.predicate(depth: 2, &random)
            let request = try request(format, entity: "Town")

            let found = try context.fetchObjectIDs(request)
            let inMemory = try held.context().fetchObjectIDs(request)
            let counted = try context.count(for: request)

            let all = try context.fetch(FetchRequest<ManagedObject>(entityName: "Town"))
            let predicate = try #require(request.predicate)
            let expected = try all.filter { try predicate.evaluate(with: $0) }.map(\.objectID)
            #expect(found == expected, "\(format)")
            #expect(counted == expected.count)
            let keys = expected.map { $0.uriRepresentation.split(separator: "/").last }
            #expect(inMemory.map { $0.uriRepresentation.split(separator: "/").last } == keys)
            used += try context.fetchPlans(for: request)[0].sql.contains("Z_RT_") ? 1 : 0
            hits += found.isEmpty ? 0 : 1
        }
        #expect(used > 60 && hits > 40)
    }

    private static func predicate(depth: Int, _ random: inout SplitMix) -> String {
        if depth > 0, Int.random(in: 0..<4, using: &random) > 0 {
            let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                "(\(predicate(depth: depth - 1, &random)))"
            }
            let word = ["AND", "AND", "AND", "OR"].randomElement(using: &random) ?? "AND"
            let isNegated = Int.random(in: 0..<8, using: &random) == 0
            return (isNegated ? "NOT " : "") + "(\(parts.joined(separator: " \(word) ")))"
        }
        func number(_ key: String) -> String {
            guard key == "people" else {
                let value = (coordinates.randomElement(using: &random) ?? nil) ?? 0
                return value.isFinite ? "\(value)" : "\(value < 0 ? -1e308 : 1e308)"
            }
            return ["0", "1", "16777216", "16777217", "9223372036854775807", "-5", "1e19", "0.5"]
                .randomElement(using: &random) ?? "0"
        }
        let key = ["latitude", "longitude", "people"].randomElement(using: &random) ?? "latitude"
        let index = key == "people" ? "byPeople" : "byLocation"
        let place = "indexed:by:(\(key), \"\(index)\")"
        let sign = ["<", "<=", ">", ">=", "==", "!="].randomElement(using: &random) ?? "<"
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: "\(place) BETWEEN {\(number(key)), \(number(key))}"
        case 1: "\(number(key)) \(sign) \(place)"
        default: "\(place) \(sign) \(number(key))"
        }
    }

    @Test("Batch requests and dictionary fetches use the R-tree")
    func batches() throws {
        let library = try Self.library(.sqlite, count: 120)
        let context = library.context()
        let request = try request(
            #"indexed:by:(latitude, "byLocation") BETWEEN {0.05, 0.15}"#)
        let count = try context.count(for: request)
        var dictionaries = DictionaryFetchRequest(
            entityName: "Place", columns: [("count", try FetchExpression(format: "count:(SELF)"))])
        dictionaries.predicate = request.predicate
        var update = BatchUpdateRequest(entityName: "Place")
        update.predicate = request.predicate
        update.resultType = .count
        update.propertiesToUpdate = ["latitude": .constant(.double(70))]

        let counted = try context.fetchDictionaries(dictionaries)
        let result = try context.execute(update)

        #expect(count > 5)
        #expect(counted.first?["count"] == .integer(Int64(count)))
        #expect(result.count == count)
        #expect(try context.count(for: request) == 0)
        let moved = try self.request(#"indexed:by:(latitude, "byLocation") == 70"#)
        #expect(try context.count(for: moved) == count)
    }
}
