import Foundation
import ObjectModel
import Persistence
import PersistenceInspection
import PostgreSQLServer
import Synchronization
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Copies between SQLite and PostgreSQL")
struct CopyingTests {
    /// The contents of a store, one line per record.
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

    /// Passes the path of a filled store, whose folder is removed afterwards.
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

    @Test("A store copied to PostgreSQL and back is the same, with the same keys")
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

            // The differences that the command reports.
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

    /// A model whose history preserves values of deleted records, one of each kind.
    private static let preserving: ManagedObjectModel = {
        let types: [(String, AttributeType)] = [
            ("text", .string), ("whole", .integer64), ("small", .integer16), ("flag", .boolean),
            ("real", .double), ("price", .decimal), ("day", .date), ("key", .uuid),
            ("home", .uri), ("bytes", .binaryData),
        ]
        var note = EntityDescription("Note")
        note.attributes = types.map { name, type in
            var attribute = AttributeDescription(name, type)
            attribute.preservesValueInHistoryOnDeletion = true
            return attribute
        }
        return ManagedObjectModel(entities: [note])
    }()

    /// The history of a store as text.
    private func history(_ store: StoreDescription) throws -> [String] {
        let container = try PersistentContainer(model: Self.preserving, store: store)
        let transactions = try container.read {
            try $0.fetchHistory(.fetchHistory(after: nil as PersistentHistoryToken?))
        }
        try container.close()
        return transactions.map { transaction in
            let changes = transaction.changes.map { change in
                "\(change.changeType) \(change.changedObjectID.recordNumber ?? 0) "
                    + "\(change.updatedProperties?.sorted() ?? ["?"]) "
                    + "\(change.tombstone.sorted { $0.key < $1.key }) "
                    + "\(change.annotation.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
            }
            let microseconds = (transaction.timestamp.timeIntervalSince1970 * 1e6).rounded()
            return "\(transaction.transactionNumber) \(microseconds) "
                + "\(transaction.author ?? "-") \(transaction.processID ?? "-"): \(changes)"
        }
    }

    @Test("The history is the same after a round trip, with preserved values of deleted records")
    func histories() throws {
        PostgreSQLStoreFactory.register()
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let address = try TestServer.shared().newAddress()
        var first = StoreDescription.postgreSQL(address)
        first.tracksHistory = true
        let container = try PersistentContainer(model: Self.preserving, store: first)
        let context = ManagedObjectContext(container)
        func save(as author: String?, _ change: () throws -> Void) throws {
            context.transactionAuthor = author
            try change()
            try context.save()
        }
        let values: [String: any Sendable] = [
            "text": "Ä “text”", "whole": Int64.max, "small": Int64(-7), "flag": true,
            "real": 0.1, "price": Decimal(string: "12.34") ?? 0, "key": UUID(),
            "day": Date(timeIntervalSinceReferenceDate: 1.5),
            "home": try #require(URL(string: "https://example.org/")),
            "bytes": Data((0...255).map { UInt8($0) }),
        ]
        let notes = try ["a", "b"].map { try context.make("Note", ["text": $0]) }
        try save(as: "Ann") {
            for (key, value) in values { try notes[0].setValue(value, forKey: key) }
        }
        try save(as: "Ben") {
            try notes[1].setValue(false, forKey: "flag")
            context.historyAnnotations = [notes[1].objectID: Data("was empty".utf8)]
        }
        try save(as: nil) { context.delete(notes[0]) }
        try container.close()

        let told = try history(first)
        #expect(told.count == 3 && told[2].contains("Ä “text”"))
        let file = StoreDescription.sqlite(path: directory.appending(path: "notes.sqlite").path)
        try PersistentStoreCoordinator.migratePersistentStore(
            at: .address(address), to: file)
        #expect(try history(file) == told)
        let back = StoreDescription.postgreSQL(try TestServer.shared().newAddress())
        try PersistentStoreCoordinator.migratePersistentStore(at: file.location, to: back)
        #expect(try history(back) == told)

        // Later transactions continue the history.
        let copy = try PersistentContainer(model: Self.preserving, store: back)
        let writer = ManagedObjectContext(copy)
        writer.transactionAuthor = "Cy"
        _ = try writer.make("Note", ["text": "c"])
        try writer.save()
        try copy.close()
        let all = try history(back)
        #expect(Array(all.dropLast()) == told)
        #expect(all.last?.hasPrefix("4 ") == true && all.last?.contains("Cy") == true)
    }

    @Test("An interrupted copy can be repeated")
    func brokenOff() throws {
        PostgreSQLStoreFactory.register()
        try withFile { file in
            let address = try TestServer.shared().newAddress()
            try TestYard(address).container.close()
            // An interrupted copy has reserved keys in the same way: in a separate, committed
            // transaction.
            try TestConnection(address).execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 64")

            try PersistentStoreCoordinator.migratePersistentStore(
                at: .file(file), to: .postgreSQL(address))

            #expect(try dump(.address(address)) == dump(.file(file)))
        }
    }

    @Test(
        "A copy waits for a concurrent writer of the destination, and keeps its records",
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
        // The copy waits ten seconds at most.
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
