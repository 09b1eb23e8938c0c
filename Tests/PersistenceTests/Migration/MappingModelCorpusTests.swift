import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Mapping models written by Xcode, with stores from Apple's framework.
@Suite(.enabled(if: Corpus.directory != nil, Corpus.absence))
struct MappingModelCorpusTests {
    private static var directory: String { (Corpus.directory ?? "") + "/moody" }

    private static func mapping(_ name: String) throws -> MappingModel {
        try MappingModel(contentsOf: "\(directory)/\(name).xcmappingmodel")
    }

    private func count(_ entity: String, at path: String) throws -> Int {
        let store = try SQLiteStore.storedModel(path: path)
        let container = try PersistentContainer(
            model: store, classes: [], store: StoreDescription(type: .sqlite, path: path))
        defer { try? container.close() }
        return try container.read {
            try $0.count(for: FetchRequest<ManagedObject>(entityName: entity))
        }
    }

    @Test("A mapping model has versions, entities, names, expressions and policies")
    func reading() throws {
        let third = try Self.mapping("Moody 2-Moody 3")
        let fifth = try Self.mapping("Moody 4-Moody 5")
        let sixth = try Self.mapping("Moody 5-Moody 6")

        #expect(third.sourceVersion == "Moody 2" && third.destinationVersion == "Moody 3")
        #expect(
            third.entityMappings.map(\.name)
                == ["MoodToMood", "CountryToCountry", "ContinentToContinent"])
        #expect(third.entityMappings[0].attributes["rating"] == "rating")
        #expect(third.entityMappings[0].expressions.keys.sorted() == ["continent", "country"])
        let country = try #require(fifth.mapping(to: "Country"))
        #expect(
            country.expressions["isoContinent"]
                == .keyPathOf(.variable("source"), ["continent", "numericISO3166Code"]))
        let newest = try #require(sixth.mapping(to: "Country"))
        #expect(
            newest.entityMigrationPolicyClassName == "Migrations.Country5ToCountry6Policy")
        #expect(newest.mappingType == .custom)
        #expect(sixth.mapping(to: "Continent")?.mappingType == .add)
    }

    /// Creates the continents of countries, which had only codes.
    private final class CountryPolicy: EntityMigrationPolicy {
        private var continents: [Int64: ManagedObject] = [:]

        override func createDestinationInstances(
            forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
        ) throws {
            try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
            guard let code = try source.value(forKey: "isoContinent") as? Int64, code != 0,
                let country = manager.destinationInstances(
                    forEntityMappingName: mapping.name, sourceInstances: [source]
                ).first
            else { return }
            let continent =
                try continents[code]
                ?? ManagedObject(entityName: "Continent", context: manager.destinationContext)
            continents[code] = continent
            try continent.setValue(code, forKey: "numericISO3166Code")
            try country.setValue(continent, forKey: "continent")
        }
    }

    @Test("A store is migrated through five versions with mapping models and inference")
    func chain() throws {
        let copy = try Corpus.Copy(of: "moody/Moody.moody")
        let moods = try count("Mood", at: copy.path)
        let countries = try count("Country", at: copy.path)
        let continents = try count("Continent", at: copy.path)
        let database = try RawDatabase(copy.path)
        let values = try database.rows("SELECT Z_PK, ZDATE, hex(ZCOLORS) FROM ZMOOD ORDER BY 1")
        var migration = try ProgressiveMigration(
            path: copy.path, modelPath: "\(Self.directory)/Moody.xcdatamodeld",
            destination: "Moody 6")
        migration.mappings = try (2...5).map { try Self.mapping("Moody \($0)-Moody \($0 + 1)") }
        migration.policies = ["Country5ToCountry6Policy": CountryPolicy.self]

        let steps = try migration.run()

        #expect(steps.map(\.destination) == (2...6).map { "Moody \($0)" })
        #expect(steps.map { $0.mapping == nil } == [true, false, false, false, false])
        #expect(moods > 0 && countries > 0)
        #expect(try count("Mood", at: copy.path) == moods)
        #expect(try count("Country", at: copy.path) == countries)
        #expect(try count("Continent", at: copy.path) <= continents)
        let migrated = try RawDatabase(copy.path)
        #expect(
            try migrated.rows("SELECT Z_PK, ZDATE, hex(ZCOLORS) FROM ZMOOD ORDER BY 1")
                == values)
        #expect(try migrated.column("PRAGMA integrity_check") == ["ok"])
        #expect(
            try migrated.column("SELECT count(*) FROM ZCOUNTRY WHERE ZCONTINENT IS NOT NULL")
                != ["0"])
        #expect(try StoreCheck.faults(path: copy.path).isEmpty)
    }

    @Test("Continents are derived from the countries of moods")
    func derivedRelationship() throws {
        let copy = try Corpus.Copy(of: "moody/Moody 2.moody")
        var migration = StoreMigration(
            path: copy.path,
            to: try ManagedObjectModel(
                contentsOf: "\(Self.directory)/Moody.xcdatamodeld", version: "Moody 3"))
        migration.mapping = try Self.mapping("Moody 2-Moody 3")

        #expect(try migration.run())

        let database = try RawDatabase(copy.path)
        let rows = try database.rows(
            "SELECT m.ZCONTINENT, c.ZCONTINENT FROM ZMOOD m "
                + "JOIN ZGEOGRAPHICREGION c ON c.Z_PK = m.ZCOUNTRY")
        #expect(!rows.isEmpty)
        #expect(rows.allSatisfy { $0[0] == $0[1] })
    }
}
