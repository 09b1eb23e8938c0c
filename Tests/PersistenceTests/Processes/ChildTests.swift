import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("What a child process does", .enabled(if: ChildProcess.work != nil))
struct ChildTests {
    @Test("Its work")
    func work() throws {
        switch try #require(ChildProcess.work) {
        case .create: try create()
        case .save: try FarmChange.save(at: ChildProcess.path, killedAt: ChildProcess.killedAt)
        case .migrate: try migrate()
        case .migrateLater: try migrateLater()
        case .saveAtomic:
            try FarmChange.save(at: ChildProcess.path, killedAt: ChildProcess.killedAt)
        case .map: try map()
        case .count: try Counter(path: ChildProcess.path).countUp()
        case .knock: try knock()
        }
    }

    private func create() throws {
        KillingFiles.kill(at: ChildProcess.killedAt)
        try PersistentContainer(model: Farm.model, store: .sqlite(path: ChildProcess.path)).close()
    }

    private func migrate() throws {
        KillingFiles.kill(at: ChildProcess.killedAt)
        let model = try FarmChange.newerModel
        try PersistentContainer(model: model, store: .sqlite(path: ChildProcess.path)).close()
    }

    private func migrateLater() throws {
        KillingFiles.kill(at: ChildProcess.killedAt)
        var store = StoreDescription.sqlite(path: ChildProcess.path)
        store.defersLightweightMigration = true
        let container = try PersistentContainer(model: try FarmChange.newerModel, store: store)
        try container.coordinator.finishDeferredLightweightMigration()
        try container.close()
    }

    private func map() throws {
        KillingFiles.kill(at: ChildProcess.killedAt)
        try FarmChange.mapping(at: ChildProcess.path).run()
    }

    private func knock() throws {
        do {
            _ = try PersistentContainer(model: Farm.model, store: .sqlite(path: ChildProcess.path))
            Issue.record("The store was opened")
        } catch PersistenceError.cannotOpen(_, .locked(let holder)) {
            #expect(holder == "held by process \(getppid())")
        }
    }
}
