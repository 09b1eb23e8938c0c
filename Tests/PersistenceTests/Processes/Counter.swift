import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Increments the age of the farm's first keeper, in one save for each year, while other counters
/// do the same.
struct Counter {
    static let times = 100
    let path: String

    /// - Parameter patience: the busy timeout in milliseconds; ten minutes by default.
    static func container(
        _ path: String, patience: Int = 600_000
    ) throws -> PersistentContainer {
        var store = FarmChange.description(path, migrates: false)
        store.locksFile = false
        store.sqlite.busyTimeout = patience
        return try PersistentContainer(model: Farm.model, store: store)
    }

    /// Returns how many saves had to be repeated because of other saves.
    @discardableResult
    func countUp() throws -> Int {
        let container = try Self.container(path)
        let context = ManagedObjectContext(container)
        let keeper = try Self.keeper(in: context)
        var conflicts = 0
        for _ in 0..<Self.times {
            while try !saveNextYear(of: keeper, in: context) { conflicts += 1 }
        }
        try container.close()
        return conflicts
    }

    private func saveNextYear(
        of keeper: ManagedObject, in context: ManagedObjectContext
    ) throws -> Bool {
        let age = try #require(try keeper.value(forKey: "age") as? Int64)
        try keeper.setValue(age + 1, forKey: "age")
        do {
            try context.save()
            return true
        } catch PersistenceError.mergeConflicts {
            try context.refresh(keeper, mergeChanges: false)
            return false
        }
    }

    static func keeper(in context: ManagedObjectContext) throws -> ManagedObject {
        let request = FetchRequest<ManagedObject>(entityName: "Keeper")
        return try #require(
            try context.fetch(request).min { $0.objectID.key < $1.objectID.key })
    }
}
