import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Replacing stores")
struct StoreMoveTests {
    private struct Refusal: Error {}

    /// The address of another schema.
    private func newAddress(_ ending: String = "") throws -> String {
        PostgreSQLStoreFactory.register()
        let name = "moved_" + UUID().uuidString.prefix(8).lowercased()
        return try TestServer.shared().address + "&schema=" + name + ending
    }

    private func names(_ address: String) throws -> [String] {
        let yard = try TestYard(address)
        return try yard.context().names("Shed")
    }

    private func add(_ name: String, to yard: TestYard) throws {
        let context = yard.context()
        _ = try context.make("Shed", ["name": name])
        try context.save()
    }

    @Test("A store replaces another one atomically, and the replaced one is kept")
    func exchange() throws {
        var options = StoreDescription.postgreSQL("")
        options.tracksHistory = true
        let yard = try TestYard(newAddress(), options: options)
        try add("Old", to: yard)
        let place = yard.address + "_new"
        let new = try TestYard(place, options: options)
        try add("New", to: new)
        try new.container.close()

        #expect(throws: Refusal.self) {
            _ = try PersistentStoreCoordinator.movePersistentStore(
                from: .address(place), to: .address(yard.address), puttingAsideAs: "former"
            ) { throw Refusal() }
        }
        #expect(try names(yard.address) == ["Old"])
        #expect(try names(place) == ["New"])
        let former = try PersistentStoreCoordinator.movePersistentStore(
            from: .address(place), to: .address(yard.address), puttingAsideAs: "former")

        guard case .address(let aside) = former else {
            Issue.record("Nothing is aside")
            return
        }
        #expect(try names(aside) == ["Old"])
        #expect(try !PersistentStoreCoordinator.hasPersistentStore(at: .address(place)))
        // A container that had opened the replaced store can neither read nor write.
        let error = #expect(throws: PersistenceError.self) { _ = try yard.context().names("Shed") }
        guard case .storeReplaced = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: PersistenceError.self) { try add("Late", to: yard) }
        #expect(try names(yard.address) == ["New"])
        #expect(try names(aside) == ["Old"])
        let opened = try TestYard(yard.address, options: options)
        try add("Newer", to: opened)
        #expect(try opened.context().names("Shed") == ["New", "Newer"])
    }

    @Test("Destroying a store removes everything, and does nothing if there is no store")
    func removal() throws {
        let address = try newAddress()
        let location = StoreLocation.address(address)
        try PersistentStoreCoordinator.destroyPersistentStore(at: location)
        let yard = try TestYard(address)
        try add("North", to: yard)
        try yard.container.close()
        #expect(try PersistentStoreCoordinator.hasPersistentStore(at: location))
        try PersistentStoreCoordinator.destroyPersistentStore(at: location)
        #expect(try !PersistentStoreCoordinator.hasPersistentStore(at: location))
        let look = try TestConnection(address)
        #expect(
            try look.texts("SELECT COALESCE(CAST(current_schema() AS text), 'none')") == ["none"])
    }

    @Test("A store outside a separate schema cannot be moved")
    func refusal() throws {
        let (bare, address) = (try TestServer.shared().address, try newAddress())
        #expect(throws: PersistenceError.self) {
            _ = try PersistentStoreCoordinator.movePersistentStore(
                from: .address(bare), to: .address(address), puttingAsideAs: "x")
        }
    }
}
