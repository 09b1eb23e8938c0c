import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Shared stores", .blocking)
struct SharedStoreTests {
    private static func turns(patience: Double = 600) -> StoreDescription {
        var options = StoreDescription.postgreSQL("")
        options.writersTakeTurns = true
        options.postgreSQL.timeout = patience
        return options
    }

    @Test("Writers that take turns leave no gaps, and run no closure twice")
    func turns() async throws {
        let yard = try TestYard(options: Self.turns())
        let address = yard.address
        let runs = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let own = try TestYard(address, options: Self.turns())
                    for _ in 0..<10 {
                        try await own.container.write { context in
                            runs.add(1)
                            var request = FetchRequest<ManagedObject>(entityName: "Tool")
                            request.sortDescriptors = [
                                FetchSortDescriptor("whole", ascending: false)
                            ]
                            request.fetchLimit = 1
                            let last = try context.fetch(request).first?.value(forKey: "whole")
                            let next = (last as? Int64 ?? 0) + 1
                            _ = try context.make("Tool", ["name": "T", "whole": next])
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try yard.look().numbers("SELECT zwhole FROM ztool ORDER BY zwhole")
                == Array(1...40).map { Int64($0) })
        #expect(runs.value == 40)
    }

    @Test("Waiting for a turn has a time limit, and a turn ends with its connection")
    func patience() async throws {
        let yard = try TestYard(options: Self.turns(patience: 0.2))
        func save() throws {
            let context = yard.context()
            _ = try context.make("Tool", ["name": "Axe"])
            try context.save()
        }
        try save()
        var holder: TestConnection? = try yard.look()
        try holder?.execute("BEGIN")
        try holder?.execute("LOCK TABLE Z_METADATA IN SHARE ROW EXCLUSIVE MODE")
        let error = #expect(throws: PersistenceError.self) { try save() }
        guard case .timeLimitExceeded = error else {
            Issue.record("Refused for another reason: \(String(describing: error))")
            return
        }
        holder = nil
        // The server notices the closed connection after a while.
        try await waited {
            do { try save() } catch PersistenceError.timeLimitExceeded { return false }
            return true
        }
        #expect(try yard.look().numbers("SELECT count(*) FROM ztool") == [2])
    }

    @Test("Reads after a save take no turn, and a second save works unless others saved meanwhile")
    func readingAfterSave() throws {
        var options = Self.turns(patience: 5)
        options.tracksHistory = true
        let yard = try TestYard(options: options)
        let other = try TestYard(yard.address, options: options)
        func write(_ between: () throws -> Void) throws {
            try yard.container.write { context in
                _ = try context.make("Tool", ["name": "Axe"])
                try context.save()
                let holder = try yard.look()
                try holder.execute("BEGIN; LOCK TABLE Z_METADATA IN SHARE ROW EXCLUSIVE MODE")
                #expect(try context.names("Tool").contains("Axe"))
                try holder.execute("ROLLBACK")
                try between()
                _ = try context.make("Tool", ["name": "Saw"])
                try context.save()
            }
        }

        try write {}

        #expect(try yard.context().names("Tool").sorted() == ["Axe", "Saw"])
        let error = #expect(throws: PersistenceError.self) {
            try write {
                let context = other.context()
                _ = try context.make("Tool", ["name": "Rake"])
                try context.save()
            }
        }
        guard case .collision(isUndone: false)? = error else {
            Issue.record("It ended with \(String(describing: error))")
            return
        }
        #expect(try yard.context().names("Tool").sorted() == ["Axe", "Axe", "Rake", "Saw"])
    }

    @Test("A lease belongs to one program until it is released")
    func claims() async throws {
        let yard = try TestYard()
        let other = try TestYard(yard.address)
        let claim = try #require(try yard.coordinator.claim("sweep"))
        #expect(try other.coordinator.claim("sweep") == nil)
        #expect(try other.coordinator.claim("count") != nil)
        claim.release()
        try await waited { try other.coordinator.claim("sweep") != nil }
    }

    @Test("A lease is lost with its connection")
    func lostClaims() async throws {
        let name = "claims_" + UUID().uuidString.prefix(8)
        let base = try TestYard()
        let yard = try TestYard(base.address + "&application_name=\(name)")
        let claim = try #require(try yard.coordinator.claim("sweep"))
        #expect(claim.isHeld)

        try TestServer.shared().endConnections(of: name)

        var next: StoreLease?
        try await waited {
            next = try base.coordinator.claim("sweep")
            return next != nil
        }
        #expect(!claim.isHeld)
        #expect(next?.isHeld == true)
        // Asking does not acquire the lease again.
        next?.release()
        #expect(!claim.isHeld)
        #expect(next?.isHeld == false)
    }

    @Test("An address with a schema refers to a separate store, and is kept unchanged")
    func schemas() throws {
        let base = try TestServer.shared().address
        let suffix = UUID().uuidString.prefix(8).lowercased()
        let addresses = ["north", "south"].map { "\(base)&schema=\($0)_\(suffix)" }
        let yards = try addresses.map { try TestYard($0) }
        for (yard, address) in zip(yards, addresses) {
            let context = yard.context()
            _ = try context.make("Tool", ["name": "Axe"])
            try context.save()
            #expect(yard.store.location == .address(address))
        }
        #expect(yards[0].store.identifier != yards[1].store.identifier)
        let again = try TestYard(addresses[0])
        #expect(again.store.identifier == yards[0].store.identifier)
        #expect(try again.context().named("Tool").count == 1)
        #expect(
            try PersistentStoreCoordinator.metadataForPersistentStore(
                at: .address(addresses[1])
            ).identifier == yards[1].store.identifier)
        for schema in ["North", "a b", "x;drop", "1a", ""] {
            #expect(throws: PostgreSQLAddressError.self) {
                try ServerAddress("postgresql://localhost/db?schema=\(schema)")
            }
        }
        let address = try ServerAddress("postgresql://me@host/db?schema=home&sslmode=require")
        #expect(address.text == "postgresql://me@host/db?sslmode=require")
        #expect(address.description == "host=host dbname=db user=me schema=home")
    }

    @Test("Metadata can be set while the store is open, and a copy omits local values")
    func metadata() throws {
        let yard = try TestYard(options: Self.turns())
        let location = StoreLocation.address(yard.address)
        let context = yard.context()
        _ = try context.make("Tool", ["name": "Axe"])
        try context.save()

        try PersistentStoreCoordinator.setMetadata(forPersistentStoreAt: location) { store in
            #expect(store.identifier == yard.store.identifier && store.applicationKeys == [])
            return ["owner": .string("Ann"), "local.folder": .string("here")]
        }
        #expect(try Self.applicationKeys(at: location) == ["local.folder", "owner"])
        _ = try context.make("Tool", ["name": "Saw"])
        try context.save()
        #expect(try yard.context().named("Tool").count == 2)

        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try PersistentStoreCoordinator.setMetadata(forPersistentStoreAt: location) { _ in
                throw Refusal()
            }
        }
        try PersistentStoreCoordinator.setMetadata(forPersistentStoreAt: location) { store in
            #expect(store.value(forKey: "owner") == .string("Ann"))
            return ["owner": .null]
        }
        #expect(try Self.applicationKeys(at: location) == ["local.folder"])
        let copy = try TestServer.shared().newAddress()
        try PersistentStoreCoordinator.migratePersistentStore(
            at: location, to: .postgreSQL(copy))
        #expect(try Self.applicationKeys(at: .address(copy)) == [])
    }

    private static func applicationKeys(at location: StoreLocation) throws -> [String] {
        try PersistentStoreCoordinator.metadataForPersistentStore(at: location).applicationKeys
    }

    @Test("An address can set the number of readers and turn off notifications")
    func addressOptions() async throws {
        let address = try ServerAddress(
            "postgresql://host/db?readers=2&sslmode=require&schema=home&listens=no")
        #expect(address.text == "postgresql://host/db?sslmode=require")
        #expect(address.schema == "home" && address.readerCount == 2 && address.listens == false)
        for text in ["readers=1", "readers=x", "readers=", "listens=off"] {
            #expect(throws: PostgreSQLAddressError.self) {
                try ServerAddress("postgresql://host/db?\(text)")
            }
        }
        let options = address.applied(to: PostgreSQLStoreOptions())
        #expect(options.readerCount == 2 && !options.listens)

        // Changes are still observed, by polling.
        var tracking = StoreDescription.postgreSQL("")
        tracking.tracksHistory = true
        let base = try TestServer.shared().newAddress()
        let yard = try TestYard(base, options: tracking)
        let other = try TestYard(base + "&readers=2&listens=no", options: tracking)
        let count = other.store.changeCount
        let context = yard.context()
        _ = try context.make("Tool", ["name": "Axe"])
        try context.save()
        try await waited { other.store.changeCount > count }
    }
}
