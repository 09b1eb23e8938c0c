import Foundation
import ObjectModel
import Testing

@testable import Persistence

extension ChildProcess {
    /// The task of a child process.
    enum Work: String, Codable {
        /// Creates a store of the farm's model.
        case create
        /// Changes the farm in one save, also in an atomic store.
        case save
        /// Changes searched texts of the shelf in one save.
        case shelve
        /// Opens the farm with the newer model.
        case migrate
        /// Opens the farm with the newer model, and cleans up afterwards.
        case migrateLater
        /// Opens farm after farm with the newer model, each at the same time as another child.
        case migrateTogether
        /// Migrates the farm to the newer model with a mapping of objects.
        case map
        /// Increments a keeper's age, in many saves.
        case count
        /// Tries to open the farm, which the parent has open.
        case knock
    }
}

extension ChildProcess.Work {
    /// Performs the task, in a child process.
    ///
    /// - Parameter interruption: what happens at file operations.
    func run(at path: String, interrupted interruption: KillingFiles.Interruption) throws {
        // The save is interrupted, not the opening of its store.
        if self != .save && self != .shelve { KillingFiles.interrupt(interruption) }
        switch self {
        case .create:
            try PersistentContainer(model: Farm.model, store: .sqlite(path: path)).close()
        case .save: try FarmChange.save(at: path, interrupted: interruption)
        case .shelve: try shelve(path, interruption)
        case .migrate:
            let model = try FarmChange.newerModel
            try PersistentContainer(model: model, store: .sqlite(path: path)).close()
        case .migrateLater: try migrateLater(path)
        case .migrateTogether: try migrateTogether(path)
        case .map: try FarmChange.mapping(at: path).run()
        case .count: try Counter(path: path).countUp()
        case .knock: try knock(path)
        }
    }

    private func shelve(_ path: String, _ interruption: KillingFiles.Interruption) throws {
        KillingFiles.interrupt(.nothing)
        let container = try PersistentContainer(model: Shelf.model, store: .sqlite(path: path))
        try container.write { context in
            let items = try context.fetch(FetchRequest<ManagedObject>(entityName: "Item"))
                .sorted { $0.objectID.key < $1.objectID.key }
            try items[0].setValue("Green lamp", forKey: "title")
            try items[1].setValue("Beside the lamp", forKey: "notes")
            context.delete(items[2])
            try context.add("Item", ["title": "Lampion", "place": 9])
            KillingFiles.interrupt(interruption)
            try context.save()
        }
        try container.close()
    }

    private func migrateLater(_ path: String) throws {
        var store = StoreDescription.sqlite(path: path)
        store.sqlite.defersLightweightMigration = true
        let container = try PersistentContainer(model: try FarmChange.newerModel, store: store)
        try container.coordinator.finishDeferredLightweightMigration()
        try container.close()
    }

    /// The number of farms that two children migrate in turn.
    static let farmCount = 6

    /// - Parameter path: a folder with the folders of the farms, which have numbers.
    private func migrateTogether(_ path: String) throws {
        for number in 0..<Self.farmCount {
            var store = StoreDescription.sqlite(path: "\(path)/\(number)/Farm.sqlite")
            store.locksFile = false
            let model = try FarmChange.newerModel
            let names = ["first", "second"].map { "\(path)/\($0)-\(number)" }
            let isFirst = mkdir(names[0], 0o755) == 0
            if !isFirst { mkdir(names[1], 0o755) }
            while access(names[1], F_OK) != 0 { sched_yield() }
            // The other child waits for this one at the next farm, even after an error here.
            do {
                let container = try PersistentContainer(model: model, store: store)
                let ages = try container.read { try $0.values("age", of: "Keeper") }
                #expect(ages == ["41", "none"])
                try container.close()
            } catch {
                Issue.record(error)
            }
        }
    }

    private func knock(_ path: String) throws {
        do {
            _ = try PersistentContainer(model: Farm.model, store: .sqlite(path: path))
            Issue.record("The store was opened")
        } catch PersistenceError.cannotOpen(_, .locked(let holder)) {
            #expect(holder == "held by process \(getppid())")
        }
    }
}
