import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Synchronization
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Copies between SQLite and PostgreSQL")
struct CopyingTests {
    /// All that a store holds, a line for each record.
    private func dump(_ location: StoreLocation) throws -> [String] {
        let dump = try StoreDump(at: location)
        var lines: [String] = []
        try dump.forEachLine { lines.append($0) }
        try dump.close()
        return lines
    }

    private func fill(_ context: ManagedObjectContext) throws {
        let shed = try context.make("Shed", ["name": "North"])
        let labels = try ["red", "blue"].map { try context.make("Label", ["name": $0]) }
        for number in 0..<120 {
            let tool = try context.make(
                number % 3 == 0 ? "Saw" : "Tool",
                [
                    "name": "T\(number)", "whole": Int64(number), "weight": Double(number) / 8,
                    "price": Decimal(number) / 4, "sharp": number % 2 == 0, "code": "C\(number)",
                    "made": Date(timeIntervalSinceReferenceDate: Double(number) * 1_000.5),
                    "key": UUID(),
                    "home": try #require(URL(string: "https://example.org/\(number)")),
                    "picture": Data(repeating: UInt8(number), count: number * 100),
                ])
            if number % 4 == 0 { try tool.setValue(shed, forKey: "shed") }
            try tool.setValue(Set([labels[number % 2]]), forKey: "labels")
            let parts = try ["b", "a", "c"].map { try context.make("Part", ["name": $0]) }
            try tool.setValue(parts, forKey: "parts")
        }
        try context.save()
    }

    /// The file of a store with records, which goes with its folder.
    private func withFile<T>(_ body: (String) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "yard.sqlite").path
        let container = try PersistentContainer(model: Yard.model, store: .sqlite(path: file))
        try fill(ManagedObjectContext(container))
        try container.close()
        return try body(file)
    }

    @Test("What went there and back is the same, and keeps its numbers")
    func thereAndBack() throws {
        PostgreSQLStoreFactory.register()
        try withFile { first in
            let address = try TestServer.shared().newAddress()
            try PersistentStoreCoordinator.migratePersistentStore(
                at: .file(first), to: .postgreSQL(address))
            let second = first + "-back"
            try PersistentStoreCoordinator.migratePersistentStore(
                at: .address(address), to: .sqlite(path: second))

            let lines = try dump(.file(first))
            #expect(lines.count > 480)
            #expect(try dump(.address(address)) == lines)
            #expect(try dump(.file(second)) == lines)
            let identifier = try PersistentStoreCoordinator.metadataForPersistentStore(at: first)
                .identifier
            #expect(
                try PersistentStoreCoordinator.metadataForPersistentStore(at: .address(address))
                    .identifier == identifier)

            // What the command compares.
            func differences() throws -> [String] {
                try StoreFingerprint(at: .file(first)).differences(
                    from: StoreFingerprint(at: .address(address)), countsOnly: false)
            }
            #expect(try differences() == [])

            let yard = try TestYard(address)
            let context = yard.context()
            let new = try context.make("Label", ["name": "green"])
            try context.save()
            #expect(try differences().count == 1)
            #expect(new.objectID.recordNumber ?? 0 > 2)
            #expect(throws: PersistenceError.self) {
                try PersistentStoreCoordinator.migratePersistentStore(
                    at: .file(first), to: .postgreSQL(address))
            }
        }
    }

    @Test("What a copy has left that was broken off is in the way of none")
    func brokenOff() throws {
        PostgreSQLStoreFactory.register()
        try withFile { file in
            let address = try TestServer.shared().newAddress()
            try TestYard(address).container.close()
            // As a copy takes keys: in a transaction of its own, which stays.
            try TestConnection(address).execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 64")

            try PersistentStoreCoordinator.migratePersistentStore(
                at: .file(file), to: .postgreSQL(address))

            #expect(try dump(.address(address)) == dump(.file(file)))
        }
    }

    @Test(
        "A copy waits for those who write in its place, and leaves them what they have written",
        .blocking)
    func besideWriter() async throws {
        PostgreSQLStoreFactory.register()
        let address = try TestServer.shared().newAddress()
        try TestYard(address).container.close()
        let writer = try TestConnection(address)
        try writer.execute(
            "BEGIN; LOCK TABLE Z_METADATA IN ROW SHARE MODE; INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT) "
                + "SELECT 7, Z_ENT, 1 FROM Z_PRIMARYKEY WHERE Z_NAME = 'Label'")

        let hasEnded = Atomic(false)
        async let copy = onThread {
            let outcome = Result { try copyFile(to: address) }
            hasEnded.store(true, ordering: .releasing)
            return outcome
        }
        let look = try TestConnection(address)
        // It waits ten seconds at most.
        try await waited {
            try hasEnded.load(ordering: .acquiring)
                || look.numbers(
                    "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = to_regclass('z_metadata')"
                ) == [1]
        }
        try writer.execute("COMMIT")

        let outcome = try await copy
        #expect(throws: PersistenceError.self) { try outcome.get() }
        #expect(try look.numbers("SELECT Z_PK FROM ZLABEL") == [7])
    }

    private func copyFile(to address: String) throws {
        try withFile { file in
            try PersistentStoreCoordinator.migratePersistentStore(
                at: .file(file), to: .postgreSQL(address))
        }
    }
}
