import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct MappedMigrationTests {
    private let farm: Farm

    init() throws {
        farm = try Farm()
    }

    /// The farm with a new attribute for each keeper, computed from others.
    private static var newer: ManagedObjectModel {
        get throws {
            var model = Farm.model
            try model.change("Keeper") {
                $0.attributes.append(Farm.required("badge", .string))
                $0.relationships.append(
                    Farm.optional(
                        RelationshipDescription(
                            toMany: "prey", "Fish", inverse: "hunter", isOptional: false)))
            }
            try model.change("Fish") {
                $0.relationships.append(
                    Farm.optional(
                        RelationshipDescription(
                            toOne: "hunter", "Keeper", inverse: "prey", isOptional: false)))
            }
            return model
        }
    }

    /// All entities with their names.
    private static func mapping() throws -> MappingModel {
        var mapping = try MappingModel.inferred(from: Farm.model, to: Farm.model)
        for index in mapping.entityMappings.indices {
            let name = mapping.entityMappings[index].destinationEntityName ?? ""
            for slot in try ModelLayout(try newer).entity(named: name)?.slots ?? [] {
                guard slot.attribute == nil else { continue }
                mapping.entityMappings[index].relationships[slot.name] = slot.name
            }
        }
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        mapping.entityMappings[keeper].expressions = [
            "badge": try FetchExpression(mappingFormat: "uppercase($source.name)"),
            "prey": try FetchExpression(
                mappingFormat: "FUNCTION($manager, "
                    + "\"destinationInstancesForEntityMappingNamed:sourceInstances:\", "
                    + "\"FishToFish\", $source.animals)"),
        ]
        return mapping
    }

    private func migration(_ mapping: MappingModel) throws -> StoreMigration {
        var migration = StoreMigration(path: farm.path, to: try Self.newer)
        migration.mapping = mapping
        return migration
    }

    private func read(_ body: (ManagedObjectContext) throws -> Void) throws {
        let container = try PersistentContainer(
            model: try Self.newer, store: .sqlite(path: farm.path))
        try container.read(body)
        try container.close()
    }

    @Test("Expressions compute values and relationships, and everything else is copied")
    func expressions() throws {
        let before = try RawDatabase(farm.path).rows("SELECT Z_PK, ZNAME FROM ZKEEPER ORDER BY 1")
        let identifier = try RawDatabase(farm.path).column("SELECT Z_UUID FROM Z_METADATA")

        #expect(try migration(try Self.mapping()).run())

        try expectStore(at: farm.path, of: try Self.newer)
        try read { (context) throws in
            #expect(try context.values("badge", of: "Keeper") == ["ANN", "BEN"])
            #expect(try context.values("prey", of: "Keeper") == ["Wanda", ""])
            #expect(try context.values("age", of: "Keeper") == ["41", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", "none"])
            #expect(try context.values("players", of: "Toy") == ["Tweety, Wanda"])
            #expect(try context.values("cost", of: "Toy") == ["2.5"])
            let toys = try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy"))
            #expect(try toys.first?.value(forKey: "picture") as? Data == Farm.picture)
        }
        let database = try RawDatabase(farm.path)
        #expect(try database.rows("SELECT Z_PK, ZNAME FROM ZKEEPER ORDER BY 1") == before)
        #expect(try database.column("SELECT Z_UUID FROM Z_METADATA") == identifier)
        #expect(try StoreCheck.faults(path: farm.path).isEmpty)
        #expect(try ExternalData(storePath: farm.path, threshold: 0).names().count == 1)
    }

    @Test("The old store is kept next to the new one, with its external files")
    func copy() throws {
        #expect(try migration(try Self.mapping()).run())

        let container = try PersistentContainer(
            model: Farm.model, store: .sqlite(path: farm.copyPath))
        try container.read { (context) throws in
            let toys = try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy"))
            #expect(try toys.first?.value(forKey: "picture") as? Data == Farm.picture)
        }
        try container.close()
        #expect(try migration(try Self.mapping()).run() == false)
    }

    @Test("New records do not reuse primary keys")
    func numbers() throws {
        #expect(try migration(try Self.mapping()).run())

        let container = try PersistentContainer(
            model: try Self.newer, store: .sqlite(path: farm.path))
        let key = try container.write { context in
            let keeper = try ManagedObject(entityName: "Keeper", context: context)
            try keeper.setValue("Cleo", forKey: "name")
            try keeper.setValue("C", forKey: "badge")
            try context.save()
            return keeper.objectID.key
        }
        try container.close()
        #expect(key > 2)
    }

    @Test("The history continues after its numbers, so that followers miss nothing")
    func history() throws {
        var older = StoreDescription.sqlite(path: farm.path)
        older.tracksHistory = true
        let before = try PersistentContainer(model: Farm.model, store: older)
        var tokens: [PersistentHistoryToken] = []
        for age in [50, 51] as [Int32] {
            try before.write { context in
                let keepers = try context.fetch(FetchRequest<ManagedObject>(entityName: "Keeper"))
                try keepers.first?.setValue(age, forKey: "age")
                try context.save()
            }
            tokens.append(try before.coordinator.currentPersistentHistoryToken())
        }
        try before.close()

        #expect(try migration(try Self.mapping()).run())

        let container = try PersistentContainer(
            model: try Self.newer, store: .sqlite(path: farm.path))
        let context = ManagedObjectContext(container)
        #expect(throws: PersistenceError.self) {
            try context.fetchHistory(.fetchHistory(after: tokens[0]))
        }
        // All records are inserted again, in a later transaction.
        let told = try context.fetchHistory(.fetchHistory(after: tokens[1]))
        #expect(told.map(\.transactionNumber) == [tokens.count + 1].map { Int64($0) })
        let count = try ["Keeper", "Fish", "Bird", "Toy"].reduce(0) { count, name in
            try count + context.count(for: FetchRequest<ManagedObject>(entityName: name))
        }
        #expect(told.flatMap(\.changes).count { $0.changeType == .insert } >= count)
        try container.close()
    }

    private final class SplitPolicy: EntityMigrationPolicy {
        override func createDestinationInstances(
            forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
        ) throws {
            try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
            let toy = try ManagedObject(
                entityName: "Toy", context: manager.destinationContext)
            try toy.setValue(try source.value(forKey: "name") as? String, forKey: "label")
            manager.associate(
                sourceInstance: source, withDestinationInstance: toy, for: mapping)
        }

        override func createRelationships(
            forDestination destination: ManagedObject, in mapping: EntityMapping,
            manager: MigrationManager
        ) throws {
            guard destination.objectID.entityName == "Keeper" else { return }
            try super.createRelationships(
                forDestination: destination, in: mapping, manager: manager)
        }

        override func value(
            ofFunction name: String, arguments: [PredicateValue]
        ) throws -> PredicateValue {
            guard name == "badgeFor:", case .string(let text)? = arguments.first?.attributeValue
            else { return try super.value(ofFunction: name, arguments: arguments) }
            return .value(.string("badge of \(text)"))
        }
    }

    @Test("A policy creates its own objects and implements custom functions")
    func policy() throws {
        var mapping = try Self.mapping()
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        mapping.entityMappings[keeper].entityMigrationPolicyClassName = "Farm.SplitPolicy"
        mapping.entityMappings[keeper].expressions["badge"] = try FetchExpression(
            mappingFormat: "FUNCTION($entityPolicy, \"badgeFor:\", $source.name)")
        #expect(mapping.entityMappings[keeper].mappingType == .custom)
        var migration = try migration(mapping)
        migration.policies = ["SplitPolicy": SplitPolicy.self]

        #expect(try migration.run())

        try read { (context) throws in
            #expect(try context.values("badge", of: "Keeper") == ["badge of Ann", "badge of Ben"])
            #expect(
                try context.values("label", of: "Toy").sorted() == ["Ann", "Ball", "Ben"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
        }
    }

    @Test("A missing policy is named in the error")
    func missingPolicy() throws {
        var mapping = try Self.mapping()
        mapping.entityMappings[0].entityMigrationPolicyClassName = "Farm.Unknown"
        let before = try RawDatabase(farm.path).contents()

        let error = #expect(throws: MigrationError.self) { try migration(mapping).run() }

        #expect(error?.reason.contains("Farm.Unknown") == true)
        #expect(try RawDatabase(farm.path).contents() == before)
    }

    private struct Interruption: Error {}

    private final class CancellingPolicy: EntityMigrationPolicy {
        struct Stop: Error {}

        override func createDestinationInstances(
            forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
        ) throws {
            try super.createDestinationInstances(
                forSource: source, in: mapping, manager: manager)
            manager.cancelMigration(with: Stop())
        }
    }

    @Test("A migration is cancelled by its policy or by the caller")
    func cancellation() throws {
        let before = try RawDatabase(farm.path).contents()
        var mapping = try Self.mapping()
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        var migration = try migration(mapping)
        migration.isCancelled = { true }
        #expect(throws: CancellationError.self) { try migration.run() }
        mapping.entityMappings[keeper].entityMigrationPolicyClassName = "CancellingPolicy"
        migration.mapping = mapping
        migration.isCancelled = nil
        migration.policies = ["CancellingPolicy": CancellingPolicy.self]

        #expect(throws: CancellingPolicy.Stop.self) { try migration.run() }

        #expect(try RawDatabase(farm.path).contents() == before)
    }

    private final class FailingPolicy: EntityMigrationPolicy {
        override func performCustomValidation(
            forMapping mapping: EntityMapping, manager: MigrationManager
        ) throws {
            throw Interruption()
        }
    }

    @Test("An interrupted migration leaves the store and no other files")
    func interruption() throws {
        var mapping = try Self.mapping()
        mapping.entityMappings[0].entityMigrationPolicyClassName = "FailingPolicy"
        let before = try RawDatabase(farm.path).contents()
        var migration = try migration(mapping)
        migration.policies = ["FailingPolicy": FailingPolicy.self]
        migration.keepsCopy = false

        #expect(throws: Interruption.self) { try migration.run() }

        #expect(try RawDatabase(farm.path).contents() == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
        #expect(
            Set(left).isSubset(of: [
                "Farm.sqlite", ".Farm_SUPPORT", "Farm.sqlite-wal", "Farm.sqlite-shm",
            ]))
        #expect(try ExternalData(storePath: farm.path, threshold: 0).names().count == 1)
    }

    @Test("A migrated record that fails validation is refused, and the store is unchanged")
    func invalidResult() throws {
        var mapping = try Self.mapping()
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        mapping.entityMappings[keeper].expressions["badge"] = .constant(.null)
        let before = try RawDatabase(farm.path).contents()

        #expect(throws: PersistenceError.self) { try migration(mapping).run() }

        #expect(try RawDatabase(farm.path).contents() == before)
    }

    @Test("The error of an invalid expression names its property")
    func badExpression() throws {
        var mapping = try Self.mapping()
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        mapping.entityMappings[keeper].expressions["badge"] = try FetchExpression(
            mappingFormat: "$source.nickname")

        let error = #expect(throws: MigrationError.self) { try migration(mapping).run() }

        #expect(error?.entity == "Keeper" && error?.property == "badge")
    }
}
