import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Generated model versions, compared record by record with the mapping")
struct GeneratedMigrationTests {
    /// The ways of migrating to the newer version.
    enum Way: CaseIterable {
        case inference, names, objects
    }

    private struct Outcome {
        var isRefused = false
        var isInferable = true
    }

    @Test(
        "SQLite stores have the links that the mapping predicts", arguments: Way.allCases,
        Array(0..<4))
    func sqlite(way: Way, part: Int) throws {
        let outcomes = try (part * 30..<part * 30 + 30).map {
            try migrate(seed: UInt64($0), .sqlite, way)
        }

        // The seeds cover both.
        #expect(outcomes.filter { $0.isInferable && !$0.isRefused }.count > 10)
        #expect(outcomes.contains { $0.isRefused })
    }

    @Test(
        "XML and binary stores have the links that the mapping predicts",
        arguments: AtomicStoreTests.types)
    func atomic(type: StoreType) throws {
        for seed in 200..<220 { _ = try migrate(seed: UInt64(seed), type, .inference) }
    }

    private func migrate(seed: UInt64, _ type: StoreType, _ way: Way) throws -> Outcome {
        let directory = try TemporaryDirectory()
        let versions = GeneratedVersions(seed: seed)
        try versions.older.validate()
        try versions.newer.validate()
        let store = StoreDescription(type: type, path: directory.path + "/Store")
        var random = SplitMix(state: seed)
        let old = try links(versions.older, store) { try RecordLinks.fill($0, &random) }
        #expect(try StoreCheck.faults(path: directory.path + "/Store") == [], "\(seed)")
        guard
            let mapping = try? MappingModel.inferred(from: versions.older, to: versions.newer)
        else { return Outcome(isInferable: false) }
        let prediction = PredictedLinks(
            old, from: versions.older, to: versions.newer, by: mapping)
        do {
            try migrate(store, versions, mapping, way)
        } catch {
            #expect(!prediction.refusals.isEmpty, "\(seed): \(error)")
            check(error, against: prediction.refusals, way, seed)
            #expect(try links(versions.older, store) == old, "\(seed)")
            return Outcome(isRefused: true)
        }
        #expect(prediction.refusals.isEmpty, "\(seed)")
        let differences = prediction.differences(from: try links(versions.newer, store))
        #expect(differences == [], "\(seed)")
        let faults = try StoreCheck.faults(path: directory.path + "/Store")
        #expect(faults == [], "\(seed)")
        return Outcome()
    }

    private func links(
        _ model: ManagedObjectModel, _ store: StoreDescription,
        _ body: (ManagedObjectContext) throws -> Void = { _ in }
    ) throws -> RecordLinks {
        let container = try PersistentContainer(model: model, store: store)
        try container.write(body)
        let links = try container.read { try RecordLinks($0) }
        try container.close()
        return links
    }

    private func migrate(
        _ store: StoreDescription, _ versions: GeneratedVersions, _ mapping: MappingModel,
        _ way: Way
    ) throws {
        guard way != .inference else {
            return try PersistentContainer(model: versions.newer, store: store).close()
        }
        var migration = StoreMigration(
            path: store.location.path ?? "", to: versions.newer)
        migration.mapping = mapping
        if way == .objects {
            for index in mapping.entityMappings.indices
            where mapping.entityMappings[index].attributes["name"] != nil {
                migration.mapping?.entityMappings[index].expressions["name"] =
                    try FetchExpression(mappingFormat: "$source.name")
            }
        }
        try migration.run()
    }

    /// A refusal names the property, and the number of records of the entity.
    private func check(
        _ error: any Error, against refusals: [PredictedLinks.Refusal: Int], _ way: Way,
        _ seed: UInt64
    ) {
        guard way != .objects else { return }
        let text = "\(error)"
        #expect(
            refusals.contains { refusal, count in
                text.contains("\(refusal.property): ")
                    && text.contains("\(count) record")
                    && text.contains(refusal.isOfSeveral ? "had several" : "none")
            }, "\(seed): \(text), not \(refusals)")
    }
}
