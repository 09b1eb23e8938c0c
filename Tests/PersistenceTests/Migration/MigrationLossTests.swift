import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

struct MigrationLossTests {
    private let farm: Farm

    init() throws {
        farm = try Farm()
    }

    /// Without toys, and without the age of keepers.
    private static func smallerModel() throws -> ManagedObjectModel {
        var model = Farm.model
        try model.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }
        try model.change("Animal") { $0.relationships.removeAll { $0.name == "toys" } }
        model.entities.removeAll { $0.name == "Toy" }
        return model
    }

    private static let losses = [
        MigrationLoss(entity: "Bird", property: "toys", count: 1),
        MigrationLoss(entity: "Fish", property: "toys", count: 1),
        MigrationLoss(entity: "Keeper", property: "age", count: 1),
        MigrationLoss(entity: "Toy", count: 1),
    ]

    @Test("Lost records and values are reported with their count on opening")
    func observer() throws {
        let told = Mutex<[MigrationLoss]>([])
        var store = StoreDescription.sqlite(path: farm.path)
        store.migrationLossObserver = { losses in told.withLock { $0 += losses } }

        try PersistentContainer(model: Self.smallerModel(), classes: [], store: store).close()

        #expect(told.withLock { $0 } == Self.losses)
        try expectStore(at: farm.path, of: Self.smallerModel())
    }

    @Test("A migration that may lose nothing is refused, and the store is unchanged")
    func refusal() throws {
        let before = try RawDatabase(farm.path).contents()
        var store = StoreDescription.sqlite(path: farm.path)
        store.migrationLossObserver = MigrationLoss.refuse

        let error = #expect(throws: PersistenceError.self) {
            try PersistentContainer(model: Self.smallerModel(), classes: [], store: store)
        }

        #expect(
            error.map { "\($0)" }?.contains(
                "Bird.toys: the migration would lose the values of 1 record, and there are 3 more "
                    + "losses") == true)
        #expect(try RawDatabase(farm.path).contents() == before)
        #expect(!FileManager.default.fileExists(atPath: farm.copyPath))
    }

    @Test("Additions and renamed properties lose nothing")
    func nothingGoes() throws {
        var model = Farm.model
        try model.change("Keeper") { keeper in
            keeper.attributes.append(Farm.optional("town", .string))
            for index in keeper.attributes.indices where keeper.attributes[index].name == "age" {
                keeper.attributes[index].name = "years"
                keeper.attributes[index].renamingIdentifier = "age"
            }
        }
        var store = StoreDescription.sqlite(path: farm.path)
        store.migrationLossObserver = MigrationLoss.refuse

        try PersistentContainer(model: model, classes: [], store: store).close()

        try expectStore(at: farm.path, of: model)
    }

    @Test("Losses can be computed without a migration", arguments: [StoreType.sqlite, .binary])
    func dryRun(type: StoreType) throws {
        let path = farm.directory.path + "/Copy"
        try PersistentStoreCoordinator.migratePersistentStore(
            at: .file(farm.path), to: StoreDescription(type: type, path: path))
        let before = try Data(contentsOf: URL(fileURLWithPath: path))

        let losses = try StoreMigration(path: path, to: Self.smallerModel()).losses()

        #expect(losses == Self.losses)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A binary store is refused too")
    func atomicStore() throws {
        let path = farm.directory.path + "/Copy"
        try PersistentStoreCoordinator.migratePersistentStore(
            at: .file(farm.path), to: .binary(path: path))
        var store = StoreDescription.binary(path: path)
        store.migrationLossObserver = MigrationLoss.refuse

        #expect(throws: PersistenceError.self) {
            try PersistentContainer(model: Self.smallerModel(), classes: [], store: store)
        }
    }

    @Test("Losses of progressive migration steps are computed without changing the store")
    func steps() throws {
        var second = Farm.model
        try second.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }
        var third = second
        try third.change("Toy") { $0.attributes.removeAll { $0.name == "label" } }
        let migration = ProgressiveMigration(
            path: farm.path,
            versions: [
                .init(name: "Farm", model: Farm.model), .init(name: "Farm 2", model: second),
                .init(name: "Farm 3", model: third),
            ], destination: "Farm 3")
        let before = try RawDatabase(farm.path).contents()

        let losses = try migration.losses()

        #expect(
            losses == [
                MigrationLoss(entity: "Keeper", property: "age", count: 1),
                MigrationLoss(entity: "Toy", property: "label", count: 1),
            ])
        #expect(try RawDatabase(farm.path).contents() == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
                .filter { $0.contains("dry-run") } == [])
    }
}
