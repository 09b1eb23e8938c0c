import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

@Suite("Concurrent migrations of a store", .endsIfItHangs)
struct SimultaneousMigrationTests {
    /// Expects a farm of the newer model, with the copy of the older one next to it and nothing
    /// else.
    private func expectMigration(of farm: Farm) throws {
        let (path, copy) = (farm.path, farm.copyPath)
        #expect(
            try SQLiteStore.storedModel(path: path).hashesForComparison
                == FarmChange.newerModel.hashesForComparison)
        #expect(
            try SQLiteStore.storedModel(path: copy).hashesForComparison
                == Farm.model.hashesForComparison)
        for store in [path, copy] { #expect(try StoreCheck.faults(path: store) == []) }
        let names = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
        #expect(
            Set(names) == [
                "Farm.sqlite", ".Farm_SUPPORT", "Farm-before-migration.sqlite",
                ".Farm-before-migration_SUPPORT",
            ])
    }

    @Test("Threads that open an older store concurrently all succeed", arguments: [true, false])
    func threads(locksFile: Bool) async throws {
        let newer = try FarmChange.newerModel
        for _ in 0..<6 {
            let farm = try Farm()
            var store = StoreDescription.sqlite(path: farm.path)
            store.locksFile = locksFile
            let (description, all) = (store, Meeting(of: 4))

            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await all.onThread {
                            let container = try PersistentContainer(
                                model: newer, store: description)
                            let ages = try container.read { try $0.values("age", of: "Keeper") }
                            #expect(ages == ["41", "none"])
                            try container.close()
                        }
                    }
                }
                try await group.waitForAll()
            }

            // If two containers close it at the same time, each leaves the log to the other.
            try PersistentContainer(model: newer, store: description).close()
            try expectMigration(of: farm)
        }
    }

    @Test("Processes that open an older store concurrently all succeed")
    func processes() async throws {
        let farms = try (0..<ChildProcess.Work.farmCount).map { _ in try Farm() }
        let directory = try TemporaryDirectory()
        for (number, farm) in farms.enumerated() {
            try FileManager.default.createSymbolicLink(
                atPath: directory.path + "/\(number)", withDestinationPath: farm.directory.path)
        }
        let path = directory.path

        let ends = try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask { try await ChildProcess.run(.migrateTogether, at: path) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(ends == [true, true])
        for farm in farms { try expectMigration(of: farm) }
    }
}

/// Threads that start something at the same time.
private final class Meeting: Sendable {
    private let count: Int
    private let arrived = Atomic<Int>(0)

    init(of count: Int) { self.count = count }

    /// Runs a closure on a separate thread, once all others have started.
    func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            Thread { [self] in
                arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
                while arrived.load(ordering: .acquiring) < count { sched_yield() }
                continuation.resume(with: Result(catching: body))
            }.start()
        }
    }
}
