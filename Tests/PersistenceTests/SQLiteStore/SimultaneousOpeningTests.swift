import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

/// A second opening between two statements of an opening, at each possible point.
@Suite("Concurrent openings of a store")
struct SimultaneousOpeningTests {
    private typealias Opening = Result<SQLiteStore, any Error>

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a closure once, before one of the statements that an opening executes outside of
    /// transactions.
    private final class Interruption: Sendable {
        private struct State {
            var rest: Int
            var isInTransaction = false
        }

        private let state: Mutex<State>
        private let body: @Sendable () -> Void

        init(before number: Int, _ body: @escaping @Sendable () -> Void) {
            state = Mutex(State(rest: number))
            self.body = body
        }

        func hear(_ sql: String) {
            let isNow = state.withLock { state in
                let wasInTransaction = state.isInTransaction
                if sql.hasPrefix("BEGIN") { state.isInTransaction = true }
                if ["COMMIT", "ROLLBACK"].contains(sql) { state.isInTransaction = false }
                if !wasInTransaction { state.rest -= 1 }
                return !wasInTransaction && state.rest == -1
            }
            if isNow { body() }
        }
    }

    /// Opens a store with a second opening in between, at each point. Returns the number of points.
    private func openEverywhere(
        _ layout: ModelLayout, with otherLayout: ModelLayout, locksFile: Bool,
        migrates: Bool = false, prepare: (_ path: String) throws -> Void = { _ in },
        _ check: (_ path: String, _ own: Opening, _ other: Opening) throws -> Void
    ) throws -> Int {
        for number in 0..<1_000 {
            let path = directory.path + "/\(number).sqlite"
            try prepare(path)
            var options = StoreDescription.sqlite(path: path)
            options.locksFile = locksFile
            options.tracksHistory = true
            options.shouldMigrateStoreAutomatically = migrates
            let others = Mutex<[Opening]>([])
            let interruption = Interruption(before: number) { [options] in
                let other = Result {
                    try SQLiteStore(options, layout: otherLayout)
                }
                others.withLock { $0.append(other) }
            }
            options.trace = SQLTrace(capacity: 0) { interruption.hear($0) }
            let own = Result { try SQLiteStore(options, layout: layout) }
            guard let other = others.withLock({ $0.first }) else {
                try own.get().close()
                return number
            }
            try check(path, own, other)
        }
        Issue.record("An opening never ends")
        return 0
    }

    private func expectOne(_ path: String, _ own: Opening, _ other: Opening) throws {
        let stores = [try own.get(), try other.get()]
        #expect(stores[0].identifier == stores[1].identifier)
        for store in stores {
            #expect(try store.withWriteSession { try $0.lastHistoryNumber() } == 0)
        }
        for store in stores { try store.close() }
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("A store created in the meantime is opened", arguments: [true, false])
    func making(locksFile: Bool) throws {
        let layout = try ModelLayout(Zoo.model)

        let count = try openEverywhere(layout, with: layout, locksFile: locksFile, expectOne)

        #expect(count > 10)
    }

    @Test("An index added by both is added once", arguments: [true, false])
    func index(locksFile: Bool) throws {
        var newer = Zoo.model
        try newer.change("Keeper") { keeper in
            keeper.indexes = [
                FetchIndexDescription("byName", elements: [.init(propertyName: "name")])
            ]
        }
        let (old, new) = (try ModelLayout(Zoo.model), try ModelLayout(newer))

        let count = try openEverywhere(
            new, with: new, locksFile: locksFile,
            prepare: { try SQLiteStore(.sqlite(path: $0), layout: old).close() },
            { path, own, other in
                try expectOne(path, own, other)
                let sql = "SELECT count(*) FROM sqlite_master WHERE name = 'Z_Keeper_byName'"
                #expect(try RawDatabase(path).column(sql) == ["1"])
            })

        #expect(count > 10)
    }

    @Test(
        "A failed opening does not remove a store that another process created in the meantime",
        arguments: [true, false])
    func failure(locksFile: Bool) throws {
        let model = ManagedObjectModel(entities: [EntityDescription("Stranger")])
        let (layout, stranger) = (try ModelLayout(Zoo.model), try ModelLayout(model))
        var failures = 0

        let count = try openEverywhere(layout, with: stranger, locksFile: locksFile) {
            path, own, other in
            guard case .failure(let error) = own else {
                try own.get().close()
                #expect(throws: PersistenceError.self) { try other.get() }
                return
            }
            failures += 1
            guard case PersistenceError.cannotOpen(path, .incompatibleModel) = error else {
                throw error
            }
            try other.get().close()
            try SQLiteStore(.existing(path: path), layout: stranger).close()
        }

        #expect(failures > 2 && failures < count)
    }

    /// Things of which some are tools and some are zips, and others of the named entities.
    private func things(_ names: String...) throws -> ModelLayout {
        var thing = EntityDescription("Thing")
        thing.attributes = [Farm.optional("name", .string)]
        let kinds = ["Tool", "Zip"] + names
        return try ModelLayout(
            ManagedObjectModel(
                entities: [thing] + kinds.map { EntityDescription($0, superentityName: "Thing") }))
    }

    /// Makes a store with a tool and a zip.
    private func makeThings(at path: String, _ layout: ModelLayout) throws {
        var options = StoreDescription.sqlite(path: path)
        options.tracksHistory = true
        let store = try SQLiteStore(options, layout: layout)
        let context = ManagedObjectContext(
            PersistentStoreCoordinator(layout: layout, stores: [store]))
        for name in ["Tool", "Zip"] {
            try ManagedObject(entityName: name, context: context).setValue(name, forKey: "name")
        }
        try context.save()
        try store.close()
    }

    /// Expects that the records, and their changes in the history, are of the entities with which
    /// they were created.
    private func expectThings(at path: String) throws {
        let database = try RawDatabase(path)
        let records = try database.rows(
            "SELECT ZNAME, Z_NAME FROM ZTHING t LEFT JOIN Z_PRIMARYKEY k ON k.Z_ENT = t.Z_ENT "
                + "ORDER BY Z_PK")
        #expect(records == [["Tool", "Tool"], ["Zip", "Zip"]])
        let changes = try database.rows(
            "SELECT ZENTITYPK, Z_NAME FROM ACHANGE c LEFT JOIN Z_PRIMARYKEY k "
                + "ON k.Z_ENT = c.ZENTITY ORDER BY 1")
        #expect(changes == [["1", "Tool"], ["2", "Zip"]])
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("A store migrated by both is migrated once", arguments: [true, false])
    func migration(locksFile: Bool) throws {
        let (old, new) = (try things(), try things("Axe"))

        let count = try openEverywhere(
            new, with: new, locksFile: locksFile, migrates: true,
            prepare: { try makeThings(at: $0, old) },
            { path, own, other in
                for store in [try own.get(), try other.get()] { try store.close() }
                try expectThings(at: path)
                let stored = try SQLiteStore.storedModel(path: path)
                #expect(stored.hashesForComparison == new.model.hashesForComparison)
                let copy = try SQLiteStore.storedModel(path: StoreCopy(storePath: path).path)
                #expect(copy.hashesForComparison == old.model.hashesForComparison)
            })

        #expect(count > 10)
    }

    @Test("A migration to another version in the meantime is detected", arguments: [true, false])
    func migrationToAnother(locksFile: Bool) throws {
        let (old, new, other) = (try things(), try things("Axe"), try things("Axe", "Bow"))

        let count = try openEverywhere(
            new, with: other, locksFile: locksFile, migrates: true,
            prepare: { try makeThings(at: $0, old) },
            { path, own, others in
                if case .failure(let error) = own {
                    guard case PersistenceError.cannotOpen(path, .incompatibleModel) = error else {
                        throw error
                    }
                }
                try? own.get().close()
                try others.get().close()
                try expectThings(at: path)
                let stored = try SQLiteStore.storedModel(path: path).hashesForComparison
                let numbers = try RawDatabase(path).column(
                    "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
                #expect(
                    numbers
                        == stored.keys.sorted { first, second in
                            (first == "Thing" ? "" : first) < (second == "Thing" ? "" : second)
                        })
            })

        #expect(count > 10)
    }
}
