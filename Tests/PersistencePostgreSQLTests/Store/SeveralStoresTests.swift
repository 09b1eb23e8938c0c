import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("A PostgreSQL store together with others")
struct SeveralStoresTests {
    /// A database and a file, in either order, with parts in both.
    private final class Yards {
        let container: PersistentContainer
        let look: TestConnection
        private let folder: String
        private let file: String

        init(databaseFirst: Bool, besideA type: StoreType) throws {
            let address = try TestServer.shared().newAddress()
            folder = NSTemporaryDirectory() + "yards-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            file = folder + "/yard.store"
            let stores = [
                StoreDescription.postgreSQL(address),
                StoreDescription(type: type, location: .file(file)),
            ]
            container = try PersistentContainer(
                model: Yard.model, stores: databaseFirst ? stores : stores.reversed())
            look = try TestConnection(address)
        }

        /// Adds a part to each store.
        func add(_ name: String, _ context: ManagedObjectContext) throws {
            for store in container.coordinator.stores {
                try context.assign(context.make("Part", ["name": name]), to: store)
            }
        }

        /// The names of the parts in each store.
        func names() throws -> [[String]] {
            let parts = try ManagedObjectContext(container).named("Part")
            return try container.coordinator.stores.map { store in
                try parts.filter { $0.objectID.storeIdentifier == store.identifier }
                    .compactMap { try $0.text("name") }
            }
        }

        /// Runs a closure while the file cannot be written.
        func withoutFolder(_ body: () throws -> Void) throws {
            let files = FileManager.default
            try files.moveItem(atPath: folder, toPath: folder + "-away")
            try body()
            try files.moveItem(atPath: folder + "-away", toPath: folder)
        }

        deinit {
            do {
                try container.close()
                try FileManager.default.removeItem(atPath: folder)
            } catch {
                Issue.record("The stores cannot be taken down: \(error)")
            }
        }
    }

    @Test(
        "A failed commit leaves the other store unchanged",
        arguments: [true, false], [StoreType.sqlite, .xml])
    func lateFailure(databaseFirst: Bool, type: StoreType) throws {
        let yards = try Yards(databaseFirst: databaseFirst, besideA: type)
        let context = ManagedObjectContext(yards.container)
        try yards.add("Wheel", context)
        try context.save()
        try yards.look.notePropertyList("Note", "kept")
        try yards.add("Rim", context)

        let error = #expect(throws: PersistenceError.self) { try context.save() }

        guard case .collision = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try yards.names() == [["Wheel"], ["Wheel"]])
        try context.save()
        #expect(try yards.names() == [["Rim", "Wheel"], ["Rim", "Wheel"]])
    }

    @Test("If the file cannot be written, the database keeps its part and the rest stays unsaved")
    func fullDisk() throws {
        let yards = try Yards(databaseFirst: true, besideA: .xml)
        let context = ManagedObjectContext(yards.container)
        try yards.add("Wheel", context)
        try context.save()
        try yards.add("Rim", context)

        try yards.withoutFolder {
            #expect(throws: (any Error).self) { try context.save() }
        }

        #expect(try yards.names() == [["Rim", "Wheel"], ["Wheel"]])
        #expect(context.insertedObjects.count == 1)
        try context.save()
        #expect(try yards.names() == [["Rim", "Wheel"], ["Rim", "Wheel"]])
    }
}
