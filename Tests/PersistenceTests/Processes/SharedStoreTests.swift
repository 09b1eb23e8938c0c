import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Stores changed by others while they are open")
struct SharedStoreTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    /// A container like another program's at the same time.
    private func open(
        _ model: ManagedObjectModel = Farm.model, locksFile: Bool = true,
        tracksHistory: Bool = false
    ) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: farm.path)
        store.locksFile = locksFile
        store.tracksHistory = tracksHistory
        return try PersistentContainer(model: model, store: store)
    }

    private func add(_ name: String, to container: PersistentContainer) throws {
        try container.write { context in
            _ = try context.make("Keeper", name)
            try context.save()
        }
    }

    private func isOfAnotherModel(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch PersistenceError.cannotOpen(farm.path, .incompatibleModel) {
            return true
        } catch {
            Issue.record("Another error: \(error)")
            return false
        }
    }

    /// Expects that a container of the older model neither reads nor writes a store of the newer
    /// one.
    private func expectRefusal(
        by older: PersistentContainer, of newer: ManagedObjectModel
    ) throws {
        let context = ManagedObjectContext(older)
        #expect(isOfAnotherModel { _ = try context.named("Keeper") })
        #expect(isOfAnotherModel { try older.read { _ = try $0.named("Keeper") } })
        #expect(isOfAnotherModel { try add("Cid", to: older) })
        var update = BatchUpdateRequest(entityName: "Keeper")
        update.propertiesToUpdate = ["age": .constant(.integer(1))]
        #expect(isOfAnotherModel { _ = try context.execute(update) })
        #expect(isOfAnotherModel { try older.coordinator.finishDeferredLightweightMigration() })
        try older.close()

        let container = try open(newer)
        let keepers = try ManagedObjectContext(container).named("Keeper")
        #expect(try keepers.map { try $0.text("name") } == ["Ann", "Ben"])
        #expect(try keepers.map { try $0.value(forKey: "age") as? Int64 } == [41, nil])
        try container.close()
        #expect(try StoreCheck.faults(path: farm.path) == [])
    }

    @Test("A container detects that another one has migrated the store")
    func migration() throws {
        let newer = try FarmChange.newerModel
        let older = try open()
        let other = try open(newer)
        try expectRefusal(by: older, of: newer)
        try other.close()
    }

    @Test("A closure detects a migration at its first read")
    func migrationWhileReading() throws {
        let newer = try FarmChange.newerModel
        let older = try open()

        #expect(
            isOfAnotherModel {
                try older.read { context in
                    try open(newer).close()
                    _ = try context.named("Keeper")
                }
            })
        #expect(isOfAnotherModel { try older.read { _ = try $0.named("Fish") } })
        try older.close()
    }

    @Test("A closure that read before a migration sees the old state until it ends")
    func migrationAfterReading() throws {
        let newer = try FarmChange.newerModel
        let older = try open()

        try older.read { context in
            #expect(try context.named("Keeper").count == 2)
            try open(newer).close()
            #expect(try context.named("Fish").count == 1)
        }

        #expect(isOfAnotherModel { try older.read { _ = try $0.named("Keeper") } })
        try older.close()
    }

    @Test("A write closure that only reads detects a migration")
    func migrationBeforeWriting() throws {
        let newer = try FarmChange.newerModel
        for locksFile in [true, false] {
            let farm = try Farm()
            var store = StoreDescription.sqlite(path: farm.path)
            store.locksFile = locksFile
            let older = try PersistentContainer(model: Farm.model, store: store)
            let other = try PersistentContainer(model: newer, store: store)

            #expect {
                try older.write { _ = try $0.named("Keeper") }
            } throws: { error in
                if case PersistenceError.cannotOpen(farm.path, .incompatibleModel) = error {
                    return true
                }
                return false
            }

            try older.close()
            try other.close()
        }
    }

    @Test("A write closure detects a migration before its first read", arguments: [true, false])
    func migrationWithinWriting(locksFile: Bool) throws {
        let newer = try FarmChange.newerModel
        let older = try open(locksFile: locksFile)

        #expect(
            isOfAnotherModel {
                try older.write { context in
                    try open(newer, locksFile: locksFile).close()
                    _ = try context.named("Bird")
                }
            })
        try older.close()
    }

    @Test("An error in a write closure does not hide a migration")
    func migrationBeforeError() throws {
        struct Missing: Error {}
        let newer = try FarmChange.newerModel
        let older = try open()

        #expect(
            isOfAnotherModel {
                try older.write { context in
                    try open(newer).close()
                    // Entity numbers of the older model now belong to other entities.
                    guard try context.named("Bird").count == 1 else { throw Missing() }
                }
            })
        try older.close()
    }

    @Test("A closure that saved before a migration succeeds if it reads nothing afterwards")
    func migrationAfterSaving() throws {
        let newer = try FarmChange.newerModel
        let older = try open()

        try older.write { context in
            _ = try context.make("Keeper", "Cid")
            try context.save()
            try open(newer).close()
        }

        #expect(isOfAnotherModel { try older.write { _ = try $0.named("Keeper") } })
        try older.close()
        let container = try open(newer)
        #expect(try ManagedObjectContext(container).named("Keeper").count == 3)
        try container.close()
    }

    @Test("A closure that reads after its save detects a migration in between")
    func migrationBetweenSavingAndReading() throws {
        let newer = try FarmChange.newerModel
        let older = try open()

        #expect(
            isOfAnotherModel {
                try older.write { context in
                    _ = try context.make("Keeper", "Cid")
                    try context.save()
                    try open(newer).close()
                    _ = try context.named("Bird")
                }
            })
        try older.close()
    }

    @Test("A container detects a migration that does not change tables")
    func renumbering() throws {
        let path = farm.directory.path + "/Things.sqlite"
        var thing = EntityDescription("Thing")
        thing.attributes = [Farm.optional("name", .string)]
        var model = ManagedObjectModel(entities: [
            thing, EntityDescription("Tool", superentityName: "Thing"),
        ])
        let older = try PersistentContainer(model: model, store: .sqlite(path: path))
        func tables() throws -> [[String?]] {
            try RawDatabase(path).rows("SELECT name, sql FROM sqlite_master ORDER BY 1")
        }
        let before = try tables()
        model.entities.append(EntityDescription("Axe", superentityName: "Thing"))

        try PersistentContainer(model: model, store: .sqlite(path: path)).close()

        #expect(try tables() == before)
        #expect(throws: PersistenceError.self) {
            try older.write { context in
                _ = try context.make("Tool", "Saw")
                try context.save()
            }
        }
        try older.close()
        #expect(try RawDatabase(path).column("SELECT ZNAME FROM ZTHING") == [])
    }

    @Test("A process detects that another one has migrated the store")
    func migrationByProcess() async throws {
        let older = try open(locksFile: false)
        #expect(try await ChildProcess.run(.migrate, at: farm.path))
        try expectRefusal(by: older, of: try FarmChange.newerModel)
    }

    /// Expects that a container neither reads nor writes a file that no longer belongs to its
    /// store.
    private func expectReplaced(_ older: PersistentContainer) throws {
        func isReplaced(_ body: () throws -> Void) -> Bool {
            do {
                try body()
                return false
            } catch PersistenceError.storeReplaced(farm.path) {
                return true
            } catch {
                Issue.record("Another error: \(error)")
                return false
            }
        }
        #expect(isReplaced { try older.read { _ = try $0.named("Keeper") } })
        #expect(isReplaced { try older.write { _ = try $0.named("Keeper") } })
        #expect(isReplaced { try add("Cid", to: older) })
        try older.close()
        let container = try open(try FarmChange.newerModel)
        #expect(try ManagedObjectContext(container).named("Keeper").count == 2)
        try container.close()
        #expect(try StoreCheck.faults(path: farm.path) == [])
    }

    @Test("A container without a lock detects that a migration replaced its file")
    func replacement() throws {
        let older = try open(locksFile: false)
        try FarmChange.mapping(at: farm.path).run()
        try expectReplaced(older)
    }

    @Test("A container without a lock detects that a staged migration replaced its file")
    func replacementByStages() throws {
        let older = try open(locksFile: false)
        var store = StoreDescription.sqlite(path: farm.path)
        store.migrationStages = [.lightweight([Farm.model, try FarmChange.newerModel])]
        try PersistentContainer(model: try FarmChange.newerModel, store: store).close()
        try expectReplaced(older)
    }

    @Test("A container without a lock detects that another process replaced its file")
    func replacementByProcess() async throws {
        let older = try open(locksFile: false)
        #expect(try await ChildProcess.run(.map, at: farm.path))
        try expectReplaced(older)
    }

    @Test("Indexes added by another program do no harm")
    func alignment() throws {
        let container = try open()
        var newer = Farm.model
        try newer.change("Keeper") { keeper in
            keeper.indexes = [
                FetchIndexDescription("byAge", elements: [.init(propertyName: "age")])
            ]
        }
        try open(newer).close()
        try add("Cid", to: container)
        #expect(try ManagedObjectContext(container).named("Keeper").count == 3)
        try container.close()
    }

    @Test("Another container’s save increments the change count")
    func changeCount() throws {
        let (first, second) = (try open(), try open())
        let before = first.coordinator.changeCount
        #expect(first.coordinator.changeCount == before)

        try add("Cid", to: second)

        let after = first.coordinator.changeCount
        #expect(after > before)
        #expect(first.coordinator.changeCount == after)
        try add("Dora", to: first)
        let last = first.coordinator.changeCount
        #expect(last > after && first.coordinator.changeCount == last)
        try first.close()
        try second.close()
    }

    @Test("Another process’s save increments the change count")
    func changeCountOfProcess() async throws {
        let container = try open(locksFile: false)
        let before = container.coordinator.changeCount
        #expect(try await ChildProcess.run(.count, at: farm.path))
        #expect(container.coordinator.changeCount > before)
        try container.close()
    }

    @Test("A container with a lock does not check for other writers")
    func alone() throws {
        let container = try open()
        let before = container.coordinator.changeCount
        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZAGE = 1")
        #expect(container.coordinator.changeCount == before)
        try add("Cid", to: container)
        #expect(container.coordinator.changeCount == before + 1)
        try container.close()
    }

    @Test("A history begun by another program contains all later saves")
    func history() throws {
        func last(_ container: PersistentContainer) throws -> Int64? {
            try container.coordinator.stores[0].withReadSession { try $0.lastHistoryNumber() }
        }
        let container = try open()
        #expect(try last(container) == nil)
        let other = try open(tracksHistory: true)
        #expect(try last(container) == 0)

        try add("Cid", to: container)

        #expect(try last(container) == 1)
        #expect(try last(other) == 1)
        let all = PersistentHistoryChangeRequest.fetchHistory(after: nil as PersistentHistoryToken?)
        let changes = try ManagedObjectContext(other).fetchHistory(all).flatMap(\.changes)
        #expect(changes.map(\.changedObjectID.entityName) == ["Keeper"])
        try container.close()
        try other.close()
    }
}
