import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

/// A yard in a separate schema, opened any number of times.
final class TestYard {
    let address: String
    let store: PostgreSQLStore
    let container: PersistentContainer

    init(
        _ address: String? = nil, model: ManagedObjectModel = Yard.model,
        options: StoreDescription = .postgreSQL("")
    ) throws {
        self.address = try address ?? TestServer.shared().newAddress()
        var description = options
        description.location = .address(self.address)
        container = try PersistentContainer(model: model, store: description)
        store = try #require(container.coordinator.stores[0] as? PostgreSQLStore)
    }

    var coordinator: PersistentStoreCoordinator { container.coordinator }

    func context() -> ManagedObjectContext { ManagedObjectContext(container) }

    /// A connection that sees the committed changes.
    func look() throws -> TestConnection { try TestConnection(address) }

    deinit {
        do { try container.close() } catch { Issue.record("The store cannot be closed: \(error)") }
    }
}
