import Dispatch
import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import Persistence

@Suite("Object identity")
struct ObjectIdentityTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func store(_ name: String) -> StoreDescription {
        .sqlite(path: directory.path + "/\(name).sqlite")
    }

    /// A farm's stores, each with a keeper that has the name of its store and the primary key 1.
    private func open(
        _ names: String..., model: ManagedObjectModel = Farm.model
    ) throws -> PersistentContainer {
        let container = try PersistentContainer(model: model, stores: names.map(store))
        let context = ManagedObjectContext(container)
        for (name, store) in zip(names, container.coordinator.stores)
        where try store.withReadSession({ try $0.isPristine() }) {
            let keeper = try ManagedObject(entityName: "Keeper", context: context)
            try context.assign(keeper, to: store)
            try keeper.setValue(name, forKey: "name")
        }
        try context.save()
        return container
    }

    private func ids(_ container: PersistentContainer) throws -> [String: ManagedObjectID] {
        let context = ManagedObjectContext(container)
        let keepers = try context.fetch(FetchRequest<ManagedObject>(entityName: "Keeper"))
        return try Dictionary(
            uniqueKeysWithValues: keepers.map { (try $0.text("name") ?? "", $0.objectID) })
    }

    private func id(_ name: String, _ container: PersistentContainer) throws -> ManagedObjectID {
        try #require(try ids(container)[name])
    }

    @Test("An ID of another coordinator’s store finds nothing")
    func strangers() throws {
        let (own, other) = (try open("Own"), try open("Other"))
        let stranger = try id("Other", other)
        let context = ManagedObjectContext(own)
        let keeper = try context.existingObject(with: try id("Own", own))
        #expect(stranger.key == keeper.objectID.key && stranger != keeper.objectID)

        #expect(context.registeredObject(for: stranger) == nil)
        #expect(isNotFound(stranger) { _ = try context.existingObject(with: stranger) })
        let object = context.object(with: stranger)
        #expect(object !== keeper && object.managedObjectContext == nil)
        #expect(try object.text("name") == nil)
        context.delete(object)
        #expect(!context.hasChanges)

        try own.close()
        try other.close()
    }

    @Test("A relationship to a record of another coordinator is not saved")
    func strangeDestinations() throws {
        let (own, other) = (try open("Own"), try open("Other"))
        let elsewhere = ManagedObjectContext(other)
        let bird = try ManagedObject(entityName: "Bird", context: elsewhere)
        try bird.setValue("Tweety", forKey: "name")
        try elsewhere.save()
        let stranger = bird.objectID
        let context = ManagedObjectContext(own)
        let keeper = try context.existingObject(with: try id("Own", own))

        keeper.setToOne(
            context.object(with: stranger), at: try keeper.requireSlot("favourite").number)
        #expect(isNotFound(stranger) { try context.save() })
        #expect(!context.hasChanges)
        var update = BatchUpdateRequest(entityName: "Keeper")
        update.propertiesToUpdate = ["favourite": .constant(.object(stranger))]
        #expect(isNotFound(stranger) { _ = try context.execute(update) })
        let insertion = BatchInsertRequest(
            entityName: "Keeper", objects: [["name": "Ben", "favourite": stranger]])
        #expect(isNotFound(stranger) { _ = try context.execute(insertion) })

        let rows = try RawDatabase(store("Own").path).rows("SELECT ZNAME, ZFAVOURITE FROM ZKEEPER")
        #expect(rows == [["Own", nil]])
        try own.close()
        try other.close()
    }

    @Test("A merge policy cannot resolve to a record of another coordinator or entity")
    func strangeDecisions() throws {
        let (own, other) = (try open("Own"), try open("Other"))
        for container in [own, other] {
            let context = ManagedObjectContext(container)
            let bird = try ManagedObject(entityName: "Bird", context: context)
            try bird.setValue("Tweety", forKey: "name")
            try context.save()
        }
        let keeper = try id("Own", own)
        let bird = try ManagedObjectContext(own).named("Bird")[0].objectID
        let stranger = try ManagedObjectContext(other).named("Bird")[0].objectID
        #expect(bird.key == stranger.key)
        func save(deciding decision: ManagedObjectID) throws {
            let (first, second) = (ManagedObjectContext(own), ManagedObjectContext(own))
            second.mergePolicy = .custom { _ in ["favourite": .object(decision)] }
            for context in [second, first] {
                let object = try context.existingObject(with: keeper)
                try object.setValue((object.value(forKey: "age") as? Int64 ?? 0) + 1, forKey: "age")
            }
            try first.save()
            try second.save()
        }
        func favourite() throws -> [String?] {
            try RawDatabase(store("Own").path).rows("SELECT ZFAVOURITE FROM ZKEEPER")[0]
        }

        #expect(isNotFound(stranger) { try save(deciding: stranger) })
        #expect(throws: PersistenceError.self) { try save(deciding: keeper) }
        #expect(try favourite() == [nil])
        try save(deciding: bird)

        #expect(try favourite() == ["\(bird.key)"])
        try own.close()
        try other.close()
    }

    @Test("A constraint conflict cannot be resolved to a record of another coordinator or entity")
    func strangeDecisionsAboutUniqueValues() throws {
        var model = Farm.model
        try model.change("Keeper") { $0.uniquenessConstraints = [["name"]] }
        let (own, other) = (try open("Own", model: model), try open("Other", model: model))
        for container in [own, other] {
            let context = ManagedObjectContext(container)
            _ = try context.make("Bird", "Tweety")
            try context.save()
        }
        let keeper = try id("Own", own)
        let bird = try ManagedObjectContext(own).named("Bird")[0].objectID
        let stranger = try ManagedObjectContext(other).named("Bird")[0].objectID
        #expect(bird.key == stranger.key)
        func save(deciding decision: AttributeValue) throws {
            let context = ManagedObjectContext(own)
            context.mergePolicy = .custom { _ in ["favourite": decision] }
            let double = try context.make("Keeper", "Own")
            do {
                try context.save()
            } catch {
                // The decision can be corrected and saved again.
                #expect(double.isInserted)
                context.mergePolicy = .rollback
                try context.save()
                throw error
            }
        }
        func favourites() throws -> [[String?]] {
            try RawDatabase(store("Own").path).rows("SELECT ZNAME, ZFAVOURITE FROM ZKEEPER")
        }

        #expect(isNotFound(stranger) { try save(deciding: .object(stranger)) })
        for decision in [AttributeValue.object(keeper), .integer(1)] {
            #expect {
                try save(deciding: decision)
            } throws: { error in
                if case PersistenceError.wrongType("Keeper", "favourite", "Animal", _) = error {
                    return true
                }
                return false
            }
        }
        #expect(try favourites() == [["Own", nil]])
        try save(deciding: .object(bird))

        #expect(try favourites() == [["Own", "\(bird.key)"]])
        try own.close()
        try other.close()
    }

    @Test(
        "A merge policy cannot resolve to a record of another store of the coordinator",
        arguments: [true, false])
    func decisionsOverStores(isAboutUniqueValues: Bool) throws {
        var model = Farm.model
        try model.change("Keeper") { $0.uniquenessConstraints = [["name"]] }
        let container = try open("One", "Two", model: model)
        let setup = ManagedObjectContext(container)
        let birds = try container.coordinator.stores.map { store in
            let bird = try setup.make("Bird", "Tweety")
            try setup.assign(bird, to: store)
            return bird
        }
        try setup.save()
        #expect(birds[0].objectID.key == birds[1].objectID.key)
        let keeper = try id("One", container)
        func save(deciding decision: ManagedObjectID) throws {
            let (first, second) = (ManagedObjectContext(container), ManagedObjectContext(container))
            second.mergePolicy = .custom { _ in ["favourite": .object(decision)] }
            if isAboutUniqueValues {
                _ = try second.make("Keeper", "One")
            } else {
                for context in [second, first] {
                    let object = try context.existingObject(with: keeper)
                    let age = try object.value(forKey: "age") as? Int64 ?? 0
                    try object.setValue(age + 1, forKey: "age")
                }
                try first.save()
            }
            try second.save()
        }
        func favourites() throws -> [[String?]] {
            try RawDatabase(store("One").path).rows("SELECT ZNAME, ZFAVOURITE FROM ZKEEPER")
        }

        #expect {
            try save(deciding: birds[1].objectID)
        } throws: { error in
            if case PersistenceError.misuse = error { return true }
            return false
        }
        #expect(try favourites() == [["One", nil]])
        try save(deciding: birds[0].objectID)

        #expect(try favourites() == [["One", "\(birds[0].objectID.key)"]])
        try container.close()
    }

    @Test("A batch cannot set a relationship to a record of another store of the coordinator")
    func batchesOverStores() throws {
        let container = try open("One", "Two")
        let context = ManagedObjectContext(container)
        let bird = try ManagedObject(entityName: "Bird", context: context)
        try bird.setValue("Tweety", forKey: "name")
        try context.assign(bird, to: container.coordinator.stores[1])
        try context.save()
        var update = BatchUpdateRequest(entityName: "Keeper")
        update.propertiesToUpdate = ["favourite": .constant(.object(bird.objectID))]

        #expect(throws: PersistenceError.self) { try context.execute(update) }
        let insertion = BatchInsertRequest(
            entityName: "Keeper", objects: [["name": "Ben", "favourite": bird.objectID]])
        #expect(throws: PersistenceError.self) { try context.execute(insertion) }
        update.predicate = try FetchPredicate(format: "name == 'Two'")
        try context.execute(update)

        func favourites(_ name: String) throws -> [[String?]] {
            try RawDatabase(store(name).path).rows("SELECT ZNAME, ZFAVOURITE FROM ZKEEPER")
        }
        #expect(try favourites("One") == [["One", nil]])
        #expect(try favourites("Two") == [["Two", "1"]])
        try container.close()
    }

    @Test("Merged changes of another coordinator do not affect records with the same primary key")
    func strangeNotices() throws {
        let (own, other) = (try open("Own"), try open("Other"))
        let stranger = try id("Other", other)
        let context = ManagedObjectContext(own)
        let keeper = try context.existingObject(with: try id("Own", own))

        try ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: RemoteChanges(deleted: [stranger]), into: [context])

        #expect(try keeper.text("name") == "Own")
        #expect(try context.existingObject(with: keeper.objectID) === keeper)
        try own.close()
        try other.close()
    }

    @Test("An ID of a coordinator with a larger model is matched by store and entity")
    func largerModel() throws {
        var model = Farm.model
        model.entities.append(EntityDescription("Zebra"))
        model.entities.append(EntityDescription("Aardvark"))
        let (own, other) = (try open("Own"), try open("Other", model: model))
        let context = ManagedObjectContext(other)
        let zebra = try ManagedObject(entityName: "Zebra", context: context)
        try context.save()

        let id = zebra.objectID
        #expect(isNotFound(id) { _ = try ManagedObjectContext(own).existingObject(with: id) })
        // Its entity number is that of another entity here.
        var request = FetchRequest<ManagedObject>(entityName: "Keeper")
        request.predicate = .comparison(
            FetchComparison(
                .evaluatedObject, .equal, .constant(.object(try self.id("Other", other)))))
        #expect(try ManagedObjectContext(own).fetch(request).isEmpty)

        try own.close()
        try other.close()
    }

    @Test("IDs are equal in whatever order a coordinator has its stores")
    func order() throws {
        let first = try open("One", "Two")
        let before = try ids(first)
        let second = try open("Two", "One")
        let after = try ids(second)

        #expect(before == after && Set(before.values).union(after.values).count == 2)
        let context = ManagedObjectContext(second)
        for (name, id) in before {
            let object = try context.existingObject(with: id)
            #expect(try object.text("name") == name)
            #expect(context.registeredObject(for: try #require(after[name])) === object)
        }
        try first.close()
        try second.close()
    }

    @Test("IDs remain equal when their store is migrated or copied")
    func otherPlace() throws {
        let container = try open("One", "Two")
        let before = try ids(container)
        let coordinator = container.coordinator
        let context = ManagedObjectContext(container)
        let held = try context.existingObject(with: try #require(before["One"]))

        try coordinator.migratePersistentStore(coordinator.stores[0], to: store("Three"))

        #expect(try ids(container) == before)
        let id = try #require(before["One"])
        let found = try context.existingObject(with: id)
        #expect(found !== held && found.objectID == held.objectID)
        #expect(context.registeredObject(for: id) === found)
        try container.close()
        for name in ["One", "Three"] {
            let other = try open(name)
            #expect(try ids(other) == ["One": id])
            try other.close()
        }
    }

    @Test("A reader can finish reading the records of a removed store", .blocking)
    func removalWhileReading() throws {
        let container = try open("One", "Two")
        let coordinator = container.coordinator
        let id = try id("One", container)
        let removed = DispatchSemaphore(value: 0)

        try container.read { (context) throws in
            let thread = Thread {
                do { try coordinator.remove(coordinator.stores[0]) } catch { Issue.record(error) }
                removed.signal()
            }
            thread.start()
            while coordinator.persistentStores.count == 2 { Thread.sleep(forTimeInterval: 0.01) }
            #expect(try context.existingObject(with: id).text("name") == "One")
        }

        removed.wait()
        let context = ManagedObjectContext(container)
        #expect(isNotFound(id) { _ = try context.existingObject(with: id) })
        try container.close()
    }

    @Test("A coordinator refuses two stores with the same identifier")
    func sameIdentifier() throws {
        try open("One").close()
        try FileManager.default.copyItem(atPath: store("One").path, toPath: store("Copy").path)

        #expect(throws: PersistenceError.self) { try open("One", "Copy") }
        let container = try open("One")
        #expect(throws: PersistenceError.self) {
            try container.coordinator.addPersistentStore(with: store("Copy"))
        }
        #expect(container.coordinator.stores.count == 1)
        try container.close()
        // The refused store is closed.
        try open("Copy").close()
    }

    private func isNotFound(_ id: ManagedObjectID, _ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch PersistenceError.objectNotFound(id) {
            return true
        } catch {
            Issue.record("Another error: \(error)")
            return false
        }
    }
}
