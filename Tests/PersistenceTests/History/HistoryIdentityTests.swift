import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Records in a history, by IDs of an older model")
struct HistoryIdentityTests {
    private let farm: Farm
    private let newer: ManagedObjectModel
    /// A keeper, and a fish, whose entity is missing in the newer model.
    private let (keeper, fish): (ManagedObjectID, ManagedObjectID)

    /// A farm in which all names were changed once.
    init() throws {
        farm = try Farm()
        var model = Farm.model
        model.entities.removeAll { $0.name == "Fish" }
        model.entities += ["Aardvark", "Ant"].map { EntityDescription($0) }
        newer = model
        let container = try Self.open(Farm.model, farm)
        let context = ManagedObjectContext(container)
        let objects = try ["Keeper", "Bird", "Fish", "Toy"].flatMap {
            try context.fetch(FetchRequest<ManagedObject>(entityName: $0))
        }
        for object in objects {
            let key = object.objectID.entityName == "Toy" ? "label" : "name"
            try object.setValue("New", forKey: key)
        }
        try context.save()
        keeper = objects[0].objectID
        fish = try #require(objects.first { $0.objectID.entityName == "Fish" }).objectID
        try container.close()
    }

    private static func open(
        _ model: ManagedObjectModel, _ farm: Farm
    ) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: farm.path)
        store.tracksHistory = true
        return try PersistentContainer(model: model, store: store)
    }

    private func changes(
        of id: ManagedObjectID, _ context: ManagedObjectContext
    ) throws -> [PersistentHistoryChange] {
        var request = PersistentHistoryChangeRequest.fetchHistory(
            after: nil as PersistentHistoryToken?)
        request.changedObject = id
        return try context.fetchHistory(request).flatMap(\.changes)
    }

    @Test("Only the changes of the record are found")
    func changes() throws {
        let container = try Self.open(newer, farm)
        let context = ManagedObjectContext(container)
        let own = try #require(context.storeTable.localized(keeper))
        #expect(own.storeEntity.layout.number != keeper.storeEntity.layout.number)

        let found = try changes(of: keeper, context)

        #expect(found.map(\.changedObjectID.entityName) == ["Keeper"])
        #expect(found.map(\.changedObjectID) == [keeper])
        #expect(try changes(of: fish, context).isEmpty)
        try container.close()
    }

    @Test("Only the changes of the record are deleted")
    func forgetting() throws {
        let container = try Self.open(newer, farm)
        let context = ManagedObjectContext(container)
        func count() throws -> Int {
            try context.fetchHistory(.fetchHistory(after: Date.distantPast)).flatMap(\.changes)
                .count
        }
        let before = try count()

        #expect(try context.deleteHistory(of: [fish]) == 0)
        #expect(try context.deleteHistory(of: [keeper]) == 1)

        #expect(try count() == before - 1)
        #expect(try changes(of: keeper, context).isEmpty)
        try container.close()
    }
}
