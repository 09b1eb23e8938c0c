import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

@Suite("Stores of other versions of the program")
struct VersionTests {
    private let directory = DataDirectory(path: NSTemporaryDirectory() + "versions-\(UUID())")

    @Test("A store with what no version of the models knows is not opened, and stays as it is")
    func newerStore() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try makeStore { item in item.attributes.append(.init("smell", .string)) }
        let before = FileManager.default.contents(atPath: directory.store)

        let error = #expect(throws: HouseholdError.self) { try Household(directory: directory) }

        #expect(error?.description.contains("newer version of Homeowner") == true)
        #expect(error?.description.contains("it has Item.smell, which") == true)
        #expect(FileManager.default.contents(atPath: directory.store) == before)
    }

    @Test("What a killed program has only begun to make is made by the next one")
    func begunStore() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try directory.create()
        try Data().write(to: URL(fileURLWithPath: directory.store))

        let household = try Household(directory: directory)
        defer { try? household.close() }

        #expect(try household.container.read { try Item.latest(1, in: $0).isEmpty })
        #expect(household.copyBeforeMigration == nil)
    }

    @Test("An older store is copied before it is migrated, and the copy is told of, once")
    func olderStore() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try makeStore { item in item.attributes.removeAll { $0.name == "soldDate" } }

        let copies = try (0..<2).map { _ in
            let household = try Household(directory: directory)
            defer { try? household.close() }
            #expect(!household.isNew)
            return household.copyBeforeMigration
        }

        #expect(copies == [directory.path + "/Homeowner-before-migration.sqlite", nil])
        #expect(FileManager.default.fileExists(atPath: copies[0] ?? ""))
    }

    @Test("A household that is made is new, and no copy is made of it")
    func newStore() throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }

        let household = try Household(directory: directory)

        #expect(household.isNew)
        #expect(household.copyBeforeMigration == nil)
        try household.close()
    }

    /// Makes a store of the household's model with another entity Item.
    private func makeStore(_ change: (inout EntityDescription) -> Void) throws {
        try directory.create()
        var entities = try Household.model().entities
        let index = try #require(entities.firstIndex { $0.name == "Item" })
        change(&entities[index])
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: entities), classes: [],
            store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        try container.close()
    }
}
