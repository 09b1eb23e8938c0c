import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

@Suite("Staged migration")
struct StagedMigrationTests {
    private struct Refusal: Error {}

    private let farm: Farm

    init() throws {
        farm = try Farm()
    }

    /// Keepers get a nickname.
    private static func second() throws -> ManagedObjectModel {
        var model = Farm.model
        try model.change("Keeper") { $0.attributes.append(Farm.optional("nickname", .string)) }
        return model
    }

    /// The nickname is required, which cannot be inferred if one is missing.
    private static func third() throws -> ManagedObjectModel {
        var model = try second()
        try model.change("Keeper") { entity in
            entity.attributes.removeLast()
            var nickname = Farm.required("nickname", .string)
            nickname.versionHashModifier = "required"
            nickname.defaultValueString = "nobody"
            entity.attributes.append(nickname)
        }
        return model
    }

    /// Keepers lose their age.
    private static func fourth() throws -> ManagedObjectModel {
        var model = try third()
        try model.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }
        return model
    }

    private static func stages(
        willMigrate: @escaping MigrationStage.Handler = StagedMigrationTests.name
    ) throws -> [MigrationStage] {
        [
            .lightweight([Farm.model, try second()], label: "nicknames"),
            .custom(
                from: try second(), to: try third(), label: "required",
                willMigrate: willMigrate
            ) { container in
                try container.write { context in
                    let request = FetchRequest<ManagedObject>(entityName: "Keeper")
                    for keeper in try context.fetch(request) {
                        let name = try keeper.value(forKey: "nickname") as? String ?? ""
                        try keeper.setValue(name.uppercased(), forKey: "nickname")
                    }
                    try context.save()
                }
            },
            .lightweight([try fourth()], label: "no ages"),
        ]
    }

    @Test("Stage handlers use the container’s transformers")
    func transformers() throws {
        func withMotto(_ model: ManagedObjectModel) throws -> ManagedObjectModel {
            var model = model
            try model.change("Keeper") { entity in
                var motto = Farm.optional("motto", .transformable)
                motto.valueTransformerName = "Reversing"
                entity.attributes.append(motto)
            }
            return model
        }
        let (source, destination) = (
            try withMotto(Farm.model), try withMotto(try Self.second())
        )
        var description = StoreDescription(type: .sqlite, path: farm.path)
        description.migrationStages = [
            .lightweight([Farm.model, source], label: "mottos"),
            .custom(from: source, to: destination, label: "nicknames") { container in
                try Self.setMottos(in: container)
            } didMigrate: { container in
                try container.write { context in
                    let request = FetchRequest<ManagedObject>(entityName: "Keeper")
                    for keeper in try context.fetch(request) {
                        let motto = try keeper.value(forKey: "motto") as? String
                        try keeper.setValue(motto, forKey: "nickname")
                    }
                    try context.save()
                }
            },
        ]

        let container = try PersistentContainer(
            model: destination, stores: [description],
            transformers: ["Reversing": ReversingTransformer()])

        #expect(
            try container.read { try $0.values("nickname", of: "Keeper") }
                == ["Early to rise", "Early to rise"])
        try container.close()
    }

    private static func setMottos(in container: PersistentContainer) throws {
        try container.write { context in
            for keeper in try context.fetch(FetchRequest<ManagedObject>(entityName: "Keeper")) {
                try keeper.setValue("Early to rise", forKey: "motto")
            }
            try context.save()
        }
    }

    private static func name(_ container: PersistentContainer) throws {
        try container.write { context in
            for keeper in try context.fetch(FetchRequest<ManagedObject>(entityName: "Keeper")) {
                let age = try keeper.value(forKey: "age").map { "\($0)" } ?? "ageless"
                try keeper.setValue(age, forKey: "nickname")
            }
            try context.save()
        }
    }

    private func makeStore(_ type: StoreType) throws -> String {
        guard type != .sqlite else { return farm.path }
        let path = farm.directory.path + "/Farm.\(type.rawValue.lowercased())"
        try PersistentStoreCoordinator.migratePersistentStore(at: farm.path, to: path, type: type)
        return path
    }

    @Test(
        "A store is migrated through all stages on opening",
        arguments: [.sqlite, .xml] as [StoreType])
    func opening(type: StoreType) throws {
        let path = try makeStore(type)
        let before = try dump(path)
        var description = StoreDescription(type: type, path: path)
        description.migrationStages = try Self.stages()

        for _ in 0..<2 {
            let container = try PersistentContainer(
                model: try Self.fourth(), store: description)
            let names = try container.read { try $0.values("nickname", of: "Keeper") }
            #expect(names == ["41", "AGELESS"])
            let animals = try container.read { try $0.values("animals", of: "Keeper") }
            #expect(animals.contains { $0.contains("Wanda") && $0.contains("Tweety") })
            try container.close()
        }

        let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
        #expect(!left.contains { $0.contains("migrating") })
        let ending = (path as NSString).pathExtension
        expectSame(try dump("\(farm.directory.path)/Farm-before-migration.\(ending)"), before)
    }

    /// Sets the nicknames of keepers to their names in capitals.
    private static func mapped(
        policies: [String: EntityMigrationPolicy.Type]
    ) throws -> MigrationStage {
        var mapping = try MappingModel.inferred(from: Farm.model, to: try second())
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        mapping.entityMappings[keeper].expressions["nickname"] = try FetchExpression(
            mappingFormat: "uppercase($source.name)")
        mapping.entityMappings[keeper].entityMigrationPolicyClassName = "KeeperPolicy"
        return .mapped(
            mapping, from: Farm.model, to: try second(), policies: policies, label: "capitals")
    }

    @Test(
        "A stage with a mapping model runs before inferred stages",
        arguments: [.sqlite, .xml] as [StoreType])
    func mappedStage(type: StoreType) throws {
        let path = try makeStore(type)
        var description = StoreDescription(type: type, path: path)
        let stages = try Self.stages { _ in }
        description.migrationStages =
            [try Self.mapped(policies: ["KeeperPolicy": EntityMigrationPolicy.self])] + stages[1...]

        let container = try PersistentContainer(model: try Self.fourth(), store: description)

        let names = try container.read { try $0.values("nickname", of: "Keeper") }
        #expect(names == ["ANN", "BEN"])
        try container.close()
    }

    @Test("A mapping model with a missing policy leaves the store unchanged")
    func missingPolicy() throws {
        let before = try dump(farm.path)
        let staged = StagedMigration(path: farm.path, stages: [try Self.mapped(policies: [:])])

        #expect(throws: MigrationError.self) { try staged.run() }

        expectSame(try dump(farm.path), before)
    }

    @Test("A store starts at the stage of its version")
    func middle() throws {
        var migration = StoreMigration(path: farm.path, to: try Self.second())
        migration.keepsCopy = false
        try migration.run()
        let staged = StagedMigration(path: farm.path, stages: try Self.stages())

        #expect(try staged.run() == ["required", "no ages"])
        #expect(try staged.run() == [])
    }

    @Test("A throwing handler leaves the store unchanged")
    func refusal() throws {
        let before = try dump(farm.path)
        let staged = StagedMigration(
            path: farm.path, stages: try Self.stages { _ in throw Refusal() })

        #expect(throws: Refusal.self) { try staged.run() }

        expectSame(try dump(farm.path), before)
        let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
        #expect(!left.contains { $0.contains("migrat") })
    }

    @Test("Cancelled stages leave the store unchanged at every point")
    func cancellation() throws {
        let before = try dump(farm.path)
        let asked = Mutex(0)
        var staged = StagedMigration(path: farm.path, stages: try Self.stages())
        var bound = 0

        while true {
            asked.withLock { $0 = 0 }
            staged.isCancelled = { [bound] in
                asked.withLock { asked in
                    asked += 1
                    return asked > bound
                }
            }
            do {
                try staged.run()
                break
            } catch is CancellationError {
                expectSame(try dump(farm.path), before)
                let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
                #expect(!left.contains { $0.contains("migrat") })
            }
            bound += 1
        }

        // Before the lock, before each of three steps, within them, and at the end.
        #expect(bound > 10)
    }

    @Test("Stages that another process completes before the store is locked are not repeated")
    func stagesUnderLock() throws {
        let handled = Mutex(0)
        let stages = try Self.stages { container in
            handled.withLock { $0 += 1 }
            try Self.name(container)
        }
        var staged = StagedMigration(path: farm.path, stages: stages)
        let others = Mutex<[[String]]>([])
        let other = staged
        staged.isCancelled = {
            // The first time, the stages are known and the store is not locked.
            guard others.withLock(\.isEmpty) else { return false }
            let labels = try? other.run()
            others.withLock { $0.append(labels ?? []) }
            return false
        }

        let labels = try staged.run()

        #expect(others.withLock { $0 } == [["nicknames", "required", "no ages"]])
        #expect(labels.isEmpty && handled.withLock { $0 } == 1)
        let container = try PersistentContainer(
            model: try Self.fourth(), store: .sqlite(path: farm.path))
        #expect(
            try container.read { try $0.values("nickname", of: "Keeper") } == ["41", "AGELESS"])
        try container.close()
        let copy = try SQLiteStore.storedModel(path: farm.copyPath)
        #expect(copy.hashesForComparison == Farm.model.hashesForComparison)
    }

    @Test("Containers opened concurrently run the stages once")
    func twoContainers() async throws {
        let handled = Mutex(0)
        var description = StoreDescription.sqlite(path: farm.path)
        description.migrationStages = try Self.stages { container in
            handled.withLock { $0 += 1 }
            try Self.name(container)
        }
        let (model, store) = (try Self.fourth(), description)

        let names = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let container = try await Self.openWhenUnlocked(model, store)
                    let names = try await container.read {
                        try $0.values("nickname", of: "Keeper")
                    }
                    try container.close()
                    return names
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(names == Array(repeating: ["41", "AGELESS"], count: 4))
        #expect(handled.withLock { $0 } == 1)
        let copy = try SQLiteStore.storedModel(path: farm.copyPath)
        #expect(copy.hashesForComparison == Farm.model.hashesForComparison)
        #expect(try StoreCheck.faults(path: farm.path) == [])
    }

    /// Opens a store, which is locked while another container runs its stages.
    private static func openWhenUnlocked(
        _ model: ManagedObjectModel, _ store: StoreDescription
    ) async throws -> PersistentContainer {
        while true {
            do {
                return try PersistentContainer(model: model, store: store)
            } catch PersistenceError.cannotOpen(_, .locked) {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    @Test("A store of an unknown version is refused")
    func unknown() throws {
        let staged = StagedMigration(
            path: farm.path, stages: [.lightweight([try Self.third(), try Self.fourth()])])

        #expect(throws: MigrationError.self) { try staged.run() }
    }
}
