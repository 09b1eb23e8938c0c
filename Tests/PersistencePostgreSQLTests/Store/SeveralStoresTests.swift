import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("A PostgreSQL store beside others")
struct SeveralStoresTests {
    /// A database and a file, in some order, with parts in both.
    private final class Yards {
        let container: PersistentContainer
        let look: TestConnection
        private let file: String

        init(databaseFirst: Bool) throws {
            let address = try TestServer.shared().newAddress()
            file = NSTemporaryDirectory() + "yard-\(UUID().uuidString).sqlite"
            let stores = [StoreDescription.postgreSQL(address), .sqlite(path: file)]
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

        deinit {
            do {
                try container.close()
                try FileManager.default.removeItem(atPath: file)
            } catch {
                Issue.record("The stores cannot be taken down: \(error)")
            }
        }
    }

    @Test(
        "A transaction that fails at its end leaves the other store as it was",
        arguments: [true, false])
    func lateFailure(databaseFirst: Bool) throws {
        let yards = try Yards(databaseFirst: databaseFirst)
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
}
