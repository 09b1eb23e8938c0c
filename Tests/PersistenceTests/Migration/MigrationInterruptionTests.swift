import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

struct MigrationInterruptionTests {
    private struct Interruption: Error {}

    private static var newer: ManagedObjectModel {
        get throws {
            var model = Farm.model
            model.entities.append(EntityDescription("Aardvark"))
            model.entities.removeAll { $0.name == "Fish" }
            try model.change("Keeper") { $0.attributes.append(Farm.optional("town", .string)) }
            return model
        }
    }

    @Test("A migration interrupted at any statement leaves the store unchanged")
    func interruption() throws {
        let farm = try Farm()
        let before = try RawDatabase(farm.path).contents()
        let layout = try ModelLayout(try Self.newer)
        var stop = 0
        var count = 1

        while stop < count {
            var options = StoreDescription.sqlite(path: farm.path)
            options.locksFile = false
            let connection = try StoreAccess(options).connect()
            var migrator = SQLiteStoreMigrator(connection: connection, destination: layout)
            migrator.willRun = { number, total in
                count = total
                if number == stop { throw Interruption() }
            }
            #expect(throws: Interruption.self) { try migrator.run() }
            #expect(try RawDatabase(farm.path).contents() == before)
            stop += 1
        }

        #expect(stop > 20)
        let container = try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path))
        try container.close()
        #expect(try StoreMigration(path: farm.path, to: try Self.newer).run())
        try expectStore(at: farm.path, of: try Self.newer)
    }

    @Test("An error after the last change keeps the migration and notifies the history observer")
    func failureAfterwards() throws {
        let farm = try Farm()
        var newer = Farm.model
        try newer.change("Keeper") { $0.attributes.append(Farm.optional("town", .string)) }
        // The journal of external files is unreadable.
        try FileManager.default.createDirectory(
            atPath: ExternalData(storePath: farm.path, threshold: 0).journalPath,
            withIntermediateDirectories: true)
        let count = Mutex(0)
        var migration = StoreMigration(path: farm.path, to: newer)
        migration.keepsCopy = false
        migration.options.historyObserver = { _ in count.withLock { $0 += 1 } }

        #expect(throws: (any Error).self) { try migration.run() }

        #expect(count.withLock { $0 } == 1)
        #expect(try !migration.isNeeded())
    }

    @Test("A process killed during a migration leaves the store unchanged")
    func lostConnection() throws {
        let farm = try Farm()
        let before = try RawDatabase(farm.path).contents()
        let layout = try ModelLayout(try Self.newer)
        let copy = try TemporaryDirectory()
        var options = StoreDescription.sqlite(path: farm.path)
        options.locksFile = false

        let connection = try StoreAccess(options).connect()
        try connection.executeOnce("PRAGMA cache_size = 1")
        var migrator = SQLiteStoreMigrator(connection: connection, destination: layout)
        migrator.willRun = { number, total in
            // A crash would leave the files in their current state.
            guard number == total - 1 else { return }
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: farm.path + suffix, toPath: "\(copy.path)/Farm.sqlite\(suffix)")
            }
        }
        try migrator.run()

        #expect(try RawDatabase("\(copy.path)/Farm.sqlite").contents() == before)
    }

    @Test("Progress increases from zero to one")
    func progress() throws {
        let farm = try Farm()
        let told = Parts()
        var migration = StoreMigration(path: farm.path, to: try Self.newer)
        migration.progress = { told.add($0) }

        #expect(try migration.isNeeded())
        #expect(try migration.run())

        #expect(told.all.first == 0 && told.all.last == 1 && told.all == told.all.sorted())
        #expect(try migration.isNeeded() == false)
        #expect(try migration.run() == false)
    }

    // Used on one thread.
    private final class Parts: @unchecked Sendable {
        private(set) var all: [Double] = []

        func add(_ part: Double) { all.append(part) }
    }
}
